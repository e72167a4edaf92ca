/* Ours: the ring of chunks, with an item as a record. What is pushed one by one is published one
 * by one; a run is published chunk by chunk, as the offload does it. */
#include "ring/chunk_ring.h"

#include "harness/peers/peer_loops.h"
#include "ring/record.h"

#include <errno.h>
#include <stdalign.h>

#define CHUNKS 16u /* hold all items together */

struct chunk_ring {
    struct peer peer;

    /* The producer's chunk, NULL in all three if it has none. */
    alignas(HO_CACHE_LINE) unsigned char *start;
    unsigned char *cursor;
    unsigned char *end;
    uint32_t filling;

    /* The consumer's; at == last if it has none. */
    alignas(HO_CACHE_LINE) const unsigned char *at;
    const unsigned char *last;
    uint32_t emptying;

    struct ho_chunk_ring ring;
};

PEER_INLINE uint32_t record_bytes(uint32_t item_bytes)
{
    return (uint32_t)ho_record_bytes(item_bytes);
}

static void publish(struct chunk_ring *chunks)
{
    if (chunks->cursor == chunks->start)
        return;
    chunks->ring.header[chunks->filling].used = (uint32_t)(chunks->cursor - chunks->start);
    ho_chunk_ring_publish(&chunks->ring, chunks->filling);
    chunks->start = chunks->cursor = chunks->end = NULL;
}

/* Publishes a full chunk and takes a free one. False if there is none. */
static bool renew(struct chunk_ring *chunks)
{
    publish(chunks);
    if (!ho_chunk_ring_try_acquire(&chunks->ring, &chunks->filling))
        return false;
    chunks->start = chunks->cursor = ho_chunk_ring_at(&chunks->ring, chunks->filling);
    chunks->end = chunks->start + chunks->ring.chunk_bytes;
    return true;
}

PEER_INLINE bool append(struct peer *peer, const void *item, uint32_t item_bytes)
{
    struct chunk_ring *chunks = (struct chunk_ring *)peer;

    if (chunks->cursor == chunks->end && !renew(chunks))
        return false;
    chunks->cursor = ho_record_put(chunks->cursor, 0, item_bytes, item);
    return true;
}

static bool try_push(struct peer *peer, const void *item)
{
    if (!append(peer, item, peer->item_bytes))
        return false;
    publish((struct chunk_ring *)peer);
    return true;
}

PEER_FLAT static void push_run(struct peer *peer, uint64_t first, uint64_t count)
{
    peer_push_run(peer, first, count, append);
    publish((struct chunk_ring *)peer);
}

/* The record at hand. Gives the chunk back behind its last. */
PEER_INLINE void take(struct chunk_ring *chunks, void *item, uint32_t item_bytes)
{
    memcpy(item, chunks->at + sizeof(uint64_t), item_bytes);
    chunks->at += record_bytes(item_bytes);
    if (chunks->at == chunks->last)
        ho_chunk_ring_release(&chunks->ring, chunks->emptying);
}

static void start_chunk(struct chunk_ring *chunks)
{
    chunks->at = ho_chunk_ring_at(&chunks->ring, chunks->emptying);
    chunks->last = chunks->at + chunks->ring.header[chunks->emptying].used;
}

PEER_INLINE bool pop(struct peer *peer, void *item, uint32_t item_bytes)
{
    struct chunk_ring *chunks = (struct chunk_ring *)peer;

    if (chunks->at == chunks->last) {
        if (!ho_chunk_ring_try_next(&chunks->ring, &chunks->emptying))
            return false;
        start_chunk(chunks);
    }
    take(chunks, item, item_bytes);
    return true;
}

PEER_POPS(chunk_ring, pop)

static bool pop_wait(struct peer *peer, void *item, uint64_t timeout_ns)
{
    struct chunk_ring *chunks = (struct chunk_ring *)peer;

    if (chunks->at == chunks->last) {
        if (!ho_chunk_ring_next(&chunks->ring, &chunks->emptying, timeout_ns))
            return false;
        start_chunk(chunks);
    }
    take(chunks, item, peer->item_bytes);
    return true;
}

static void close_chunk_ring(struct peer *peer)
{
    struct chunk_ring *chunks = (struct chunk_ring *)peer;

    ho_chunk_ring_fini(&chunks->ring);
    free(chunks);
}

static int open_chunk_ring(const struct peer_options *options, struct peer **peer)
{
    struct chunk_ring *chunks = peer_zeros(sizeof *chunks);
    uint32_t chunk_items = (options->capacity + CHUNKS - 1) / CHUNKS;
    int error;

    if (!chunks)
        return -ENOMEM;
    chunks->peer.item_bytes = options->item_bytes;
    error = ho_chunk_ring_init(&chunks->ring, CHUNKS,
                               chunk_items * record_bytes(options->item_bytes), 0);
    if (error) {
        free(chunks);
        return error;
    }
    *peer = &chunks->peer;
    return 0;
}

const struct peer_ops peer_chunk_ring = {
    .name = "chunk-ring",
    .consumers_max = 1,
    .open = open_chunk_ring,
    .close = close_chunk_ring,
    .push_run = push_run,
    .pop_run = chunk_ring_pop_run,
    .try_push = try_push,
    .try_pop = chunk_ring_try_pop,
    .pop_wait = pop_wait,
};
