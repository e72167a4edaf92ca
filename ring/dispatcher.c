#include "ring/dispatcher.h"

#include "ring/clock.h"
#include "ring/counter.h"

#include <stdlib.h>

/* A spilled value was passed on, or is dropped. */
static void unspill(void *owner, const struct ho_spill *spill)
{
    struct ho_dispatcher *dispatcher = owner;

    free(spill->value);
    ho_budget_give_back(dispatcher->budget, spill->len);
    ho_park_wake(&dispatcher->ring->free_park);
}

static uint32_t next_chunk(struct ho_dispatcher *dispatcher)
{
    struct ho_chunk_ring *ring = dispatcher->ring;
    uint32_t chunk;

    if (ho_chunk_ring_try_next(ring, &chunk))
        return chunk;
    ho_counter_add(&dispatcher->waits, 1);
    if (!ho_chunk_ring_next(ring, &chunk, dispatcher->flush_after_ns)) {
        atomic_store_explicit(&dispatcher->flush_wanted, true, memory_order_relaxed);
        ho_chunk_ring_next(ring, &chunk, HO_PARK_FOREVER);
    }
    return chunk;
}

/* Makes error, if it is one, stick. Returns what sticks. */
static int fail(struct ho_dispatcher *dispatcher, int error)
{
    int failed = ho_dispatcher_failed(dispatcher);

    if (!failed)
        atomic_store_explicit(&dispatcher->failed, error, memory_order_relaxed);
    return failed ? failed : error;
}

static void tell_overflow(struct ho_dispatcher *dispatcher)
{
    uint64_t lost = dispatcher->events_lost;

    if (!dispatcher->on_overflow || lost < dispatcher->overflow_at)
        return;
    dispatcher->overflow_at = lost ? 2 * lost : 1;
    dispatcher->on_overflow(dispatcher->on_overflow_argument, lost);
}

/* Chunks are missing before the one with this header. */
static int meet_gap(struct ho_dispatcher *dispatcher, const struct ho_chunk_header *header)
{
    struct ho_gap gap = {
        .first_time = dispatcher->replay.time,
        .last_time = header->time,
        .events = header->events_before - dispatcher->events_before,
    };
    int error;

    dispatcher->events_lost += gap.events;
    ho_counter_add(&dispatcher->gaps, 1);
    tell_overflow(dispatcher);
    error = ho_sink_gap(dispatcher->sink, &gap);
    for (uint64_t i = dispatcher->cuts_before; i < header->cuts_before && !error; i++)
        error = ho_sink_cut(dispatcher->sink);
    return error;
}

/* Brings the sink to where the chunk with this header begins. */
static int meet(struct ho_dispatcher *dispatcher, const struct ho_chunk_header *header)
{
    int error = 0;

    if (header->sequence != dispatcher->sequence)
        error = meet_gap(dispatcher, header);
    dispatcher->replay.time = header->time;
    dispatcher->sequence = header->sequence + 1;
    dispatcher->events_before = header->events_before + header->events;
    dispatcher->cuts_before = header->cuts_before + header->cuts;
    return error;
}

static int replay(struct ho_dispatcher *dispatcher, const unsigned char *bytes, uint32_t used)
{
    int error = ho_replay_chunk(&dispatcher->replay, bytes, used);

    ho_counter_set(&dispatcher->events, dispatcher->replay.events);
    ho_counter_set(&dispatcher->records, dispatcher->replay.records);
    return error;
}

static void *dispatch(void *argument)
{
    struct ho_dispatcher *dispatcher = argument;
    struct ho_chunk_ring *ring = dispatcher->ring;
    uint32_t chunk;
    int error = 0;

    if (dispatcher->deferred_setup)
        error = fail(dispatcher, ho_sink_setup(dispatcher->sink, dispatcher->deferred_setup));
    while ((chunk = next_chunk(dispatcher)) != ho_chunk_ring_end(ring)) {
        const struct ho_chunk_header *header = &ring->header[chunk];
        const unsigned char *bytes = ho_chunk_ring_at(ring, chunk);

        if (!error)
            error = fail(dispatcher, meet(dispatcher, header));
        if (!error)
            error = fail(dispatcher, replay(dispatcher, bytes, header->used));
        else
            ho_replay_discard(&dispatcher->replay, bytes, header->used);
        ho_chunk_ring_release(ring, chunk);
    }
    if (!error)
        fail(dispatcher, meet(dispatcher, &ring->header[chunk]));
    dispatcher->drained_at = ho_clock_ns();
    fail(dispatcher, ho_sink_close(dispatcher->sink, &dispatcher->close_times));
    return NULL;
}

int ho_dispatcher_start(struct ho_dispatcher *dispatcher)
{
    dispatcher->replay = (struct ho_replay){.sink = dispatcher->sink,
                                            .lookahead = dispatcher->lookahead,
                                            .unspill = unspill,
                                            .owner = dispatcher};
    return -pthread_create(&dispatcher->thread, NULL, dispatch, dispatcher);
}

void ho_dispatcher_join(struct ho_dispatcher *dispatcher)
{
    pthread_join(dispatcher->thread, NULL);
}
