/* Lamport's ring with the items in its slots, made to drop the oldest: since a full queue has the
 * producer pop too, whoever pops takes a lock. A push that finds room takes none. */
#include "harness/peers/peer_loops.h"

#include <errno.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>

/*
 *    producer                          who pops, under the lock
 *    write item at tail                load tail        C1
 *    store tail       P1  --------->   read item at head
 *    load head        P2  <---------   store head       C2
 *
 * 0 <= tail - head <= capacity. Both run freely; the slots follow them.
 */
struct locked {
    struct peer peer;
    unsigned char *items; /* [capacity] */
    uint32_t capacity;

    alignas(HO_CACHE_LINE) _Atomic uint64_t tail; /* producer, as are the next two */
    uint64_t head_seen;
    uint32_t tail_slot;

    alignas(HO_CACHE_LINE) pthread_mutex_t lock; /* of what follows */
    _Atomic uint64_t head;
    uint64_t tail_seen;
    uint32_t head_slot;
};

PEER_INLINE uint32_t after(const struct locked *locked, uint32_t slot)
{
    return slot + 1 == locked->capacity ? 0 : slot + 1;
}

PEER_INLINE bool push(struct peer *peer, const void *item, uint32_t item_bytes)
{
    struct locked *locked = (struct locked *)peer;
    /* Relaxed: our own store. */
    uint64_t tail = atomic_load_explicit(&locked->tail, memory_order_relaxed);

    if (tail - locked->head_seen == locked->capacity) {
        /* P2: acquire, pairs with C2; the item was read before we write its slot again. */
        locked->head_seen = atomic_load_explicit(&locked->head, memory_order_acquire);
        if (tail - locked->head_seen == locked->capacity)
            return false;
    }
    memcpy(locked->items + (size_t)locked->tail_slot * item_bytes, item, item_bytes);
    locked->tail_slot = after(locked, locked->tail_slot);
    /* P1: release, pairs with C1; publishes the item. */
    atomic_store_explicit(&locked->tail, tail + 1, memory_order_release);
    return true;
}

/* Locked. Whether there is an item at head. */
PEER_INLINE bool filled(struct locked *locked, uint64_t head)
{
    if (head == locked->tail_seen)
        /* C1: acquire, pairs with P1. */
        locked->tail_seen = atomic_load_explicit(&locked->tail, memory_order_acquire);
    return head != locked->tail_seen;
}

/* Locked. Gives the slot at head back. */
PEER_INLINE void advance(struct locked *locked, uint64_t head)
{
    locked->head_slot = after(locked, locked->head_slot);
    /* C2: release, pairs with P2; the item has been read. */
    atomic_store_explicit(&locked->head, head + 1, memory_order_release);
}

/* Locked. False if the queue is empty. */
PEER_INLINE bool take(struct locked *locked, void *item, uint32_t item_bytes)
{
    /* Relaxed: stored under the lock. */
    uint64_t head = atomic_load_explicit(&locked->head, memory_order_relaxed);

    if (!filled(locked, head))
        return false;
    memcpy(item, locked->items + (size_t)locked->head_slot * item_bytes, item_bytes);
    advance(locked, head);
    return true;
}

PEER_INLINE bool pop(struct peer *peer, void *item, uint32_t item_bytes)
{
    struct locked *locked = (struct locked *)peer;
    bool taken;

    pthread_mutex_lock(&locked->lock);
    taken = take(locked, item, item_bytes);
    pthread_mutex_unlock(&locked->lock);
    return taken;
}

PEER_LOOPS(locked, push, pop)

static uint64_t push_overwrite(struct peer *peer, const void *item)
{
    struct locked *locked = (struct locked *)peer;
    uint64_t head, tail;
    bool full;

    if (locked_try_push(peer, item))
        return 0;
    pthread_mutex_lock(&locked->lock);
    /* Relaxed: stored under the lock; our own store. */
    head = atomic_load_explicit(&locked->head, memory_order_relaxed);
    tail = atomic_load_explicit(&locked->tail, memory_order_relaxed);
    full = tail - head == locked->capacity;
    locked->tail_seen = tail; /* which head may now pass */
    if (full)
        advance(locked, head);
    pthread_mutex_unlock(&locked->lock);
    locked_try_push(peer, item); /* only we could have filled the room again */
    return full;
}

/* Stops with the lock held: a producer that finds the queue full waits for it. */
static bool pop_paused(struct peer *peer, void *item, void (*pause)(void *argument), void *argument)
{
    struct locked *locked = (struct locked *)peer;
    bool taken;

    pthread_mutex_lock(&locked->lock);
    if (filled(locked, atomic_load_explicit(&locked->head, memory_order_relaxed)))
        pause(argument);
    taken = take(locked, item, peer->item_bytes);
    pthread_mutex_unlock(&locked->lock);
    return taken;
}

static void close_locked(struct peer *peer)
{
    struct locked *locked = (struct locked *)peer;

    pthread_mutex_destroy(&locked->lock);
    free(locked->items);
    free(locked);
}

static int open_locked(const struct peer_options *options, struct peer **peer)
{
    struct locked *locked = peer_zeros(sizeof *locked);

    if (!locked)
        return -ENOMEM;
    locked->peer.item_bytes = options->item_bytes;
    locked->capacity = options->capacity;
    locked->items = peer_zeros((size_t)options->capacity * options->item_bytes);
    if (!locked->items) {
        free(locked);
        return -ENOMEM;
    }
    pthread_mutex_init(&locked->lock, NULL);
    *peer = &locked->peer;
    return 0;
}

const struct peer_ops peer_locked = {
    .name = "locked",
    .consumers_max = UINT32_MAX,
    .open = open_locked,
    .close = close_locked,
    .push_run = locked_push_run,
    .pop_run = locked_pop_run,
    .try_push = locked_try_push,
    .try_pop = locked_try_pop,
    .push_overwrite = push_overwrite,
    .pop_paused = pop_paused,
};
