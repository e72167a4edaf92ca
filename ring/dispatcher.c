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
    uint32_t chunk;

    if (ho_chunk_ring_try_next(dispatcher->ring, &chunk))
        return chunk;
    ho_counter_add(&dispatcher->waits, 1);
    return ho_chunk_ring_next(dispatcher->ring);
}

/* Makes error, if it is one, stick. Returns what sticks. */
static int fail(struct ho_dispatcher *dispatcher, int error)
{
    int failed = ho_dispatcher_failed(dispatcher);

    if (!failed)
        atomic_store_explicit(&dispatcher->failed, error, memory_order_relaxed);
    return failed ? failed : error;
}

static int replay(struct ho_dispatcher *dispatcher, const unsigned char *chunk, uint32_t bytes)
{
    int error = ho_replay_chunk(&dispatcher->replay, chunk, bytes);

    ho_counter_set(&dispatcher->events, dispatcher->replay.events);
    ho_counter_set(&dispatcher->records, dispatcher->replay.records);
    return fail(dispatcher, error);
}

static void *dispatch(void *argument)
{
    struct ho_dispatcher *dispatcher = argument;
    struct ho_chunk_ring *ring = dispatcher->ring;
    int error = 0;
    uint32_t chunk;

    if (dispatcher->deferred_setup)
        error = fail(dispatcher, ho_sink_setup(dispatcher->sink, dispatcher->deferred_setup));
    while ((chunk = next_chunk(dispatcher)) != HO_CHUNK_END) {
        const unsigned char *bytes = ho_chunk_ring_at(ring, chunk);

        if (error)
            ho_replay_discard(&dispatcher->replay, bytes, ring->used[chunk]);
        else
            error = replay(dispatcher, bytes, ring->used[chunk]);
        ho_chunk_ring_release(ring, chunk);
    }
    dispatcher->drained_at = ho_clock_ns();
    fail(dispatcher, ho_sink_close(dispatcher->sink, &dispatcher->close_times));
    return NULL;
}

int ho_dispatcher_start(struct ho_dispatcher *dispatcher)
{
    dispatcher->replay = (struct ho_replay){
        .sink = dispatcher->sink, .unspill = unspill, .owner = dispatcher};
    return -pthread_create(&dispatcher->thread, NULL, dispatch, dispatcher);
}

void ho_dispatcher_join(struct ho_dispatcher *dispatcher)
{
    pthread_join(dispatcher->thread, NULL);
}
