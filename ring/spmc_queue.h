/*
 * spmc_queue.h - bounded queue of words, one producer, any number of consumers.
 *
 * Properties
 *    The producer is wait-free, whatever a consumer does, even if it stops for good in the
 *    middle of a pop: on a full queue push_overwrite takes the oldest word back, as one more
 *    consumer, with one compare-and-swap. If that fails a consumer has just made room. So it
 *    loses at most one word a call. Consumers are lock-free. No more than capacity words are
 *    ever there, any number from 1 up.
 *
 * Operation
 *    tail counts pushes, head counts what was taken out; 0 <= tail - head <= capacity. Both run
 *    freely. A slot holds a word and the parity of the lap that it was written in: so a consumer
 *    sees from the slot alone whether it is filled, and the two sides meet in the slots.
 *
 *    producer                               consumer
 *                                           h = head                            C0
 *    slot[tail] = word, lap   P1  ------->  read slot[h]; filled in this lap?   C1
 *    tail + 1                               head: compare with h, swap to h + 1 C2
 *    wake, if somebody waits                now and then: told = h + 1          P3
 *    head_seen = told         C3  <-------  (P3)
 *    full: take one as well   P2  ------->  (C0, as from C2)
 *
 *    A look at head takes the line away that consumers claim with, and costs them more than all
 *    else. So they tell every so many words how far they are, on a line of its own, and a
 *    producer that finds the queue full looks there; at head only one time in so many.
 *
 * Safety
 *    A consumer reads the slot first and claims it then: a claimed slot is already free, and
 *    nobody ever waits for a claim to be followed by something. What a consumer read counts only
 *    if its claim succeeds, and then nobody had moved head: the slot was not written again.
 *    P1/C1 hand over the word and what the producer wrote before the push.
 *    C2/C0 and P2/C0: who sees h sees slot[h] as it was when it was last taken, or later. Two laps
 *    behind, parity would take it for filled.
 *    P3/C3: the producer never again sees a head that is behind told.
 *    For a read not to see the write that follows its claim, C1 is enough: it would have come
 *    after a look at that claim.
 *
 * Sources: taking the displaced word back by compare-and-swap, eclipse iceoryx, SpscSofi; the
 * producer as one more consumer, liblsl, consumer_queue; telling in batches, P. Lee et al.,
 * MCRingBuffer, 2009.
 */
#ifndef HO_SPMC_QUEUE_H
#define HO_SPMC_QUEUE_H

#include "ring/cpu.h"
#include "ring/park.h"

#include <assert.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define HO_SPMC_WORD_MAX (UINT64_MAX >> 1)

/* A producer that is refused so many times in a row looks at head itself. */
#define HO_SPMC_LOOK_EVERY 64u

struct ho_spmc_queue {
    /* Set once by init. */
    _Atomic uint64_t *slot; /* [1 << slots_log2]: word * 2 + parity of the lap */
    uint64_t capacity;      /* <= 1 << slots_log2 */
    uint64_t tell_mask;     /* a consumer tells when it took a position with these bits set */
    uint32_t slots_log2;

    alignas(HO_CACHE_LINE) _Atomic uint64_t tail; /* producer */
    uint64_t head_seen;                           /* producer, private; not ahead of head */
    uint32_t refused; /* producer, private: times in a row, < HO_SPMC_LOOK_EVERY */
    alignas(HO_CACHE_LINE) _Atomic uint64_t head; /* whoever takes a word out */
    alignas(HO_CACHE_LINE) _Atomic uint64_t told; /* consumers; not ahead of head */
    alignas(HO_CACHE_LINE) struct ho_park park;   /* consumers sleep here */
};

/* A queue for capacity words (1 to 2^31), empty, whose positions begin at start: any value works,
 * tests begin just below the wrap. Returns 0, -EINVAL or -ENOMEM. */
int ho_spmc_queue_init(struct ho_spmc_queue *queue, uint32_t capacity, uint64_t start);
void ho_spmc_queue_fini(struct ho_spmc_queue *queue);

static inline _Atomic uint64_t *ho_spmc_queue_slot(const struct ho_spmc_queue *queue,
                                                   uint64_t position)
{
    return &queue->slot[position & ((UINT64_C(1) << queue->slots_log2) - 1)];
}

static inline uint64_t ho_spmc_queue_lap(const struct ho_spmc_queue *queue, uint64_t position)
{
    return position >> queue->slots_log2 & 1;
}

/* Producer only. Whether the queue is full as far as consumers have told. */
static inline bool ho_spmc_queue_looks_full(struct ho_spmc_queue *queue, uint64_t tail)
{
    uint64_t told;

    if (tail - queue->head_seen < queue->capacity)
        return false;
    /* C3: acquire, pairs with P3; the slots up to there were read. */
    told = atomic_load_explicit(&queue->told, memory_order_acquire);
    if (tail - told >= queue->capacity)
        return true; /* also where told is behind head_seen */
    queue->head_seen = told;
    queue->refused = 0;
    return false;
}

