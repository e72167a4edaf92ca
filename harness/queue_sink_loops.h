/*
 * queue_sink_loops.h - what the queue sinks share.
 *
 * A queue sink is made of a put and a take, each a function that waits where it must. They are
 * inlined into the sink's calls and the dispatcher's loop, so that a queue costs what it costs
 * and not a call more. C and C++.
 */
#ifndef HARNESS_QUEUE_SINK_LOOPS_H
#define HARNESS_QUEUE_SINK_LOOPS_H

#include "harness/queue_sink.h"
#include "ring/clock.h"
#include "ring/record.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define QUEUE_SINK_INLINE static inline __attribute__((always_inline))

/* A call. With the top bit of len set it is not a change: the lower bits say what. */
struct queue_event {
    uint64_t time;
    uint32_t id; /* of a change; the enum ho_mark of a mark */
    uint32_t len;
    uint64_t value[2]; /* padded with zeros; above 16 bytes: the address of a copy */
};

#define QUEUE_EVENT_CONTROL   0x80000000u
#define QUEUE_EVENT_MARK      (QUEUE_EVENT_CONTROL | 0)
#define QUEUE_EVENT_CUT       (QUEUE_EVENT_CONTROL | 1)
#define QUEUE_EVENT_END       (QUEUE_EVENT_CONTROL | 2)
#define QUEUE_EVENT_VALUE_MAX 16u

/* Embedded first in each implementation. */
struct queue_sink {
    /* The producer's. */
    struct ho_sink sink;
    int error;    /* sticks */
    bool running; /* the dispatcher was started */
    struct queue_sink_stats stats;

    /* Set by open. */
    struct ho_sink *inner;
    void *(*dispatch)(void *queue); /* the thread */

    pthread_t thread;
    pthread_mutex_t lock;
    int failed; /* the inner sink's first error; under the lock */

    /* The dispatcher's; read after it was joined. */
    uint64_t drained_at; /* ns */
    struct ho_close_times close_times;
};

typedef void queue_sink_put(struct queue_sink *queue, const struct queue_event *event);
typedef void queue_sink_take(struct queue_sink *queue, struct queue_event *event);

#ifdef __cplusplus
extern "C" {
#endif

/*
 * queue_sink.c: what is off the hot path.
 */

void queue_sink_init(struct queue_sink *queue, const struct ho_sink_ops *ops, struct ho_sink *inner,
                     void *(*dispatch)(void *queue));
void queue_sink_fini(struct queue_sink *queue);

int queue_sink_setup(struct ho_sink *sink, const struct ho_dictionary *dictionary);

/* Producer only. Copies a large value. Returns 0 or the error that sticks. */
int queue_sink_spill(struct queue_sink *queue, struct queue_event *event, const void *value);

/* Producer only. Makes the inner sink's error stick, if there is one. Returns what sticks. */
int queue_sink_look(struct queue_sink *queue);

/* Producer only, around a wait: counts it, times it, looks whether the inner sink has failed. */
uint64_t queue_sink_wait_begin(struct queue_sink *queue);
void queue_sink_wait_end(struct queue_sink *queue, uint64_t since_ns);

/* Dispatcher only. The inner sink has failed; all events were taken. */
void queue_sink_failed(struct queue_sink *queue, int error);
void queue_sink_drained(struct queue_sink *queue);

/* Producer only. Waits for the dispatcher, after the end was put; that took from begun_ns on.
 * Returns what sticks. */
int queue_sink_join(struct queue_sink *queue, uint64_t begun_ns, struct ho_close_times *times);

#ifdef __cplusplus
}
#endif

/* The value of len bytes, at most 16, as two words. */
QUEUE_SINK_INLINE void queue_event_set_value(struct queue_event *event, const void *value,
                                             uint32_t len)
{
    if (len - 1 < 8) {
        event->value[0] = ho_record_word(value, len);
        event->value[1] = 0;
    } else if (len > 8) {
        memcpy(&event->value[0], value, 8);
        event->value[1] = ho_record_word((const unsigned char *)value + 8, len - 8);
    } else {
        event->value[0] = event->value[1] = 0;
    }
}

