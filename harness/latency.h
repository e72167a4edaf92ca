/*
 * latency.h - a sink that times single calls.
 *
 * Means hide what a thread that must not be late cares for: the one call that takes long. This
 * sink wraps another and reads the clock before and after some of its changes, at distances that
 * are drawn, so that they fall in step with nothing. The others it passes on.
 *
 * A time is what the clock says: its own cost is in it, and is told beside it. Around a timed call
 * the processor overlaps less with what comes before and after, so that it looks dearer than
 * calls are on average. And timing takes time: figures of CPU of such a run are its own.
 */
#ifndef HARNESS_LATENCY_H
#define HARNESS_LATENCY_H

#include "results/histogram.h"
#include "ring/sink.h"

struct latency_times {
    struct histogram ns; /* of the calls that were timed */
    uint64_t ns_max;     /* the longest, as it was */
    double clock_ns;     /* between two reads of the clock with nothing between them, the median */
};

/*
 * Wraps inner: times one change in every on average (1: each; distances are 1 to 2 * every - 1).
 * Returns 0 and a sink that owns inner: closing it closes inner; or -ENOMEM, and inner is still
 * the caller's.
 */
int latency_open(uint64_t every, uint64_t seed, struct ho_sink *inner, struct ho_sink **sink);

/* Ends the sink alone and gives inner back, and in times, if it is not NULL, what was measured. */
struct ho_sink *latency_unwrap(struct ho_sink *sink, struct latency_times *times);

#endif