/* Producer only. Fills the slot at tail, which is free. */
static inline void ho_spmc_queue_put(struct ho_spmc_queue *queue, uint64_t tail, uint64_t word)
{
    assert(word <= HO_SPMC_WORD_MAX);
    /* P1: release, pairs with C1; publishes the word and what was written before. */
    atomic_store_explicit(ho_spmc_queue_slot(queue, tail),
                          word * 2 + ho_spmc_queue_lap(queue, tail), memory_order_release);
    /* Relaxed: others only estimate with it. */
    atomic_store_explicit(&queue->tail, tail + 1, memory_order_relaxed);
    ho_park_wake(&queue->park);
}

/* Producer only. Pushes word, at most HO_SPMC_WORD_MAX. False if the queue is full; room that
 * no consumer has told of yet is found after HO_SPMC_LOOK_EVERY refusals. */
static inline bool ho_spmc_queue_try_push(struct ho_spmc_queue *queue, uint64_t word)
{
    /* Relaxed: our own store. */
    uint64_t tail = atomic_load_explicit(&queue->tail, memory_order_relaxed);

    if (ho_spmc_queue_looks_full(queue, tail)) {
        if (++queue->refused < HO_SPMC_LOOK_EVERY)
            return false;
        queue->refused = 0;
        /* Relaxed: a claimed slot is free. */
        queue->head_seen = atomic_load_explicit(&queue->head, memory_order_relaxed);
        if (tail - queue->head_seen == queue->capacity)
            return false;
    }
    ho_spmc_queue_put(queue, tail, word);
    return true;
}

/* Producer only. Pushes word in any case. Returns true if the queue was full: then the oldest
 * word made room and is in *displaced, and no consumer sees it. */
static inline bool ho_spmc_queue_push_overwrite(struct ho_spmc_queue *queue, uint64_t word,
                                                uint64_t *displaced)
{
    /* Relaxed: our own store. */
    uint64_t tail = atomic_load_explicit(&queue->tail, memory_order_relaxed);
    bool full = false;

    if (ho_spmc_queue_looks_full(queue, tail)) {
        uint64_t oldest = tail - queue->capacity;

        /* Relaxed: our own store. */
        *displaced = atomic_load_explicit(ho_spmc_queue_slot(queue, oldest), memory_order_relaxed) /
                     2;
        /* P2: release, pairs with C0. If it fails, a consumer has made room. */
        queue->head_seen = oldest;
        full = atomic_compare_exchange_strong_explicit(&queue->head, &queue->head_seen, oldest + 1,
                                                       memory_order_release, memory_order_relaxed);
        queue->head_seen += full;
    }
    ho_spmc_queue_put(queue, tail, word);
    return full;
}

/* Any thread. False if the queue is empty. */
static inline bool ho_spmc_queue_try_pop(struct ho_spmc_queue *queue, uint64_t *word)
{
    uint64_t head;

    for (;;) {
        uint64_t slot;

        /* C0: acquire, pairs with C2 and P2; no slot is seen two laps behind. */
        head = atomic_load_explicit(&queue->head, memory_order_acquire);
        /* C1: acquire, pairs with P1. */
        slot = atomic_load_explicit(ho_spmc_queue_slot(queue, head), memory_order_acquire);
        if ((slot & 1) != ho_spmc_queue_lap(queue, head)) {
            /* Relaxed: if the slot is a lap ahead C1 brings the head that let it be. */
            if (atomic_load_explicit(&queue->head, memory_order_relaxed) == head)
                return false;
            continue;
        }
        *word = slot / 2;
        /* C2: release, pairs with C0. Relaxed: from a failure nothing is used. */
        if (atomic_compare_exchange_strong_explicit(&queue->head, &head, head + 1,
                                                    memory_order_release, memory_order_relaxed))
            break;
    }
    if ((head & queue->tell_mask) == queue->tell_mask)
        /* P3: release, pairs with C3; all up to here were read. */
        atomic_store_explicit(&queue->told, head + 1, memory_order_release);
    return true;
}

/* Any thread. Waits for a word at most timeout_ns (HO_PARK_FOREVER: no end). False if none
 * came. */
bool ho_spmc_queue_pop_wait(struct ho_spmc_queue *queue, uint64_t *word, uint64_t timeout_ns);

/* Any thread. How many words there are, at some moment about now. */
static inline uint64_t ho_spmc_queue_count(const struct ho_spmc_queue *queue)
{
    /* Relaxed: an estimate. The two are not of one moment. */
    uint64_t head = atomic_load_explicit(&queue->head, memory_order_relaxed);
    uint64_t count = atomic_load_explicit(&queue->tail, memory_order_relaxed) - head;

    if (count >> 63)
        return 0;
    return count < queue->capacity ? count : queue->capacity;
}

#endif
