/* Ping-pong: an item goes through one queue and comes back through another. */
#include "harness/measure.h"
#include "harness/queue_side.h"

#include <pthread.h>

#define WARM_UP 1000 /* round trips that are not counted */

struct round_trip {
    const struct peer_ops *ops;
    struct peer *there, *back;
    struct queue_gate gate;
    struct queue_end end;
};

static void send(const struct peer_ops *ops, struct peer *peer, uint64_t item)
{
    uint32_t spins = 0;

    while (!ops->try_push(peer, &item))
        queue_spin(&spins);
}

/* Returns false if the other side has ended. */
static bool receive(const struct round_trip *trip, struct peer *peer, uint64_t *item)
{
    uint32_t spins = 0;

    while (!trip->ops->try_pop(peer, item)) {
        if (queue_ended(&trip->end))
            return false;
        queue_spin(&spins);
    }
    return true;
}

static void *echo(void *argument)
{
    struct round_trip *trip = argument;
    uint64_t item;

    queue_gate_wait(&trip->gate);
    while (receive(trip, trip->there, &item))
        send(trip->ops, trip->back, item);
    return NULL;
}

/* Every item comes back before the next one is sent. */
static void ping(struct round_trip *trip, uint64_t count, struct queue_seen *seen,
                 struct queue_result *result)
{
    uint64_t longest_ns = 0, before_ns = measure_wall_ns(), item;

    for (uint64_t i = 0; i < count + WARM_UP; i++) {
        send(trip->ops, trip->there, i);
        receive(trip, trip->back, &item);
        queue_see(seen, item);
        uint64_t after_ns = measure_wall_ns(), ns = after_ns - before_ns;
        before_ns = after_ns;
        if (i < WARM_UP)
            continue;
        histogram_add(&result->latency, ns);
        longest_ns = ns > longest_ns ? ns : longest_ns;
    }
    result->figure[QUEUE_LATENCY_MAX] = (double)longest_ns;
}

static int run(struct round_trip *trip, uint64_t count, struct queue_seen *seen,
               struct queue_result *result)
{
    pthread_t thread;

    int error = -pthread_create(&thread, NULL, echo, trip);
    if (error)
        return error;
    queue_gate_open(&trip->gate, 1);
    uint64_t begun_ns = measure_wall_ns(), cpu_ns = measure_thread_cpu_ns();
    ping(trip, count, seen, result);
    result->figure[QUEUE_ITEMS] = (double)count;
    result->cpu_seconds = (double)(measure_thread_cpu_ns() - cpu_ns) / 1e9;
    result->wall_seconds = (double)(measure_wall_ns() - begun_ns) / 1e9;
    queue_end_set(&trip->end);
    pthread_join(thread, NULL);
    return 0;
}

int queue_round_trip(const struct queue_case *at, const struct peer_ops *ops,
                     struct queue_result *result, char message[QUEUE_MESSAGE_BYTES])
{
    struct peer_options options = {at->capacity, at->item_bytes, 1};
    struct round_trip trip = {.ops = ops};
    struct queue_seen seen = {0};

    int error = ops->open(&options, &trip.there);
    if (error)
        return queue_fail(at, ops, "cannot be opened", error, message);
    error = ops->open(&options, &trip.back);
    if (error) {
        ops->close(trip.there);
        return queue_fail(at, ops, "cannot be opened", error, message);
    }
    error = run(&trip, at->items, &seen, result);
    ops->close(trip.back);
    ops->close(trip.there);
    if (error)
        return queue_fail(at, ops, "no thread", error, message);
    return queue_check(at, ops, at->items + WARM_UP, &seen.tally, message);
}
