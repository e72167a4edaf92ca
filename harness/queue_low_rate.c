/* Few items: a producer that sleeps between them, a consumer that waits for them in its pop. */
#include "harness/measure.h"
#include "harness/queue_side.h"

#include <pthread.h>
#include <time.h>

#define TIMEOUT_NS 50000000 /* of a pop; it is tried again */

struct item {
    uint64_t number;
    uint64_t pushed_ns;
};

struct low_rate {
    const struct queue_case *at;
    const struct peer_ops *ops;
    struct peer *peer;
    struct queue_gate gate;
    struct queue_end end;

    struct queue_seen seen; /* the consumer's, as all below */
    struct histogram latency;
    uint64_t latency_ns_max;
    uint64_t consumer_cpu_ns;
};

static void see(struct low_rate *low, const struct item *item)
{
    uint64_t latency_ns = measure_wall_ns() - item->pushed_ns;

    histogram_add(&low->latency, latency_ns);
    if (latency_ns > low->latency_ns_max)
        low->latency_ns_max = latency_ns;
    queue_see(&low->seen, item->number);
}

static void *consume(void *argument)
{
    struct low_rate *low = argument;
    struct item item;

    queue_gate_wait(&low->gate);
    uint64_t begun_ns = measure_thread_cpu_ns();
    while (low->seen.tally.items < low->at->items) {
        bool ended = queue_ended(&low->end);
        if (low->ops->pop_wait(low->peer, &item, TIMEOUT_NS))
            see(low, &item);
        else if (ended)
            break; /* nothing came after the last push: it is lost */
    }
    low->consumer_cpu_ns = measure_thread_cpu_ns() - begun_ns;
    return NULL;
}

/* A time is kept however late the one before was, so the rate does not drift. */
static void sleep_until(uint64_t then_ns)
{
    uint64_t now_ns = measure_wall_ns();
    struct timespec left;

    if (now_ns >= then_ns)
        return;
    left.tv_sec = (time_t)((then_ns - now_ns) / 1000000000);
    left.tv_nsec = (long)((then_ns - now_ns) % 1000000000);
    nanosleep(&left, NULL);
}

static void produce(struct low_rate *low, uint64_t begun_ns)
{
    uint64_t period_ns = 1000000000 / low->at->rate;
    uint32_t spins = 0;

    for (uint64_t i = 0; i < low->at->items; i++) {
        sleep_until(begun_ns + (i + 1) * period_ns);
        struct item item = {i, measure_wall_ns()};
        while (!low->ops->try_push(low->peer, &item))
            queue_spin(&spins);
    }
}

int queue_low_rate(const struct queue_case *at, const struct peer_ops *ops,
                   struct queue_result *result, char message[QUEUE_MESSAGE_BYTES])
{
    struct peer_options options = {at->capacity, at->item_bytes, 1};
    struct low_rate low = {.at = at, .ops = ops};
    pthread_t thread;

    int error = ops->open(&options, &low.peer);
    if (error)
        return queue_fail(at, ops, "cannot be opened", error, message);
    error = -pthread_create(&thread, NULL, consume, &low);
    if (error) {
        ops->close(low.peer);
        return queue_fail(at, ops, "no thread", error, message);
    }
    queue_gate_open(&low.gate, 1);
    uint64_t begun_ns = measure_wall_ns(), cpu_ns = measure_thread_cpu_ns();
    produce(&low, begun_ns);
    uint64_t producer_cpu_ns = measure_thread_cpu_ns() - cpu_ns;
    double wall_ns = (double)(measure_wall_ns() - begun_ns);
    queue_end_set(&low.end);
    pthread_join(thread, NULL);
    ops->close(low.peer);

    result->figure[QUEUE_ITEMS] = (double)at->items;
    result->figure[QUEUE_PRODUCER_SHARE] = (double)producer_cpu_ns / wall_ns;
    result->figure[QUEUE_CONSUMER_SHARE] = (double)low.consumer_cpu_ns / wall_ns;
    result->figure[QUEUE_LATENCY_MAX] = (double)low.latency_ns_max;
    result->latency = low.latency;
    result->wall_seconds = wall_ns / 1e9;
    result->cpu_seconds = (double)(producer_cpu_ns + low.consumer_cpu_ns) / 1e9;
    return queue_check(at, ops, at->items, &low.seen.tally, message);
}
