/* Concurrency Kit's ring: its functions for one consumer, or those for several. */
#include "harness/peers/peer_loops.h"

#include <ck_ring.h>
#include <errno.h>
#include <stdalign.h>

struct item8 {
    uint64_t word[1];
};
struct item16 {
    uint64_t word[2];
};
struct item32 {
    uint64_t word[4];
};
struct item64 {
    uint64_t word[8];
};

CK_RING_PROTOTYPE(item8, item8)
CK_RING_PROTOTYPE(item16, item16)
CK_RING_PROTOTYPE(item32, item32)
CK_RING_PROTOTYPE(item64, item64)

struct ck {
    struct peer peer;
    bool alone;   /* one consumer */
    void *buffer; /* [ring.size] */

    alignas(HO_CACHE_LINE) struct ck_ring ring; /* holds size - 1; size is a power of two */
};

/* The ring takes what it only reads without a const. */
PEER_INLINE void *unconst(const void *item)
{
    return (void *)(uintptr_t)item;
}

PEER_INLINE bool push(struct peer *peer, const void *item, uint32_t item_bytes)
{
    struct ck *ck = (struct ck *)peer;

    switch (item_bytes) {
    case 8:
        return ck_ring_enqueue_spmc_item8(&ck->ring, ck->buffer, unconst(item));
    case 16:
        return ck_ring_enqueue_spmc_item16(&ck->ring, ck->buffer, unconst(item));
    case 32:
        return ck_ring_enqueue_spmc_item32(&ck->ring, ck->buffer, unconst(item));
    default:
        return ck_ring_enqueue_spmc_item64(&ck->ring, ck->buffer, unconst(item));
    }
}

PEER_INLINE bool pop_alone(struct peer *peer, void *item, uint32_t item_bytes)
{
    struct ck *ck = (struct ck *)peer;

    switch (item_bytes) {
    case 8:
        return ck_ring_dequeue_spsc_item8(&ck->ring, ck->buffer, item);
    case 16:
        return ck_ring_dequeue_spsc_item16(&ck->ring, ck->buffer, item);
    case 32:
        return ck_ring_dequeue_spsc_item32(&ck->ring, ck->buffer, item);
    default:
        return ck_ring_dequeue_spsc_item64(&ck->ring, ck->buffer, item);
    }
}

PEER_INLINE bool pop_among(struct peer *peer, void *item, uint32_t item_bytes)
{
    struct ck *ck = (struct ck *)peer;

    switch (item_bytes) {
    case 8:
        return ck_ring_dequeue_spmc_item8(&ck->ring, ck->buffer, item);
    case 16:
        return ck_ring_dequeue_spmc_item16(&ck->ring, ck->buffer, item);
    case 32:
        return ck_ring_dequeue_spmc_item32(&ck->ring, ck->buffer, item);
    default:
        return ck_ring_dequeue_spmc_item64(&ck->ring, ck->buffer, item);
    }
}

PEER_PUSHES(ck, push)
PEER_POPS(alone, pop_alone)
PEER_POPS(among, pop_among)

static void pop_run(struct peer *peer, peer_ended *ended, const void *argument,
                    struct peer_tally *tally)
{
    if (((struct ck *)peer)->alone)
        alone_pop_run(peer, ended, argument, tally);
    else
        among_pop_run(peer, ended, argument, tally);
}

static bool try_pop(struct peer *peer, void *item)
{
    return ((struct ck *)peer)->alone ? alone_try_pop(peer, item) : among_try_pop(peer, item);
}

static void close_ck(struct peer *peer)
{
    struct ck *ck = (struct ck *)peer;

    free(ck->buffer);
    free(ck);
}

static int open_ck(const struct peer_options *options, struct peer **peer)
{
    struct ck *ck = peer_zeros(sizeof *ck);
    uint32_t size = 2;

    if (!ck)
        return -ENOMEM;
    ck->peer.item_bytes = options->item_bytes;
    ck->alone = options->consumers == 1;
    while (size < options->capacity)
        size *= 2;
    ck->buffer = peer_zeros((size_t)size * options->item_bytes);
    if (!ck->buffer) {
        free(ck);
        return -ENOMEM;
    }
    ck_ring_init(&ck->ring, size);
    *peer = &ck->peer;
    return 0;
}

const struct peer_ops peer_ck = {
    .name = "ck",
    .consumers_max = UINT32_MAX,
    .open = open_ck,
    .close = close_ck,
    .push_run = ck_push_run,
    .pop_run = pop_run,
    .try_push = ck_try_push,
    .try_pop = try_pop,
};
