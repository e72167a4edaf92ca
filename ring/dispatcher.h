/*
 * dispatcher.h - the thread behind a ring: it replays chunk by chunk into a sink.
 *
 * Operation
 *    start; the thread sets the sink up if that was deferred, replays what is published until
 *    the end, closes the sink and ends; join.
 *
 *    A chunk whose sequence number is not the next one means that the producer took chunks back:
 *    the sink is told of the gap, gets the cuts that were lost in it, and goes on at the time
 *    that the chunk's header says.
 *
 *    An idle dispatcher that has waited flush_after_ns asks the producer for the chunk that it is
 *    filling; the producer looks for that where the time changes.
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
    uint32_t lookahead;                         /* changes */
    uint64_t flush_after_ns;                    /* HO_PARK_FOREVER: never */
    /* Called at the first gap, and when the events lost have doubled since. May be NULL. */
    void (*on_overflow)(void *argument, uint64_t events_lost);
    void *on_overflow_argument;
    pthread_t thread;

    /* Set by the dispatcher, cleared by the producer. Relaxed: a request, which publishes
     * nothing. */
    alignas(HO_CACHE_LINE) _Atomic bool flush_wanted;

    /* The dispatcher's. */
    alignas(HO_CACHE_LINE) struct ho_replay replay;
    uint64_t sequence; /* of the next chunk; this and the next two are what its header must say */
    uint64_t events_before;
    uint64_t cuts_before;
    uint64_t events_lost;
    uint64_t overflow_at; /* events lost when on_overflow is called next */
    _Atomic int failed;   /* the sink's first error, or 0 */
    _Atomic uint64_t events, records, waits, gaps;
    uint64_t drained_at; /* ns; this and the next are read after join */
    struct ho_close_times close_times;
};

/* On memory that is all zeros but for what is set before. Returns 0 or -errno. */
int ho_dispatcher_start(struct ho_dispatcher *dispatcher);

/* After the end was published. Waits until the thread has ended. */
void ho_dispatcher_join(struct ho_dispatcher *dispatcher);

/* Any thread. The sink's error as far as it is known to the caller: it comes with the chunk
 * that is given back after it, through the free queue's P1/C1. */
static inline int ho_dispatcher_failed(const struct ho_dispatcher *dispatcher)
{
    /* Relaxed, see above: seen early or late, it is only told early or late. */
    return atomic_load_explicit(&dispatcher->failed, memory_order_relaxed);
}

/* Producer only. Whether the dispatcher asks for the chunk being filled. */
static inline bool ho_dispatcher_wants_flush(const struct ho_dispatcher *dispatcher)
{
    return atomic_load_explicit(&dispatcher->flush_wanted, memory_order_relaxed);
}

#endif
