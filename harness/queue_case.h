/*
 * queue_case.h - what the queue benchmark makes each queue do.
 *
 * A case is measured by one function, with threads of its own: it opens the peer, which touches
 * its memory, runs both sides, checks what was delivered, and closes it.
 */
#ifndef HARNESS_QUEUE_CASE_H
#define HARNESS_QUEUE_CASE_H

#include "harness/peers/peer.h"
#include "results/queue_result.h"

#define QUEUE_MESSAGE_BYTES 256

struct queue_case;

/* Fills the figures of result, which has its names and NAN. Returns 0; -EBADMSG if the queue lost,
 * doubled, damaged or swapped items; another -errno. Then one line is in message. */
typedef int queue_measure(const struct queue_case *at, const struct peer_ops *ops,
                          struct queue_result *result, char message[QUEUE_MESSAGE_BYTES]);

/* What the consumer of a full queue does. */
enum queue_consumer { QUEUE_STOPPED, QUEUE_SLOW, QUEUE_PAUSED };

struct queue_case {
    const char *scenario, *place;
    queue_measure *measure;
    uint32_t item_bytes, capacity, consumers;
    uint64_t items;               /* to push while the clock runs */
    uint32_t rate;                /* low rate: items a second */
    enum queue_consumer consumer; /* full */
};

queue_measure queue_flat, queue_full, queue_low_rate, queue_round_trip;

/* Whether the queue can take part. */
bool queue_case_fits(const struct queue_case *at, const struct peer_ops *ops);

/* Ended by one without a scenario. */
extern const struct queue_case queue_cases[];

#endif
