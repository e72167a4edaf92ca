/*
 * dispatcher.h - the thread behind a ring: it replays chunk by chunk into a sink.
 *
 * Operation
 *    start; the thread sets the sink up if that was deferred, replays what is published until
 *    HO_CHUNK_END, closes the sink and ends; join.
 *
 * Errors
 *    The sink's first error sticks in failed. From then on chunks are taken, freed of spilled
 *    values and given back, so that nobody waits for them, but nothing is replayed.
 */
#ifndef HO_DISPATCHER_H
#define HO_DISPATCHER_H

#include "ring/budget.h"
#include "ring/chunk_ring.h"
#include "ring/replay.h"

#include <pthread.h>

struct ho_dispatcher {
    /* Set before start. */
    struct ho_chunk_ring *ring;
    struct ho_budget *budget;
    struct ho_sink *sink;                       /* closed, and so freed, at the end */
    const struct ho_dictionary *deferred_setup; /* to set the sink up with; NULL: it is */
    pthread_t thread;

    /* The dispatcher's. */
    alignas(HO_CACHE_LINE) struct ho_replay replay;
    _Atomic int failed; /* the sink's first error, or 0 */
    _Atomic uint64_t events, records, waits;
    uint64_t drained_at; /* ns; this and the next are read after join */
    struct ho_close_times close_times;
};

/* On memory that is all zeros but for what is set before. Returns 0 or -errno. */
int ho_dispatcher_start(struct ho_dispatcher *dispatcher);

/* After HO_CHUNK_END was published. Waits until the thread has ended. */
void ho_dispatcher_join(struct ho_dispatcher *dispatcher);

/* Any thread. The sink's error as far as it is known to the caller: it comes with the chunk
 * that is given back after it, through the free queue's P1/C1. */
static inline int ho_dispatcher_failed(const struct ho_dispatcher *dispatcher)
{
    /* Relaxed, see above: seen early or late, it is only told early or late. */
    return atomic_load_explicit(&dispatcher->failed, memory_order_relaxed);
}

#endif
