/*
 * stream_hash.h - a sink that hashes what the calls say, however they are interleaved.
 *
 * Two streams have the same hash if they have the same dictionary, the same gaps, the same marks,
 * and the same changes of each signal (time, length, value) in the same order, each behind the
 * same gaps. How changes of different signals lie between each other is not part of it, since a
 * file ordered by signal does not keep that; nor are cuts.
 *
 * Each signal has a 64-bit chain over its changes, the marks and the gaps have one each. A link
 * holds what the gaps' chain was then. The result is one XXH3-128 over the dictionary's content,
 * the chains of marks and gaps, and the signals' by id.
 */
#ifndef HARNESS_STREAM_HASH_H
#define HARNESS_STREAM_HASH_H

#include "ring/sink.h"

/* Returns 0 and a sink, or -ENOMEM. The sink answers -EINVAL to a time that decreases, an id
 * that the dictionary lacks, a change, mark or gap before setup, and a second setup. */
int stream_hash_open(struct ho_sink **sink);

/* The hash of all calls so far that succeeded, in 32 hex digits. Before close. */
void stream_hash_result(struct ho_sink *sink, char hex[33]);

#endif
