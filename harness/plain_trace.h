/*
 * plain_trace.h - a sink that reduces a stream to what every trace format keeps.
 *
 * A VCD or FST file does not hold all that the calls said. Two streams that such a file cannot
 * tell apart are the same behind this sink; a stream that a file decodes to and the one that it
 * was written from are, too:
 *    - signals are numbered by their first variables, then those without one in their order;
 *    - they have kind and width; there are no scopes and no variables, only the time scale;
 *    - where there is none, there is one of HO_STRING, which an FST file without one is given;
 *    - HO_BITS are HO_LOGIC, each bit a character;
 *    - a NaN is one NaN, with its sign; blanks in strings are written as \040 and the like;
 *    - there are no cuts, and HO_MARK_END is made once, at the last time of all; at 0 if there was
 *      none, since an FST file always has one.
 */
#ifndef HARNESS_PLAIN_TRACE_H
#define HARNESS_PLAIN_TRACE_H

#include "ring/sink.h"

/* Returns 0 and a sink that owns inner, or -ENOMEM. It answers -EINVAL to a value of a wrong
 * length, an id that the dictionary lacks, and a gap, which a plain trace cannot hold. */
int plain_trace_open(struct ho_sink *inner, struct ho_sink **sink);

/* Makes the HO_MARK_END; nothing may follow but close. Returns 0 or the sink's first error. */
int plain_trace_end(struct ho_sink *sink);

#endif
