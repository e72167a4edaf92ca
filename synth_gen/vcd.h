/*
 * vcd.h - a VCD file as a source: FILE.vcd, or compressed, FILE.vcd.gz and FILE.vcd.zst.
 *
 * Reads the four-state VCD of IEEE 1364 and 1800 as tools really write it: tolerant where
 * the meaning is plain (options->warn is told), otherwise the file is refused with
 * "FILE:LINE: REASON". The changes are packed on a tape; the file is not needed after open.
 *
 * Vectors become HO_LOGIC, whatever their declared type; real, string and event signals
 * keep their kind, and a signal that is ever given a string is HO_STRING throughout. The
 * escapes that tools use inside strings are not undone. Signals are numbered in the order
 * in which their identifiers are first declared.
 */
#ifndef SYNTH_GEN_VCD_H
#define SYNTH_GEN_VCD_H

#include "synth_gen/source.h"

#include <stdio.h>

/* A variable of more bits is refused: a short value of it would stand for too much memory. */
#define VCD_WIDTH_MAX (UINT32_C(1) << 24)

/* Opens the file options->name; see source_open. Uses name, cut_every and warn. */
int vcd_open(const struct source_options *options, struct source **source,
             char message[SOURCE_MESSAGE_BYTES]);

/* The same from a stream, which stays the caller's and must be at its start; options->name
 * is for messages, and what it ends in says how the stream is compressed (input.h). What takes
 * more than memory_max bytes is refused with -ENOMEM. */
int vcd_open_stream(FILE *file, uint64_t memory_max, const struct source_options *options,
                    struct source **source, char message[SOURCE_MESSAGE_BYTES]);

#endif
