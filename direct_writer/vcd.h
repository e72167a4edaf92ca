/*
 * vcd.h - a writer of VCD text: a file of its own, or any stream.
 *
 * What synth_gen/vcd.h reads from the text are the calls that were made, and one HO_MARK_END
 * at the last time, if three things are so: vectors were HO_LOGIC (the text does not tell
 * HO_BITS apart), signals have variables in the order of their ids, and strings hold no
 * blanks.
 *
 * A string's blanks are written as \040 and the like, so that it stays one token. Nothing
 * else is escaped, not the backslash either: a string that was read from VCD holds its
 * file's spelling, and is written back as it was. The price is that a blank and a
 * spelled-out \040 look alike in the text.
 *
 * A value is masked to its signal's width: bits outside of it are not written.
 *
 * A gap is a comment, a $dumpoff with every value unknown at its first time, and an empty
 * $dumpon at its last: what reads back are HO_MARK_OFF, changes, HO_MARK_ON.
 */
#ifndef DIRECT_WRITER_VCD_H
#define DIRECT_WRITER_VCD_H

#include "direct_writer/writer.h"

#include <stdio.h>

/* Its files are read back by the VCD source. A cut hands over what was written so far, so that a
 * crash cannot take it; close makes the file durable. */
extern const struct writer vcd_writer;

/* Returns 0 and a sink that writes to file, or -ENOMEM. Closing the sink flushes file, and
 * leaves it open. */
int vcd_sink_open(FILE *file, struct ho_sink **sink);

#endif
