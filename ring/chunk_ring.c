#include "ring/chunk_ring.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int ho_chunk_ring_init(struct ho_chunk_ring *ring, uint32_t chunks, uint32_t chunk_bytes,
                       uint32_t start)
{
    size_t pool_bytes = (size_t)chunks * chunk_bytes;
    int error;

    ring->chunks = chunks;
    ring->chunk_bytes = chunk_bytes;
    ring->released = 0;
    ho_park_init(&ring->full_park);
    ho_park_init(&ring->free_park);

    error = ho_index_queue_init(&ring->full, chunks + 1, start); /* and HO_CHUNK_END */
    if (error)
        return error;
    error = ho_index_queue_init(&ring->free, chunks, start);
    if (error)
        goto no_free;

    error = -ENOMEM;
    ring->used = calloc(chunks, sizeof *ring->used);
    if (!ring->used)
        goto no_used;
    pool_bytes = (pool_bytes + HO_CACHE_LINE - 1) & ~(size_t)(HO_CACHE_LINE - 1);
    ring->pool = aligned_alloc(HO_CACHE_LINE, pool_bytes);
    if (!ring->pool)
        goto no_pool;

    memset(ring->pool, 0, pool_bytes); /* the page faults happen here */
    for (uint32_t index = 0; index < chunks; index++)
        ho_index_queue_try_push(&ring->free, index);
    return 0;

no_pool:
    free(ring->used);
no_used:
    ho_index_queue_fini(&ring->free);
no_free:
    ho_index_queue_fini(&ring->full);
    return error;
}

void ho_chunk_ring_fini(struct ho_chunk_ring *ring)
{
    free(ring->pool);
    free(ring->used);
    ho_index_queue_fini(&ring->free);
    ho_index_queue_fini(&ring->full);
}

/* A pop that ho_park_wait can repeat. */
struct pop {
    struct ho_index_queue *queue;
    uint32_t index;
};

static bool pop_ready(void *argument)
{
    struct pop *pop = argument;

    return ho_index_queue_try_pop(pop->queue, &pop->index);
}

static uint32_t pop_wait(struct ho_index_queue *queue, struct ho_park *park)
{
    struct pop pop = {.queue = queue};

    ho_park_wait(park, pop_ready, &pop, HO_PARK_FOREVER);
    return pop.index;
}

static void push(struct ho_index_queue *queue, uint32_t index)
{
    bool pushed = ho_index_queue_try_push(queue, index);

    assert(pushed); /* the queue has room for the whole pool */
    (void)pushed;
}

bool ho_chunk_ring_try_acquire(struct ho_chunk_ring *ring, uint32_t *index)
{
    return ho_index_queue_try_pop(&ring->free, index);
}

uint32_t ho_chunk_ring_acquire(struct ho_chunk_ring *ring)
{
    return pop_wait(&ring->free, &ring->free_park);
}

void ho_chunk_ring_publish(struct ho_chunk_ring *ring, uint32_t index, uint32_t used)
{
    if (index != HO_CHUNK_END)
        ring->used[index] = used;
    push(&ring->full, index);
    ho_park_wake(&ring->full_park);
}

struct released {
    struct ho_index_queue *free;
    uint32_t count;
};

static bool released_ready(void *argument)
{
    struct released *released = argument;

    return ho_index_queue_count(released->free) >= released->count;
}

void ho_chunk_ring_wait_released(struct ho_chunk_ring *ring, uint32_t held)
{
    struct released released = {.free = &ring->free, .count = ring->chunks - held};

    ho_park_wait(&ring->free_park, released_ready, &released, HO_PARK_FOREVER);
}

bool ho_chunk_ring_try_next(struct ho_chunk_ring *ring, uint32_t *index)
{
    return ho_index_queue_try_pop(&ring->full, index);
}

static void wake_producer(struct ho_chunk_ring *ring)
{
    ring->released = 0;
    ho_park_wake(&ring->free_park);
}

uint32_t ho_chunk_ring_next(struct ho_chunk_ring *ring)
{
    wake_producer(ring); /* or both would sleep */
    return pop_wait(&ring->full, &ring->full_park);
}

void ho_chunk_ring_release(struct ho_chunk_ring *ring, uint32_t index)
{
    push(&ring->free, index);
    if (++ring->released >= ring->chunks / 2)
        wake_producer(ring);
}
