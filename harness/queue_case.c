/* The table of cases. The threads are few, the items many: at least eight times the capacity, so
 * that what is measured is a queue at work, not a buffer being filled. */
#include "harness/queue_case.h"

#include <string.h>

#define KIB (1u << 10)
#define MIB (1u << 20)

/* clang-format off */
#define FLAT(place_, bytes_, capacity_, consumers_, items_)                                      \
    {.scenario = "flat", .place = place_, .measure = queue_flat, .item_bytes = bytes_,           \
     .capacity = capacity_, .consumers = consumers_, .items = items_}
#define FULL(place_, consumer_, items_)                                                          \
    {.scenario = "full", .place = place_, .measure = queue_full, .item_bytes = 8,                \
     .capacity = KIB, .consumers = 1, .items = items_, .consumer = consumer_}
#define LOW_RATE(place_, rate_, items_)                                                          \
    {.scenario = "low-rate", .place = place_, .measure = queue_low_rate, .item_bytes = 16,       \
     .capacity = KIB, .consumers = 1, .items = items_, .rate = rate_}
/* clang-format on */

const struct queue_case queue_cases[] = {
    FLAT("8B/32K/1", 8, 32 * KIB, 1, MIB),
    FLAT("16B/32K/1", 16, 32 * KIB, 1, MIB),
    FLAT("64B/32K/1", 64, 32 * KIB, 1, MIB),
    FLAT("16B/1K/1", 16, KIB, 1, MIB),
    FLAT("16B/1M/1", 16, MIB, 1, 8 * MIB),
    FLAT("8B/32K/2", 8, 32 * KIB, 2, MIB),
    FLAT("8B/32K/3", 8, 32 * KIB, 3, MIB),
    FULL("stopped", QUEUE_STOPPED, 128 * KIB),
    FULL("slow", QUEUE_SLOW, MIB),
    FULL("paused", QUEUE_PAUSED, 128 * KIB),
    LOW_RATE("100", 100, 40),
    LOW_RATE("1K", 1000, 100),
    LOW_RATE("10K", 10000, 1000),
    {.scenario = "round-trip",
     .place = "",
     .measure = queue_round_trip,
     .item_bytes = 8,
     .capacity = KIB,
     .consumers = 1,
     .items = 10000},
    {0},
};

bool queue_case_fits(const struct queue_case *at, const struct peer_ops *ops)
{
    if (at->consumers > ops->consumers_max)
        return false;
    if (at->measure == queue_low_rate)
        return ops->pop_wait != NULL;
    if (at->measure == queue_full && at->consumer == QUEUE_PAUSED)
        return ops->pop_paused != NULL;
    return true;
}
