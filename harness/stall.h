/*
 * stall.h - a sink that stands still now and then.
 *
 * A disk that is busy, a page that must be fetched, a thread that is not scheduled: a writer
 * stands still for a while, and what comes meanwhile must wait, or is lost. A producer has
 * pauses, too. This sink wraps another and sleeps before some changes. Distances and lengths are
 * drawn, the same for the same seed.
 */
#ifndef HARNESS_STALL_H
#define HARNESS_STALL_H

#include "ring/sink.h"

/*
 * Wraps inner: every so many changes on average (1 or more; 1 to 2 * every - 1), a sleep of us on
 * average (0 to 2 * us). Returns 0 and a sink that owns inner: closing it closes inner; or
 * -ENOMEM, and inner is still the caller's.
 */
int stall_open(uint64_t every, uint64_t us, uint64_t seed, struct ho_sink *inner,
               struct ho_sink **sink);

/* Ends the sink alone and gives inner back. */
struct ho_sink *stall_unwrap(struct ho_sink *sink);

#endif
