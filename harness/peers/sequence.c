/*
 * A sequence number in each slot, and a producer that pops when the queue is full.
 *
 *    sequence == position             free for the push at that position
 *    sequence == position + 1         filled
 *    sequence == position + slots     free for the next lap
 *
 *    producer                            who pops
 *    sequence says free?  P2  <------+   sequence says filled?   C1
 *    write item                      |   head: swap to head + 1
 *    sequence + 1         P1         |   read item
 *                          +-> (C1)  +-- sequence of next lap    C2
 *
 * Between the swap and C2 a slot is neither filled nor free. A consumer that stops there stops
 * the producer one lap on: each pop of it frees a slot further ahead, never the one that it
 * needs, until the queue is empty and it can only wait.
 *
 * As a design of its own, and with a lock and a notify at each push, for consumers that wait.
 *
 * Sources: D. Vyukov, bounded MPMC queue, 1024cores.net; the producer as a second consumer and
 * the notify: liblsl, consumer_queue.
 */
#include "harness/peers/deadline.h"
#include "harness/peers/peer_loops.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stddef.h>

struct slot {
    _Atomic uint64_t sequence;
    unsigned char item[];
};

struct sequence {
    struct peer peer;
    unsigned char *slots; /* [mask + 1]; with one slot, filled and free would be the same */
    uint64_t mask;

    alignas(HO_CACHE_LINE) uint64_t tail;         /* producer */
    alignas(HO_CACHE_LINE) _Atomic uint64_t head; /* whoever pops */

    /* Of those who wait. */
    alignas(HO_CACHE_LINE) pthread_mutex_t lock;
    pthread_cond_t filled;
};

static_assert(offsetof(struct sequence, head) == 2 * HO_CACHE_LINE, "a line for each");

PEER_INLINE struct slot *slot_at(const struct sequence *sequence, uint64_t position,
                                 uint32_t item_bytes)
{
    return (struct slot *)(sequence->slots +
                           (position & sequence->mask) * peer_slot_bytes(item_bytes));
}

PEER_INLINE bool push(struct peer *peer, const void *item, uint32_t item_bytes)
{
    struct sequence *sequence = (struct sequence *)peer;
    struct slot *slot = slot_at(sequence, sequence->tail, item_bytes);

    /* P2: acquire, pairs with C2; the item was read. */
    if (atomic_load_explicit(&slot->sequence, memory_order_acquire) != sequence->tail)
        return false;
    memcpy(slot->item, item, item_bytes);
    /* P1: release, pairs with C1; publishes the item. */
    atomic_store_explicit(&slot->sequence, ++sequence->tail, memory_order_release);
    return true;
}

/* Any thread. Makes the oldest item the caller's. False if there is none. */
PEER_INLINE bool claim(struct sequence *sequence, uint64_t *position, uint32_t item_bytes)
{
    /* Relaxed: a stale position makes the swap fail. */
    uint64_t head = atomic_load_explicit(&sequence->head, memory_order_relaxed);

    for (;;) {
        struct slot *slot = slot_at(sequence, head, item_bytes);
        /* C1: acquire, pairs with P1. */
        uint64_t seen = atomic_load_explicit(&slot->sequence, memory_order_acquire);
        int64_t ahead = (int64_t)(seen - (head + 1));

        if (ahead < 0)
            return false; /* free, or still in the hands of a consumer of the lap before */
        if (ahead > 0)
            head = atomic_load_explicit(&sequence->head, memory_order_relaxed);
        /* Relaxed, both: C1 and C2 order the item. */
        else if (atomic_compare_exchange_weak_explicit(&sequence->head, &head, head + 1,
                                                       memory_order_relaxed, memory_order_relaxed))
            break;
    }
    *position = head;
    return true;
}

/* Who claimed the slot. Gives it back. */
PEER_INLINE void give_back(struct sequence *sequence, uint64_t position, uint32_t item_bytes)
{
    /* C2: release, pairs with P2; the item has been read. */
    atomic_store_explicit(&slot_at(sequence, position, item_bytes)->sequence,
                          position + sequence->mask + 1, memory_order_release);
}

PEER_INLINE bool pop(struct peer *peer, void *item, uint32_t item_bytes)
{
    struct sequence *sequence = (struct sequence *)peer;
    uint64_t position;

    if (!claim(sequence, &position, item_bytes))
        return false;
    memcpy(item, slot_at(sequence, position, item_bytes)->item, item_bytes);
    give_back(sequence, position, item_bytes);
    return true;
}

