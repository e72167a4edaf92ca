/*
 * offload.h - take a sink off the hot thread.
 *
 * The offload is a sink that wraps a sink. Whoever calls it (the producer) appends a few
 * bytes to a chunk; one dispatcher thread replays exactly the same calls, in the same
 * order, on the wrapped sink.
 *
 *    producer                             dispatcher
 *    change --> [chunk being filled]
 *                   | full, cut, flush, close
 *                   v
 *               full queue ------------>  replay --> wrapped sink
 *               free queue <------------  give back
 *
 * Properties
 *    Lossless: with no free chunk the producer waits (counted, timed). Inside a chunk a
 *    change costs one bounds test and its stores: no allocation, lock, clock query, atomic
 *    operation, system call or page fault. Memory is bounded by budget_bytes.
 *
 *    Or a flight recorder (HO_DROP_OLDEST): with no free chunk the producer takes the oldest
 *    published one back and never waits. What was lost is never silent: the wrapped sink is told
 *    of each gap, cuts are made up for, on_overflow and the statistics say how much, and at
 *    close events_appended == events_replayed + events_dropped. An event is a change or a mark.
 *
 * Safety
 *    One producer thread at a time. The wrapped sink belongs to the offload from open on;
 *    its calls come from the dispatcher, its setup from the producer unless deferred. A
 *    forked child must not use the offload: the dispatcher is not there.
 *
 * Errors
 *    The wrapped sink's first error sticks: the dispatcher drops what follows, the producer
 *    learns of it when it next needs a chunk, every call from then on returns it, and so
 *    does close.
 */
#ifndef HO_OFFLOAD_H
#define HO_OFFLOAD_H

#include "ring/sink.h"

#ifdef __cplusplus
extern "C" {
#endif

enum ho_on_full {
    HO_WAIT,        /* the producer waits for a free chunk, or for budget */
    HO_DROP_OLDEST, /* it takes the oldest chunk back; a large value without budget is dropped */
};

struct ho_offload_options {
    uint32_t chunks;       /* in the pool, 2 or more */
    uint32_t chunk_bytes;  /* 64 to 2^30, a multiple of 8 */
    uint64_t budget_bytes; /* pool and spilled values together, at most */
    uint32_t lookahead;    /* changes that the wrapped sink is given at a time, 0 to 256 */
    bool deferred_setup;   /* the wrapped sink's setup runs on the dispatcher */
    enum ho_on_full on_full;

    /* Bounds the delay of events in a chunk that fills slowly: they reach the wrapped sink after
     * about so long, at the next call with a new time. 0: when the chunk is full. */
    uint32_t flush_after_ms;

    /* HO_DROP_OLDEST: called on the dispatcher's thread when the first events were lost, and
     * whenever their number has doubled since. May be NULL. */
    void (*on_overflow)(void *argument, uint64_t events_lost);
    void *on_overflow_argument;
};

/* 16 chunks of 1 MiB, 256 MiB in all, 32 changes at a time, setup on the producer, lossless, no
 * bound on delay. */
HO_PUBLIC struct ho_offload_options ho_offload_options_defaults(void);

struct ho_offload_stats {
    uint64_t events_appended; /* in published chunks, and dropped */
    uint64_t events_replayed;
    uint64_t events_dropped;
    uint64_t chunks_dropped;
    uint64_t gaps;    /* that the wrapped sink was told of */
    uint64_t records; /* replayed, of every kind */
    uint64_t chunks_published;
    uint64_t producer_waits; /* times that the producer found no free chunk or budget */
    uint64_t producer_wait_ns;
    uint64_t dispatcher_waits; /* times that the dispatcher found nothing to replay */
    uint64_t spills;           /* values too large for a chunk */
    uint64_t chunks_used_max;  /* published and not yet given back, at most */
    uint64_t budget_used_max;  /* bytes */
};

struct ho_offload;

/*
 * Wraps inner. Allocates and touches the pool. Returns 0 and an offload whose sink is
 * ho_offload_sink(), which owns inner: closing it closes inner. On failure (-EINVAL for
 * options out of range or a pool above the budget, -ENOMEM) inner is still the caller's.
 */
HO_PUBLIC int ho_offload_open(const struct ho_offload_options *options, struct ho_sink *inner,
                              struct ho_offload **offload);

/* The offload as a sink: what the producer calls. */
HO_PUBLIC struct ho_sink *ho_offload_sink(struct ho_offload *offload);

/* Producer only. Publishes what is there and waits until it was replayed. Returns 0 or the
 * sticking error. */
HO_PUBLIC int ho_offload_flush(struct ho_offload *offload);

/* Any thread. A snapshot, exact once flush has returned. */
HO_PUBLIC void ho_offload_stats(const struct ho_offload *offload, struct ho_offload_stats *stats);

/*
 * The end, in two steps, for a producer that must not wait for it. finish (producer only) hands
 * over the last chunk and returns at once, 0 or the sticking error; no calls may follow but wait,
 * from any thread: it waits until the wrapped sink is closed, returns its error or the sticking
 * one, and frees everything. times and stats may be NULL.
 */
HO_PUBLIC int ho_offload_finish(struct ho_offload *offload);
HO_PUBLIC int ho_offload_wait(struct ho_offload *offload, struct ho_close_times *times,
                              struct ho_offload_stats *stats);

/* Producer only. Both steps; ho_sink_close of the offload's sink does the same. */
HO_PUBLIC int ho_offload_close(struct ho_offload *offload, struct ho_close_times *times,
                               struct ho_offload_stats *stats);

#ifdef __cplusplus
}
#endif

#endif
