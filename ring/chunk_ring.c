#include "ring/chunk_ring.h"

#include "ring/pages.h"

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
    ho_park_init(&ring->free_park);

    error = ho_spmc_queue_init(&ring->full, chunks + 1, start); /* and the end */
    if (error)
        return error;
    error = ho_index_queue_init(&ring->free, chunks, start);
    if (error)
        goto no_free;

    error = -ENOMEM;
    ring->header = calloc((size_t)chunks + 1, sizeof *ring->header);
    if (!ring->header)
        goto no_header;
    ring->pool = ho_pages_alloc(pool_bytes);
    if (!ring->pool)
        goto no_pool;

    memset(ring->pool, 0, pool_bytes); /* the page faults happen here */
    for (uint32_t index = 0; index < chunks; index++)
        ho_index_queue_try_push(&ring->free, index);
    return 0;

no_pool:
    free(ring->header);
no_header:
    ho_index_queue_fini(&ring->free);
no_free:
    ho_spmc_queue_fini(&ring->full);
    return error;
}

void ho_chunk_ring_fini(struct ho_chunk_ring *ring)
{
    ho_pages_free(ring->pool, (size_t)ring->chunks * ring->chunk_bytes);
    free(ring->header);
    ho_index_queue_fini(&ring->free);
    ho_spmc_queue_fini(&ring->full);
}

bool ho_chunk_ring_try_acquire(struct ho_chunk_ring *ring, uint32_t *index)
{
    return ho_index_queue_try_pop(&ring->free, index);
}

/* A pop that ho_park_wait can repeat. */
struct acquire {
    struct ho_chunk_ring *ring;
    uint32_t index;
};

static bool acquire_ready(void *argument)
{
    struct acquire *acquire = argument;

    return ho_chunk_ring_try_acquire(acquire->ring, &acquire->index);
}

uint32_t ho_chunk_ring_acquire(struct ho_chunk_ring *ring)
{
    struct acquire acquire = {.ring = ring};

    ho_park_wait(&ring->free_park, acquire_ready, &acquire, HO_PARK_FOREVER);
    return acquire.index;
}

void ho_chunk_ring_publish(struct ho_chunk_ring *ring, uint32_t index)
{
    uint64_t displaced;
    bool full = ho_spmc_queue_push_overwrite(&ring->full, index, &displaced);

    assert(!full); /* there is room for the whole pool; and this push does not wait to be told */
    (void)full;
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

static void wake_producer(struct ho_chunk_ring *ring)
{
    ring->released = 0;
    ho_park_wake(&ring->free_park);
}

bool ho_chunk_ring_try_next(struct ho_chunk_ring *ring, uint32_t *index)
{
    uint64_t word;
    bool taken = ho_spmc_queue_try_pop(&ring->full, &word);

    if (taken)
        *index = (uint32_t)word;
    return taken;
}

bool ho_chunk_ring_next(struct ho_chunk_ring *ring, uint32_t *index, uint64_t timeout_ns)
{
    uint64_t word;
    bool taken;

    wake_producer(ring); /* or both would sleep */
    taken = ho_spmc_queue_pop_wait(&ring->full, &word, timeout_ns);
    if (taken)
        *index = (uint32_t)word;
    return taken;
}

void ho_chunk_ring_release(struct ho_chunk_ring *ring, uint32_t index)
{
    bool pushed = ho_index_queue_try_push(&ring->free, index);

    assert(pushed); /* the queue has room for the whole pool */
    (void)pushed;
    if (++ring->released >= ring->chunks / 2)
        wake_producer(ring);
}
