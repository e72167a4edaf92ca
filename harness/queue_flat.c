/* As fast as they can: one producer, one or more consumers. */
#include "harness/measure.h"
#include "harness/queue_side.h"

#include <pthread.h>

#define CONSUMERS_MAX 8

struct flat {
    const struct peer_ops *ops;
    struct peer *peer;
    struct queue_gate gate;
    struct queue_end end;
};

struct consumer {
    struct flat *flat;
    pthread_t thread;
    struct peer_tally tally;
    uint64_t cpu_ns, end_ns;
};

static void *consume(void *argument)
{
    struct consumer *consumer = argument;
    struct flat *flat = consumer->flat;

    queue_gate_wait(&flat->gate);
    uint64_t begun_ns = measure_thread_cpu_ns();
    flat->ops->pop_run(flat->peer, queue_ended, &flat->end, &consumer->tally);
    consumer->end_ns = measure_wall_ns();
    consumer->cpu_ns = measure_thread_cpu_ns() - begun_ns;
    return NULL;
}

struct flat_times {
    uint64_t wall_ns, producer_cpu_ns, consumer_cpu_ns;
};

/* Starts the consumers, produces, ends them. */
static int run(struct flat *flat, const struct queue_case *at, struct flat_times *times,
               struct peer_tally *tally)
{
    struct consumer consumers[CONSUMERS_MAX] = {0};
    uint32_t started = 0;
    int error = 0;

    for (; started < at->consumers; started++) {
        consumers[started].flat = flat;
        error = -pthread_create(&consumers[started].thread, NULL, consume, &consumers[started]);
        if (error)
            break;
    }
    queue_gate_open(&flat->gate, started);
    uint64_t begun_ns = measure_wall_ns(), cpu_ns = measure_thread_cpu_ns(), end_ns = 0;
    if (!error)
        flat->ops->push_run(flat->peer, 0, at->items);
    times->producer_cpu_ns = measure_thread_cpu_ns() - cpu_ns;
    queue_end_set(&flat->end);
    for (uint32_t i = 0; i < started; i++) {
        pthread_join(consumers[i].thread, NULL);
        times->consumer_cpu_ns += consumers[i].cpu_ns;
        end_ns = consumers[i].end_ns > end_ns ? consumers[i].end_ns : end_ns;
        queue_tally_add(tally, &consumers[i].tally);
    }
    times->wall_ns = end_ns - begun_ns;
    return error;
}

int queue_flat(const struct queue_case *at, const struct peer_ops *ops, struct queue_result *result,
               char message[QUEUE_MESSAGE_BYTES])
{
    struct peer_options options = {at->capacity, at->item_bytes, at->consumers};
    struct flat flat = {.ops = ops};
    struct flat_times times = {0};
    struct peer_tally tally = {0};
    double items = (double)at->items;

    int error = ops->open(&options, &flat.peer);
    if (error)
        return queue_fail(at, ops, "cannot be opened", error, message);
    error = run(&flat, at, &times, &tally);
    ops->close(flat.peer);
    if (error)
        return queue_fail(at, ops, "no thread", error, message);

    result->figure[QUEUE_ITEMS] = items;
    result->figure[QUEUE_RATE] = items * 1e9 / (double)times.wall_ns;
    result->figure[QUEUE_WALL] = (double)times.wall_ns / items;
    result->figure[QUEUE_PRODUCER_CPU] = (double)times.producer_cpu_ns / items;
    result->figure[QUEUE_CONSUMER_CPU] = (double)times.consumer_cpu_ns / items;
    result->wall_seconds = (double)times.wall_ns / 1e9;
    result->cpu_seconds = (double)(times.producer_cpu_ns + times.consumer_cpu_ns) / 1e9;
    return queue_check(at, ops, at->items, &tally, message);
}
