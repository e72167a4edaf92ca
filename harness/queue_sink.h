/*
 * queue_sink.h - the usual way to take a sink off the hot thread: a queue of events.
 *
 * Like the offload it is a sink that wraps a sink, but each call is an item of a queue, and so
 * is handed over by itself. One dispatcher thread makes the same calls, in the same order, on
 * the wrapped sink. It is here to be compared with the ring.
 *
 * Properties
 *    Lossless: on a full queue the producer waits (counted, timed). An item has 32 bytes; a value
 *    of more than 16 is copied to the heap.
 *
 * Safety
 *    One producer thread. The wrapped sink's setup runs on the producer, all else on the
 *    dispatcher.
 *
 * Errors
 *    The wrapped sink's first error sticks: the dispatcher drops what follows, the producer
 *    learns of it when it next waits, marks or cuts.
 */
#ifndef HARNESS_QUEUE_SINK_H
#define HARNESS_QUEUE_SINK_H

#include "ring/sink.h"

#ifdef __cplusplus
extern "C" {
#endif

#define QUEUE_SINK_ITEM_BYTES 32

struct queue_sink_stats {
    uint64_t waits; /* times that the producer found the queue full */
    uint64_t wait_ns;
};

struct queue_sink;

/* Wraps inner. Allocates and touches a queue of capacity items (1 or more). Returns 0 and a
 * queue sink whose sink is queue_sink_sink(), which owns inner; or -ENOMEM, and inner is still
 * the caller's. */
typedef int queue_sink_open(uint32_t capacity, struct ho_sink *inner, struct queue_sink **queue);

queue_sink_open queue_sink_mutex_open; /* a ring under a mutex, condition variables to wait on */
queue_sink_open queue_sink_spsc_open;  /* Lamport's ring, parking */
queue_sink_open queue_sink_boost_open; /* Boost's; -ENOSYS in a build without it */

/* The queue sink as a sink: what the producer calls. */
struct ho_sink *queue_sink_sink(struct queue_sink *queue);

/* Producer only. */
void queue_sink_stats(const struct queue_sink *queue, struct queue_sink_stats *stats);

#ifdef __cplusplus
}
#endif

#endif
