/*
 * column.h - the pipelined column writer.
 *
 * Each signal has a vector of rows (time since its row before, value). A full vector is
 * moved to a block; a full block is compressed and written by other threads; a cut or a gap
 * moves all vectors. FORMAT.md says what the file looks like.
 *
 *    change --> rows of the signal --> block being gathered --> pipeline --> file
 *              (a cache line or two)  (64 KiB, many signals)    (threads)
 *
 * The bytes of the file depend on the calls and the options block_bytes and segment_bytes
 * only. Memory: about twice segment_bytes, eight times if every segment has other busy signals;
 * a little for each signal; what is in flight.
 */
#ifndef DIRECT_WRITER_COLUMN_H
#define DIRECT_WRITER_COLUMN_H

#include "direct_writer/writer.h"

extern const struct writer column_writer;

#endif
