/*
 * spmc_queue.h - bounded queue of words, one producer, any number of consumers.
 *
 * Properties
 *    The producer is wait-free, whatever a consumer does, even if it stops for good in the
 *    middle of a pop: on a full queue push_overwrite takes the oldest word back, as one more
 *    consumer, with one compare-and-swap. If that fails a consumer has just made room. So it
 *    loses at most one word a call. Consumers are lock-free. The capacity is exact.
 *
 * Operation
 *    tail counts pushes, head counts what was taken out; 0 <= tail - head <= capacity. Both run
 *    freely: 64 bits do not wrap, so a position is never met twice.
 *
 *    producer                              consumer
 *    write slot[tail]                      load tail, unless tail_seen is ahead   C1, C3
 *    store tail         P1  ---------->    store it in tail_seen                  P3
 *    wake, if somebody waits               read slot[head]
 *    load head          P2  <----------    head: compare, and swap to head + 1    C2
 *
 * Safety
 *    A consumer reads the slot first and claims it then: a claimed slot is already free, and
 *    nobody ever waits for a claim to be followed by something. What a consumer read counts only
 *    if its claim succeeds, and then nobody had moved head: the slot was not written again.
 *    P1/C1, or P1/C1 of another consumer and P3/C3, hand over what the producer wrote before the
 *    push; C2/P2 tell it that the slot was read.
 *
 * The one-spare-slot idea of taking the displaced word back by compare-and-swap is that of
 * eclipse iceoryx's SpscSofi; liblsl's consumer queue is where the producer pops on overflow.
 */
#ifndef HO_SPMC_QUEUE_H
#define HO_SPMC_QUEUE_H

#include "ring/cpu.h"
#include "ring/park.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct ho_spmc_queue {
    /* Set once by init. */
    _Atomic uintptr_t *slot; /* [mask + 1] */
    uint64_t mask;           /* a power of two less 1; capacity <= mask + 1 */
    uint64_t capacity;

    alignas(HO_CACHE_LINE) _Atomic uint64_t tail; /* producer */
    uint64_t head_seen;                           /* producer, private; <= head */
    alignas(HO_CACHE_LINE) _Atomic uint64_t head; /* whoever takes a word out */
    _Atomic uint64_t tail_seen;                   /* consumers; <= tail */
    alignas(HO_CACHE_LINE) struct ho_park park;   /* consumers sleep here */
};

/* A queue for capacity words (1 to 2^31), empty, whose positions begin at start. Returns 0,
 * -EINVAL or -ENOMEM. */
int ho_spmc_queue_init(struct ho_spmc_queue *queue, uint32_t capacity, uint64_t start);
void ho_spmc_queue_fini(struct ho_spmc_queue *queue);

/* Producer only. Writes the word to its place, which is free. */
static inline void ho_spmc_queue_put(struct ho_spmc_queue *queue, uint64_t tail, uintptr_t word)
{
    /* Relaxed: P1 publishes it. */
    atomic_store_explicit(&queue->slot[tail & queue->mask], word, memory_order_relaxed);
    /* P1: release, pairs with C1; publishes the slot and what was written before. */
    atomic_store_explicit(&queue->tail, tail + 1, memory_order_release);
    ho_park_wake(&queue->park);
}

/* Producer only. False if the queue is full. */
static inline bool ho_spmc_queue_try_push(struct ho_spmc_queue *queue, uintptr_t word)
{
    /* Relaxed: our own store. */
    uint64_t tail = atomic_load_explicit(&queue->tail, memory_order_relaxed);

    if (tail - queue->head_seen == queue->capacity) {
        /* P2: acquire, pairs with C2; the slots up to there were read. */
        queue->head_seen = atomic_load_explicit(&queue->head, memory_order_acquire);
        if (tail - queue->head_seen == queue->capacity)
            return false;
    }
    ho_spmc_queue_put(queue, tail, word);
    return true;
}

/* Producer only. Pushes word in any case. Returns true if the queue was full: then the oldest
 * word made room and is in *displaced, and no consumer sees it. */
static inline bool ho_spmc_queue_push_overwrite(struct ho_spmc_queue *queue, uintptr_t word,
                                                uintptr_t *displaced)
{
    /* Relaxed: our own store. */
    uint64_t tail = atomic_load_explicit(&queue->tail, memory_order_relaxed);
    uint64_t oldest = tail - queue->capacity;
    bool full = false;

    if (queue->head_seen == oldest) {
        /* P2: acquire, pairs with C2; the slots up to there were read. */
        queue->head_seen = atomic_load_explicit(&queue->head, memory_order_acquire);
        if (queue->head_seen == oldest) {
            /* Relaxed: our own store. */
            *displaced = atomic_load_explicit(&queue->slot[oldest & queue->mask],
                                              memory_order_relaxed);
            /* P2 again, if a consumer was faster: then there is room. */
            full = atomic_compare_exchange_strong_explicit(&queue->head, &queue->head_seen,
                                                           oldest + 1, memory_order_acquire,
                                                           memory_order_acquire);
            queue->head_seen += full;
        }
    }
    ho_spmc_queue_put(queue, tail, word);
    return full;
}

/* Any thread. False if the queue is empty. */
static inline bool ho_spmc_queue_try_pop(struct ho_spmc_queue *queue, uintptr_t *word)
{
    /* Relaxed: a stale position makes the claim fail. */
    uint64_t head = atomic_load_explicit(&queue->head, memory_order_relaxed);
    bool claimed;

    do {
        /* C3: acquire, pairs with P3. */
        if (head >= atomic_load_explicit(&queue->tail_seen, memory_order_acquire)) {
            /* C1: acquire, pairs with P1. It can be behind head, which others moved. */
            uint64_t tail = atomic_load_explicit(&queue->tail, memory_order_acquire);

            if (head >= tail)
                return false;
            /* P3: release, pairs with C3; passes on what C1 brought. */
            atomic_store_explicit(&queue->tail_seen, tail, memory_order_release);
        }
        /* Relaxed: C1 or C3 brought it; if it has been written again the claim fails. */
        *word = atomic_load_explicit(&queue->slot[head & queue->mask], memory_order_relaxed);
        /* C2: release, pairs with P2; the slot has been read. */
        claimed = atomic_compare_exchange_strong_explicit(
            &queue->head, &head, head + 1, memory_order_release, memory_order_relaxed);
    } while (!claimed);
    return true;
}

/* Any thread. Waits for a word at most timeout_ns (HO_PARK_FOREVER: no end). False if none
 * came. */
bool ho_spmc_queue_pop_wait(struct ho_spmc_queue *queue, uintptr_t *word, uint64_t timeout_ns);

/* Any thread. How many words there are, at some moment about now. */
static inline uint64_t ho_spmc_queue_count(const struct ho_spmc_queue *queue)
{
    /* Relaxed: an estimate. */
    uint64_t head = atomic_load_explicit(&queue->head, memory_order_relaxed);
    uint64_t tail = atomic_load_explicit(&queue->tail, memory_order_relaxed);
    uint64_t count = tail - head;

    /* The two are not of one moment. */
    return tail < head ? 0 : count < queue->capacity ? count : queue->capacity;
}

#endif
