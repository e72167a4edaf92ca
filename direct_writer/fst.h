/*
 * fst.h - a writer of FST, the format of GTKWave, by GTKWave's own library.
 *
 * What comes back
 *    Every change, also the same value again and several changes of one signal at one time;
 *    marks; all times. FST does not keep the order between signals inside a time. A gap is
 *    HO_MARK_OFF and every value unknown at its first time, HO_MARK_ON at its last.
 *    Signals come back in the order in which variables first name them.
 *
 * What the format has no place for
 *    - Signals that no variable names follow all others as signal_ID, outside of all scopes. A
 *      signal whose first variable shows only a part of it gets signal_ID right before that one.
 *    - A dictionary without signals is written with one string variable, no_signals, that never
 *      changes, and a stream without any time as one that ends at 0.
 *    - Types of scopes and variables that FST does not know become module and wire, or what the
 *      signal's kind says.
 *    - Names are whole in the file, but the library's own reader cuts them at 512 bytes.
 *    - A value takes less than 128 MiB (one byte a bit), all signals together less than 4 GiB.
 *
 * Operation
 *    A cut ends a section, which goes to the file with the next change of the first signal (see
 *    fst_section.h); so does the writer by itself when a section is full. Up to the last whole
 *    section a file whose writer died can be read, as long as FILE.hier lies beside it. The bytes
 *    follow from the calls alone, with the library's thread (options.parallel) or without.
 *
 * Errors
 *    The library tells nobody of a failed write. Each section as it is ended, and the whole file
 *    at close, are looked at: lengths, order, counts and times of its blocks, not the values.
 *    Where the library would crash because its temporary files are short, it is not called again
 *    and what it holds stays allocated. A child process that closes what its parent opened
 *    leaves the file alone, and is told -EINVAL.
 */
#ifndef DIRECT_WRITER_FST_H
#define DIRECT_WRITER_FST_H

#include "direct_writer/writer.h"

extern const struct writer fst_writer;

#endif
