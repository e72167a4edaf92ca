/* Lamport's ring with the events in its slots; each side keeps a copy of the other's position,
 * and parks where it must wait. */
#include "harness/queue_sink_loops.h"
#include "ring/cpu.h"
#include "ring/park.h"

#include <errno.h>
#include <stdalign.h>
#include <stdatomic.h>

/*
 *    producer                          dispatcher
 *    write event at tail               load tail        C1
 *    store tail       P1  --------->   read event at head
 *    load head        P2  <---------   store head       C2
 *
 * 0 <= tail - head <= capacity. Both run freely; the slots follow them.
 */
struct spsc_queue {
    struct queue_sink base;
    struct queue_event *events; /* [capacity] */
    uint32_t capacity;

    alignas(HO_CACHE_LINE) _Atomic uint64_t tail; /* producer, as are the next two */
    uint64_t head_seen;
    uint32_t tail_slot;

    alignas(HO_CACHE_LINE) _Atomic uint64_t head; /* dispatcher, as are the next three */
    uint64_t tail_seen;
    uint32_t head_slot;
    uint32_t taken; /* since the last wake */

    alignas(HO_CACHE_LINE) struct ho_park filled; /* the dispatcher sleeps here */
    alignas(HO_CACHE_LINE) struct ho_park room;   /* the producer sleeps here */
};

static uint32_t after(const struct spsc_queue *queue, uint32_t slot)
{
    return slot + 1 == queue->capacity ? 0 : slot + 1;
}

/* Producer only. How many events there are, at most. */
static uint64_t look_back(struct spsc_queue *queue)
{
    /* P2: acquire, pairs with C2; the events were read before we write their slots again. */
    queue->head_seen = atomic_load_explicit(&queue->head, memory_order_acquire);
    /* Relaxed: our own store. */
    return atomic_load_explicit(&queue->tail, memory_order_relaxed) - queue->head_seen;
}

static bool half_is_free(void *argument)
{
    struct spsc_queue *queue = argument;

    return look_back(queue) <= queue->capacity / 2;
}

/* For half of the queue, so that there is a stretch to fill before the next wait. */
static __attribute__((noinline)) void wait_for_room(struct spsc_queue *queue)
{
    uint64_t since_ns = queue_sink_wait_begin(&queue->base);

    ho_park_wait(&queue->room, half_is_free, queue, HO_PARK_FOREVER);
    queue_sink_wait_end(&queue->base, since_ns);
}

QUEUE_SINK_INLINE void put(struct queue_sink *base, const struct queue_event *event)
{
    struct spsc_queue *queue = (struct spsc_queue *)base;
    /* Relaxed: our own store. */
    uint64_t tail = atomic_load_explicit(&queue->tail, memory_order_relaxed);

    if (tail - queue->head_seen == queue->capacity && look_back(queue) == queue->capacity)
        wait_for_room(queue);
    queue->events[queue->tail_slot] = *event;
    queue->tail_slot = after(queue, queue->tail_slot);
    /* P1: release, pairs with C1; publishes the event. */
    atomic_store_explicit(&queue->tail, tail + 1, memory_order_release);
    ho_park_wake(&queue->filled);
}

/* Dispatcher only. Whether there is an event. */
static bool is_filled(void *argument)
{
    struct spsc_queue *queue = argument;

    /* C1: acquire, pairs with P1. */
    queue->tail_seen = atomic_load_explicit(&queue->tail, memory_order_acquire);
    /* Relaxed: our own store. */
    return queue->tail_seen != atomic_load_explicit(&queue->head, memory_order_relaxed);
}

static void wake_producer(struct spsc_queue *queue)
{
    queue->taken = 0;
    ho_park_wake(&queue->room);
}

static __attribute__((noinline)) void wait_for_event(struct spsc_queue *queue)
{
    wake_producer(queue); /* or both would sleep */
    ho_park_wait(&queue->filled, is_filled, queue, HO_PARK_FOREVER);
}

QUEUE_SINK_INLINE void take(struct queue_sink *base, struct queue_event *event)
{
    struct spsc_queue *queue = (struct spsc_queue *)base;
    /* Relaxed: our own store. */
    uint64_t head = atomic_load_explicit(&queue->head, memory_order_relaxed);

    if (head == queue->tail_seen && !is_filled(queue))
        wait_for_event(queue);
    *event = queue->events[queue->head_slot];
    queue->head_slot = after(queue, queue->head_slot);
    /* C2: release, pairs with P2; the event has been read. */
    atomic_store_explicit(&queue->head, head + 1, memory_order_release);
    if (++queue->taken >= queue->capacity / 2)
        wake_producer(queue);
}

QUEUE_SINK_CALLS(put)

static void *dispatch(void *base)
{
    return queue_sink_dispatch(base, take);
}

static int close_queue(struct ho_sink *sink, struct ho_close_times *times)
{
    struct spsc_queue *queue = (struct spsc_queue *)sink;
    int error = queue_sink_finish(&queue->base, times, put);

    queue_sink_fini(&queue->base);
    free(queue->events);
    free(queue);
    return error;
}

static const struct ho_sink_ops ops = {
    .name = "queue-spsc",
    .setup = queue_sink_setup,
    .change = change,
    .mark = mark,
    .cut = cut,
    .close = close_queue,
};

int queue_sink_spsc_open(uint32_t capacity, struct ho_sink *inner, struct queue_sink **result)
{
    struct spsc_queue *queue = aligned_alloc(alignof(struct spsc_queue), sizeof *queue);
    size_t bytes = (size_t)capacity * sizeof *queue->events;

    if (!queue)
        return -ENOMEM;
    memset(queue, 0, sizeof *queue);
    queue->capacity = capacity;
    queue->events = aligned_alloc(HO_CACHE_LINE,
                                  (bytes + HO_CACHE_LINE - 1) / HO_CACHE_LINE * HO_CACHE_LINE);
    if (!queue->events) {
        free(queue);
        return -ENOMEM;
    }
    memset(queue->events, 0, bytes);
    queue_sink_init(&queue->base, &ops, inner, dispatch);
    ho_park_init(&queue->filled);
    ho_park_init(&queue->room);
    *result = &queue->base;
    return 0;
}
