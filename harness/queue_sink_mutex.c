/* A ring under a mutex, with a condition variable for each side to wait on. */
#include "harness/queue_sink_loops.h"
#include "ring/cpu.h"

#include <errno.h>
#include <stdalign.h>

struct mutex_queue {
    struct queue_sink base;
    struct queue_event *events; /* [capacity] */
    uint32_t capacity;

    alignas(HO_CACHE_LINE) pthread_mutex_t lock; /* of what follows */
    pthread_cond_t filled, room;
    uint32_t head, tail; /* slots */
    uint32_t count;      /* events */
    bool hungry;         /* the dispatcher waits */
    bool stuffed;        /* the producer waits */
};

static uint32_t after(const struct mutex_queue *queue, uint32_t slot)
{
    return slot + 1 == queue->capacity ? 0 : slot + 1;
}

/* Locked. The dispatcher wakes the producer when half of the queue is free, so that it has a
 * stretch to fill before it sleeps again. */
static __attribute__((noinline)) void wait_for_room(struct mutex_queue *queue)
{
    uint64_t since_ns = queue_sink_wait_begin(&queue->base);

    queue->stuffed = true;
    while (queue->stuffed)
        pthread_cond_wait(&queue->room, &queue->lock);
    queue_sink_wait_end(&queue->base, since_ns);
}

QUEUE_SINK_INLINE void put(struct queue_sink *base, const struct queue_event *event)
{
    struct mutex_queue *queue = (struct mutex_queue *)base;
    bool wake;

    pthread_mutex_lock(&queue->lock);
    if (queue->count == queue->capacity)
        wait_for_room(queue);
    queue->events[queue->tail] = *event;
    queue->tail = after(queue, queue->tail);
    queue->count++;
    wake = queue->hungry;
    pthread_mutex_unlock(&queue->lock);
    if (wake)
        pthread_cond_signal(&queue->filled);
}

QUEUE_SINK_INLINE void take(struct queue_sink *base, struct queue_event *event)
{
    struct mutex_queue *queue = (struct mutex_queue *)base;
    bool wake;

    pthread_mutex_lock(&queue->lock);
    while (queue->count == 0) {
        queue->hungry = true;
        pthread_cond_wait(&queue->filled, &queue->lock);
        queue->hungry = false;
    }
    *event = queue->events[queue->head];
    queue->head = after(queue, queue->head);
    queue->count--;
    wake = queue->stuffed && queue->count <= queue->capacity / 2;
    if (wake)
        queue->stuffed = false;
    pthread_mutex_unlock(&queue->lock);
    if (wake)
        pthread_cond_signal(&queue->room);
}

QUEUE_SINK_CALLS(put)

static void *dispatch(void *base)
{
    return queue_sink_dispatch(base, take);
}

static void free_queue(struct mutex_queue *queue)
{
    pthread_cond_destroy(&queue->room);
    pthread_cond_destroy(&queue->filled);
    pthread_mutex_destroy(&queue->lock);
    queue_sink_fini(&queue->base);
    free(queue->events);
    free(queue);
}

static int close_queue(struct ho_sink *sink, struct ho_close_times *times)
{
    struct mutex_queue *queue = (struct mutex_queue *)sink;
    int error = queue_sink_finish(&queue->base, times, put);

    free_queue(queue);
    return error;
}

static const struct ho_sink_ops ops = {
    .name = "queue-mutex",
    .setup = queue_sink_setup,
    .change = change,
    .mark = mark,
    .cut = cut,
    .close = close_queue,
};

int queue_sink_mutex_open(uint32_t capacity, struct ho_sink *inner, struct queue_sink **result)
{
    struct mutex_queue *queue = aligned_alloc(alignof(struct mutex_queue), sizeof *queue);
    size_t bytes = (size_t)capacity * sizeof *queue->events;

    if (!queue)
        return -ENOMEM;
    memset(queue, 0, sizeof *queue);
    queue->capacity = capacity;
    queue->events = aligned_alloc(QUEUE_SINK_ITEM_BYTES, bytes);
    if (!queue->events) {
        free(queue);
        return -ENOMEM;
    }
    memset(queue->events, 0, bytes);
    queue_sink_init(&queue->base, &ops, inner, dispatch);
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->filled, NULL);
    pthread_cond_init(&queue->room, NULL);
    *result = &queue->base;
    return 0;
}