QUEUE_SINK_INLINE int queue_sink_change(struct ho_sink *sink, uint64_t time, uint32_t id,
                                        const void *value, uint32_t len, queue_sink_put *put)
{
    struct queue_sink *queue = (struct queue_sink *)sink;
    struct queue_event event = {time, id, len, {0, 0}};

    if (queue->error)
        return queue->error;
    if (len <= QUEUE_EVENT_VALUE_MAX)
        queue_event_set_value(&event, value, len);
    else if (queue_sink_spill(queue, &event, value))
        return queue->error;
    put(queue, &event);
    return 0;
}

/* A call that is not a change. */
QUEUE_SINK_INLINE int queue_sink_control(struct ho_sink *sink, uint64_t time, uint32_t id,
                                         uint32_t what, queue_sink_put *put)
{
    struct queue_sink *queue = (struct queue_sink *)sink;
    struct queue_event event = {time, id, what, {0, 0}};

    if (queue_sink_look(queue))
        return queue->error;
    put(queue, &event);
    return 0;
}

/* Where the copy of a large value is, or NULL. */
QUEUE_SINK_INLINE void *queue_event_spilled(const struct queue_event *event)
{
    bool spilled = event->len > QUEUE_EVENT_VALUE_MAX && event->len < QUEUE_EVENT_CONTROL;

    return spilled ? (void *)(uintptr_t)event->value[0] : NULL;
}

/* Makes the call on the inner sink. */
QUEUE_SINK_INLINE int queue_event_replay(const struct queue_event *event, struct ho_sink *inner)
{
    switch (event->len) {
    case QUEUE_EVENT_MARK:
        return ho_sink_mark(inner, event->time, (enum ho_mark)event->id);
    case QUEUE_EVENT_CUT:
        return ho_sink_cut(inner);
    default:
        return ho_sink_change(inner, event->time, event->id,
                              event->len <= QUEUE_EVENT_VALUE_MAX ? event->value
                                                                  : queue_event_spilled(event),
                              event->len);
    }
}

QUEUE_SINK_INLINE void *queue_sink_dispatch(struct queue_sink *queue, queue_sink_take *take)
{
    struct queue_event event;
    void *spilled;
    int error = 0;

    for (take(queue, &event); event.len != QUEUE_EVENT_END; take(queue, &event)) {
        if (!error) {
            error = queue_event_replay(&event, queue->inner);
            if (error)
                queue_sink_failed(queue, error);
        }
        spilled = queue_event_spilled(&event);
        if (spilled) /* or every event would cost a call */
            free(spilled);
    }
    queue_sink_drained(queue);
    return NULL;
}

/* Ends the stream and closes the inner sink. Returns what sticks. */
QUEUE_SINK_INLINE int queue_sink_finish(struct queue_sink *queue, struct ho_close_times *times,
                                        queue_sink_put *put)
{
    struct queue_event end = {0, 0, QUEUE_EVENT_END, {0, 0}};
    uint64_t begun_ns = ho_clock_ns();

    if (queue->running)
        put(queue, &end);
    return queue_sink_join(queue, begun_ns, times);
}

/* The calls of a sink, made of a put. */
#define QUEUE_SINK_CALLS(put)                                                              \
    static int change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value, \
                      uint32_t len)                                                        \
    {                                                                                      \
        return queue_sink_change(sink, time, id, value, len, put);                         \
    }                                                                                      \
    static int mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)                \
    {                                                                                      \
        return queue_sink_control(sink, time, mark, QUEUE_EVENT_MARK, put);                \
    }                                                                                      \
    static int cut(struct ho_sink *sink)                                                   \
    {                                                                                      \
        return queue_sink_control(sink, 0, 0, QUEUE_EVENT_CUT, put);                       \
    }

#endif
