/*
 * A producer that goes on pushing when the queue is full, with a consumer that is stopped, slow,
 * or stopped in the middle of a pop.
 *
 * Two passes: one for the mean, with a clock read at its ends only, and one with a clock read
 * after every push, for the longest.
 */
#include "harness/measure.h"
#include "harness/queue_side.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#define SLOW_NS      1000     /* a slow consumer's work an item */
#define PAUSE_NS_MAX 20000000 /* a producer that waits for the consumer would wait for ever */
#define LOOK_NS      100000   /* how often a paused consumer looks whether it may go on */

struct full {
    const struct queue_case *at;
    const struct peer_ops *ops;
    struct peer *peer;
    struct queue_gate gate;
    struct queue_gate pause; /* the consumer waits there when it is in the middle of its pop */
    struct queue_end end;
    struct queue_seen seen; /* the consumer's, then the rest that is left */

    uint64_t accepted, refused, lost; /* producer; accepted is also the next item's number */
    uint64_t lost_at_once, longest_ns;
    uint64_t cpu_ns, wall_ns;
};

static void push(struct full *full)
{
    uint64_t lost = 0;

    if (full->ops->push_overwrite) {
        lost = full->ops->push_overwrite(full->peer, &full->accepted);
        full->accepted++;
    } else if (full->ops->try_push(full->peer, &full->accepted)) {
        full->accepted++;
    } else {
        full->refused++;
    }
    full->lost += lost;
    if (lost > full->lost_at_once)
        full->lost_at_once = lost;
}

static void push_all(struct full *full)
{
    uint64_t begun_ns = measure_wall_ns(), cpu_ns = measure_thread_cpu_ns();

    for (uint64_t i = 0; i < full->at->items; i++)
        push(full);
    full->cpu_ns = measure_thread_cpu_ns() - cpu_ns;
    full->wall_ns = measure_wall_ns() - begun_ns;
}

static void push_all_clocked(struct full *full)
{
    uint64_t before_ns = measure_wall_ns();

    for (uint64_t i = 0; i < full->at->items; i++) {
        push(full);
        uint64_t after_ns = measure_wall_ns();
        if (after_ns - before_ns > full->longest_ns)
            full->longest_ns = after_ns - before_ns;
        before_ns = after_ns;
    }
}

/* Until the producer has made its pushes, or waits for us. */
static void pause_pop(void *argument)
{
    struct full *full = argument;
    uint64_t until_ns = measure_wall_ns() + PAUSE_NS_MAX;

    queue_gate_wait(&full->pause);
    while (!queue_ended(&full->end) && measure_wall_ns() < until_ns)
        nanosleep(&(struct timespec){.tv_nsec = LOOK_NS}, NULL);
}

static void pop_slowly(struct full *full)
{
    uint32_t spins = 0;
    uint64_t item;

    while (!queue_ended(&full->end)) {
        if (!full->ops->try_pop(full->peer, &item)) {
            queue_spin(&spins);
            continue;
        }
        queue_see(&full->seen, item);
        for (uint64_t until_ns = measure_wall_ns() + SLOW_NS; measure_wall_ns() < until_ns;)
            continue;
    }
}

static void *consume(void *argument)
{
    struct full *full = argument;
    uint64_t item;

    queue_gate_wait(&full->gate);
    if (full->at->consumer == QUEUE_SLOW)
        pop_slowly(full);
    else if (full->ops->pop_paused(full->peer, &item, pause_pop, full))
        queue_see(&full->seen, item);
    return NULL;
}

/* A full queue, the pushes, and what is left of it. */
static int run(struct full *full, void (*produce)(struct full *))
{
    pthread_t thread;
    uint64_t item;

    while (full->ops->try_push(full->peer, &full->accepted))
        full->accepted++;
    if (full->at->consumer != QUEUE_STOPPED) {
        int error = -pthread_create(&thread, NULL, consume, full);
        if (error)
            return error;
        queue_gate_open(&full->gate, 1);
    }
    if (full->at->consumer == QUEUE_PAUSED)
        queue_gate_open(&full->pause, 1);
    produce(full);
    queue_end_set(&full->end);
    if (full->at->consumer != QUEUE_STOPPED)
        pthread_join(thread, NULL);
    while (full->ops->try_pop(full->peer, &item))
        queue_see(&full->seen, item);
    return 0;
}

/* Items may be missing, which is a figure; none may come twice, or before an earlier one. */
static int check(const struct full *full, char message[QUEUE_MESSAGE_BYTES])
{
    struct peer_tally tally = full->seen.tally;

    if (full->lost == 0 && tally.items == full->accepted)
        return queue_check(full->at, full->ops, full->accepted, &tally, message);
    tally.sum = full->accepted * (full->accepted - 1) / 2; /* of which some are not here */
    tally.items = full->accepted;
    return queue_check(full->at, full->ops, full->accepted, &tally, message);
}

static int pass(struct full *full, void (*produce)(struct full *),
                char message[QUEUE_MESSAGE_BYTES])
{
    struct peer_options options = {full->at->capacity, full->at->item_bytes, 1};

    int error = full->ops->open(&options, &full->peer);
    if (error)
        return queue_fail(full->at, full->ops, "cannot be opened", error, message);
    error = run(full, produce);
    full->ops->close(full->peer);
    if (error)
        return queue_fail(full->at, full->ops, "no thread", error, message);
    return check(full, message);
}

int queue_full(const struct queue_case *at, const struct peer_ops *ops, struct queue_result *result,
               char message[QUEUE_MESSAGE_BYTES])
{
    struct full mean = {.at = at, .ops = ops}, clocked = {.at = at, .ops = ops};
    double pushes = (double)at->items;

    int error = pass(&mean, push_all, message);
    if (!error)
        error = pass(&clocked, push_all_clocked, message);
    if (error)
        return error;

    uint64_t at_once = mean.lost_at_once;
    if (clocked.lost_at_once > at_once)
        at_once = clocked.lost_at_once;
    result->figure[QUEUE_ITEMS] = pushes;
    result->figure[QUEUE_PUSH_CPU] = (double)mean.cpu_ns / pushes;
    result->figure[QUEUE_PUSH_WALL] = (double)mean.wall_ns / pushes;
    result->figure[QUEUE_LOST] = (double)mean.lost;
    result->figure[QUEUE_REFUSED] = (double)mean.refused;
    result->figure[QUEUE_UNACCOUNTED] = (double)mean.accepted - (double)mean.lost -
                                        (double)mean.seen.tally.items;
    result->figure[QUEUE_LOST_AT_ONCE] = (double)at_once;
    result->figure[QUEUE_LONGEST_PUSH] = (double)clocked.longest_ns;
    result->wall_seconds = (double)mean.wall_ns / 1e9;
    result->cpu_seconds = (double)mean.cpu_ns / 1e9;
    return 0;
}
