/*
 * fst.h - an FST file, GTKWave's, as a source.
 *
 * The file is read by GTKWave's library. The changes are packed on a tape; the file is not
 * needed after open.
 *
 * Safety
 *    The library trusts every number in the file: on a damaged one it crashes, ends its process,
 *    or never returns. So open looks at the file's blocks itself, and runs the library in a child
 *    process (fork) with limits of memory and of processor time. Whatever becomes of the child,
 *    the outcome is a source or "FILE: REASON". Since a child has one thread only, open before
 *    other threads are started. The library's temporary files have no names and end with the
 *    child. FILE.hier, which a writer that died leaves behind, is not looked at.
 *
 * Signals
 *    Vectors become HO_LOGIC, reals HO_REAL, variables of varying length HO_STRING, events
 *    HO_EVENT (an x is no trigger). Signals are numbered in the order in which they are first
 *    declared. The library cuts names after 513 bytes; options->warn is told.
 *
 *    Some files of many short sections the library reads wrongly, and says nothing: in a section
 *    in which the first signal does not change it may take one that does not either for an alias
 *    of another. Our own writer makes no such file.
 *
 * Time
 *    FST keeps no order between the signals that change at one time: there the changes are
 *    sorted by signal, and those of one signal keep their order.
 *
 * The first values
 *    A file states each signal's value before the first time: x or nan where nobody set it.
 *    - Where the file begins before its first time, these are changes where it begins, the x
 *      among them too, as for fst2vcd.
 *    - Otherwise what is not x (nan) is a change at the first time, unless its signal changes
 *      there anyway. fst2vcd leaves these out. The library has 16 digits of such a real, and
 *      cannot be asked if the first block of the file has one time only.
 */
#ifndef SYNTH_GEN_FST_H
#define SYNTH_GEN_FST_H

#include "synth_gen/source.h"

#include <stdio.h>

/* Opens the file options->name; see source_open. Uses name, cut_every and warn. Without the
 * library it is -ENOSYS. */
int fst_open(const struct source_options *options, struct source **source,
             char message[SOURCE_MESSAGE_BYTES]);

/* The same from an open file, which stays the caller's; options->name is for messages. What
 * takes more than memory_max bytes is refused with -ENOMEM. */
int fst_open_stream(FILE *file, uint64_t memory_max, const struct source_options *options,
                    struct source **source, char message[SOURCE_MESSAGE_BYTES]);

#endif
