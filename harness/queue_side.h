/*
 * queue_side.h - what the threads of a queue run share: a start, an end, and a check.
 */
#ifndef HARNESS_QUEUE_SIDE_H
#define HARNESS_QUEUE_SIDE_H

#include "harness/queue_case.h"

#include <stdatomic.h>

/* Threads wait at the gate until the producer opens it, so that none is started by the clock. */
struct queue_gate {
    _Atomic uint32_t waiting;
    _Atomic bool open;
};

void queue_gate_wait(struct queue_gate *gate);

/* Opens when so many wait. */
void queue_gate_open(struct queue_gate *gate, uint32_t threads);

/* Set by the producer, behind its last push; a peer_ended. */
struct queue_end {
    _Atomic bool ended;
};

void queue_end_set(struct queue_end *end);
bool queue_ended(const void *end);

/* Leaves the core's resources, and now and then the core, to others. */
void queue_spin(uint32_t *spins);

/* What a consumer got, item by item. */
struct queue_seen {
    struct peer_tally tally;
    uint64_t next; /* the least number that is not backward */
};

void queue_see(struct queue_seen *seen, uint64_t number);

/* All consumers together. */
void queue_tally_add(struct peer_tally *sum, const struct peer_tally *more);

/* Whether the items 0 to count - 1 came, each once, in order, undamaged: 0, or -EBADMSG with a
 * line that says which queue did what. */
int queue_check(const struct queue_case *at, const struct peer_ops *ops, uint64_t count,
                const struct peer_tally *tally, char message[QUEUE_MESSAGE_BYTES]);

/* "spmc, flat 16B/32K/1: WHAT: strerror(-error)". Returns error. */
int queue_fail(const struct queue_case *at, const struct peer_ops *ops, const char *what, int error,
               char message[QUEUE_MESSAGE_BYTES]);

#endif
