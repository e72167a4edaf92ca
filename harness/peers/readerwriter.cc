/* moodycamel's ReaderWriterQueue, and the same with a semaphore for a consumer that waits. It
 * could grow; here it refuses. */
#include "harness/peers/peer_template.h"

#include <readerwriterqueue/readerwriterqueue.h>

namespace
{

template <template <typename, size_t> class Queue> struct readerwriter_queue {
    template <uint32_t bytes> struct queue {
        Queue<peer_item<bytes>, 512> inner; /* 512 is the library's own choice */

        explicit queue(uint32_t capacity) : inner(capacity)
        {
        }

        bool push(const peer_item<bytes> &item)
        {
            return inner.try_enqueue(item);
        }

        bool pop(peer_item<bytes> &item)
        {
            return inner.try_dequeue(item);
        }
    };
};

using plain = peer_template<readerwriter_queue<moodycamel::ReaderWriterQueue>>;
using blocking = peer_template<readerwriter_queue<moodycamel::BlockingReaderWriterQueue>>;

PEER_LOOPS(plain, plain::push, plain::pop)
PEER_LOOPS(blocking, blocking::push, blocking::pop)

template <uint32_t bytes> bool wait_sized(struct peer *peer, void *item, int64_t timeout_us)
{
    peer_item<bytes> copy;

    if (!blocking::queue_of<bytes>(peer).inner.wait_dequeue_timed(copy, timeout_us))
        return false;
    memcpy(item, &copy, bytes);
    return true;
}

bool pop_wait(struct peer *peer, void *item, uint64_t timeout_ns)
{
    int64_t timeout_us = (int64_t)(timeout_ns / 1000);

    switch (peer->item_bytes) {
    case 8:
        return wait_sized<8>(peer, item, timeout_us);
    case 16:
        return wait_sized<16>(peer, item, timeout_us);
    case 32:
        return wait_sized<32>(peer, item, timeout_us);
    default:
        return wait_sized<64>(peer, item, timeout_us);
    }
}

} // namespace

const struct peer_ops peer_readerwriter = {
    "readerwriter", 1,
    plain::open,    plain::close,
    plain_push_run, plain_pop_run,
    plain_try_push, plain_try_pop,
    nullptr,        nullptr,
    nullptr,
};

const struct peer_ops peer_readerwriter_wait = {
    "readerwriter-wait",
    1,
    blocking::open,
    blocking::close,
    blocking_push_run,
    blocking_pop_run,
    blocking_try_push,
    blocking_try_pop,
    nullptr,
    pop_wait,
    nullptr,
};
