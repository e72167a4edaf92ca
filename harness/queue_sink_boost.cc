/* Boost's single-producer single-consumer ring. It has no way to wait, so both sides nap, and
 * neither ever has to wake the other. */
#include "harness/queue_sink_loops.h"
#include "ring/cpu.h"

#include <boost/lockfree/spsc_queue.hpp>
#include <cerrno>
#include <ctime>
#include <new>

namespace
{

constexpr long nap_ns = 100000;
constexpr int spins_max = 100; /* before a nap, of eight pauses each */

struct boost_queue : queue_sink {
    boost::lockfree::spsc_queue<queue_event> ring;
    size_t half;

    explicit boost_queue(uint32_t capacity) : ring(capacity), half((capacity + 1) / 2)
    {
    }
};

void nap()
{
    struct timespec time = {0, nap_ns};

    nanosleep(&time, nullptr);
}

/* For half of the queue, so that there is a stretch to fill before the next wait. */
__attribute__((noinline)) void wait_for_room(boost_queue *queue)
{
    uint64_t since_ns = queue_sink_wait_begin(queue);

    while (queue->ring.write_available() < queue->half)
        nap();
    queue_sink_wait_end(queue, since_ns);
}

__attribute__((noinline)) void wait_for_event(boost_queue *queue)
{
    for (int spins = 0; queue->ring.read_available() == 0; spins++) {
        if (spins >= spins_max)
            nap();
        for (int i = 0; i < 8; i++)
            ho_cpu_relax();
    }
}

QUEUE_SINK_INLINE void put(struct queue_sink *base, const struct queue_event *event)
{
    boost_queue *queue = static_cast<boost_queue *>(base);

    while (!queue->ring.push(*event))
        wait_for_room(queue);
}

QUEUE_SINK_INLINE void take(struct queue_sink *base, struct queue_event *event)
{
    boost_queue *queue = static_cast<boost_queue *>(base);

    while (!queue->ring.pop(*event))
        wait_for_event(queue);
}

QUEUE_SINK_CALLS(put)

void *dispatch(void *base)
{
    return queue_sink_dispatch(static_cast<queue_sink *>(base), take);
}

int close_queue(struct ho_sink *sink, struct ho_close_times *times)
{
    boost_queue *queue = static_cast<boost_queue *>(reinterpret_cast<queue_sink *>(sink));
    int error = queue_sink_finish(queue, times, put);

    queue_sink_fini(queue);
    delete queue;
    return error;
}

const struct ho_sink_ops ops = {
    "queue-boost", queue_sink_setup, change, mark, cut, nullptr, nullptr, close_queue,
};

/* Twice, since the ring has a spare slot: then every slot has been written. */
void touch(boost_queue *queue)
{
    struct queue_event event = {};

    for (int lap = 0; lap < 2; lap++) {
        while (queue->ring.push(event))
            ;
        while (queue->ring.pop(event))
            ;
    }
}

} // namespace

int queue_sink_boost_open(uint32_t capacity, struct ho_sink *inner, struct queue_sink **result)
{
    boost_queue *queue;

    try {
        queue = new boost_queue(capacity);
    } catch (const std::bad_alloc &) {
        return -ENOMEM;
    }
    queue_sink_init(queue, &ops, inner, dispatch);
    touch(queue);
    *result = queue;
    return 0;
}