PEER_LOOPS(sequence, push, pop)

static uint64_t push_overwrite(struct peer *peer, const void *item)
{
    struct sequence *sequence = (struct sequence *)peer;
    uint64_t position, lost = 0;
    uint32_t tries = 0;

    while (!sequence_try_push(peer, item)) {
        if (claim(sequence, &position, peer->item_bytes)) {
            give_back(sequence, position, peer->item_bytes);
            lost++;
        } else {
            peer_wait(&tries);
        }
    }
    return lost;
}

/* Stops when the slot is claimed and not yet given back. */
static bool pop_paused(struct peer *peer, void *item, void (*pause)(void *argument), void *argument)
{
    struct sequence *sequence = (struct sequence *)peer;
    uint64_t position;

    if (!claim(sequence, &position, peer->item_bytes))
        return false;
    pause(argument);
    memcpy(item, slot_at(sequence, position, peer->item_bytes)->item, peer->item_bytes);
    give_back(sequence, position, peer->item_bytes);
    return true;
}

/* The lock, so that a consumer has either seen the item or waits already. */
PEER_INLINE void notify(struct sequence *sequence)
{
    pthread_mutex_lock(&sequence->lock);
    pthread_mutex_unlock(&sequence->lock);
    pthread_cond_signal(&sequence->filled);
}

PEER_INLINE bool push_notify(struct peer *peer, const void *item, uint32_t item_bytes)
{
    if (!push(peer, item, item_bytes))
        return false;
    notify((struct sequence *)peer);
    return true;
}

PEER_LOOPS(notifying, push_notify, pop)

static uint64_t push_overwrite_notify(struct peer *peer, const void *item)
{
    uint64_t lost = push_overwrite(peer, item);

    notify((struct sequence *)peer);
    return lost;
}

static bool pop_wait(struct peer *peer, void *item, uint64_t timeout_ns)
{
    struct sequence *sequence = (struct sequence *)peer;
    struct timespec until;
    bool taken = sequence_try_pop(peer, item);
    int timed_out = 0;

    if (taken)
        return true;
    until = deadline(timeout_ns);
    pthread_mutex_lock(&sequence->lock);
    while (!(taken = sequence_try_pop(peer, item)) && !timed_out)
        timed_out = pthread_cond_timedwait(&sequence->filled, &sequence->lock, &until);
    pthread_mutex_unlock(&sequence->lock);
    return taken;
}

static void close_sequence(struct peer *peer)
{
    struct sequence *sequence = (struct sequence *)peer;

    pthread_cond_destroy(&sequence->filled);
    pthread_mutex_destroy(&sequence->lock);
    free(sequence->slots);
    free(sequence);
}

static int open_sequence(const struct peer_options *options, struct peer **peer)
{
    struct sequence *sequence = peer_zeros(sizeof *sequence);
    uint64_t slots = 2;

    if (!sequence)
        return -ENOMEM;
    sequence->peer.item_bytes = options->item_bytes;
    while (slots < options->capacity)
        slots *= 2;
    sequence->mask = slots - 1;
    sequence->slots = peer_zeros(slots * peer_slot_bytes(options->item_bytes));
    if (!sequence->slots) {
        free(sequence);
        return -ENOMEM;
    }
    for (uint64_t i = 0; i < slots; i++)
        atomic_init(&slot_at(sequence, i, options->item_bytes)->sequence, i);
    pthread_mutex_init(&sequence->lock, NULL);
    pthread_cond_init(&sequence->filled, NULL);
    *peer = &sequence->peer;
    return 0;
}

const struct peer_ops peer_sequence = {
    .name = "sequence",
    .consumers_max = UINT32_MAX,
    .open = open_sequence,
    .close = close_sequence,
    .push_run = sequence_push_run,
    .pop_run = sequence_pop_run,
    .try_push = sequence_try_push,
    .try_pop = sequence_try_pop,
    .push_overwrite = push_overwrite,
    .pop_paused = pop_paused,
};

const struct peer_ops peer_sequence_notify = {
    .name = "sequence-notify",
    .consumers_max = UINT32_MAX,
    .open = open_sequence,
    .close = close_sequence,
    .push_run = notifying_push_run,
    .pop_run = notifying_pop_run,
    .try_push = notifying_try_push,
    .try_pop = notifying_try_pop,
    .push_overwrite = push_overwrite_notify,
    .pop_wait = pop_wait,
    .pop_paused = pop_paused,
};
