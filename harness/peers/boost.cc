/* Boost's single-producer single-consumer ring. */
#include "harness/peers/peer_template.h"

#include <boost/lockfree/spsc_queue.hpp>

namespace
{

struct spsc_queue {
    template <uint32_t bytes> struct queue : boost::lockfree::spsc_queue<peer_item<bytes>> {
        explicit queue(uint32_t capacity) : boost::lockfree::spsc_queue<peer_item<bytes>>(capacity)
        {
        }
    };
};

using made = peer_template<spsc_queue>;

PEER_LOOPS(boost, made::push, made::pop)

} // namespace

const struct peer_ops peer_boost = {
    "boost-spsc",  1,       made::open, made::close, boost_push_run, boost_pop_run, boost_try_push,
    boost_try_pop, nullptr, nullptr,    nullptr,
};
