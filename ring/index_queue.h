/*
 * index_queue.h - bounded queue of chunk indices, one producer, one consumer.
 *
 * Properties
 *    Wait-free on both sides: Lamport's queue, each side keeping a copy of the other's
 *    position so that it reads the shared one only when the copy says full or empty.
 *
 * Operation
 *    head and tail count pops and pushes modulo 2^32; compare them only by their unsigned
 *    difference.
 *
 *    producer                          consumer
 *    write slot[tail]                  load tail        C1
 *    store tail       P1  --------->   read slot[head]
 *    load head        P2  <---------   store head       C2
 *
 * Safety
 *    P1/C1 hand a filled slot to the consumer, C2/P2 hand an empty one back. Whatever a side
 *    wrote before its store is visible to the other after its load: a chunk's bytes travel
 *    with its index.
 *
 * Source: L. Lamport, Specifying Concurrent Program Modules, TOPLAS 5(2), 1983; the private
 * copies: P. Lee et al., B-Queue / MCRingBuffer, 2009.
 */
#ifndef HO_INDEX_QUEUE_H
#define HO_INDEX_QUEUE_H

#include "ring/cpu.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct ho_index_queue {
    uint32_t *slot; /* [mask + 1]; set once by init, as is mask */
    uint32_t mask;

    /* Each field below is written by one thread only. 0 <= tail - head <= mask + 1. */
    alignas(HO_CACHE_LINE) _Atomic uint32_t tail; /* producer */
    uint32_t head_seen;                           /* producer, private */
    alignas(HO_CACHE_LINE) _Atomic uint32_t head; /* consumer */
    uint32_t tail_seen;                           /* consumer, private */
};

/* A queue for at least capacity indices (1 to 2^31), empty, whose counters begin at start:
 * any value works, tests begin just below the wrap. Returns 0, -EINVAL or -ENOMEM. */
int ho_index_queue_init(struct ho_index_queue *queue, uint32_t capacity, uint32_t start);
void ho_index_queue_fini(struct ho_index_queue *queue);

/* Producer only. False if the queue is full. */
static inline bool ho_index_queue_try_push(struct ho_index_queue *queue, uint32_t index)
{
    /* Relaxed: our own store. */
    uint32_t tail = atomic_load_explicit(&queue->tail, memory_order_relaxed);

    if (tail - queue->head_seen > queue->mask) {
        /* P2: acquire, pairs with C2; the slot was read before we write it again. */
        queue->head_seen = atomic_load_explicit(&queue->head, memory_order_acquire);
        if (tail - queue->head_seen > queue->mask)
            return false;
    }
    queue->slot[tail & queue->mask] = index;
    /* P1: release, pairs with C1; publishes the slot and what was written before. */
    atomic_store_explicit(&queue->tail, tail + 1, memory_order_release);
    return true;
}

/* Consumer only. False if the queue is empty. */
static inline bool ho_index_queue_try_pop(struct ho_index_queue *queue, uint32_t *index)
{
    /* Relaxed: our own store. */
    uint32_t head = atomic_load_explicit(&queue->head, memory_order_relaxed);

    if (head == queue->tail_seen) {
        /* C1: acquire, pairs with P1. */
        queue->tail_seen = atomic_load_explicit(&queue->tail, memory_order_acquire);
        if (head == queue->tail_seen)
            return false;
    }
    *index = queue->slot[head & queue->mask];
    /* C2: release, pairs with P2; the slot has been read. */
    atomic_store_explicit(&queue->head, head + 1, memory_order_release);
    return true;
}

/* Consumer only. How many indices are there, at least. What was written before each of
 * them was pushed is visible. */
static inline uint32_t ho_index_queue_count(struct ho_index_queue *queue)
{
    /* C1 again: acquire, pairs with P1. */
    queue->tail_seen = atomic_load_explicit(&queue->tail, memory_order_acquire);
    return queue->tail_seen - atomic_load_explicit(&queue->head, memory_order_relaxed);
}

#endif
