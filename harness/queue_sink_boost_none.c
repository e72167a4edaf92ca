#include "harness/queue_sink.h"

#include <errno.h>

int queue_sink_boost_open(uint32_t capacity, struct ho_sink *inner, struct queue_sink **queue)
{
    (void)capacity, (void)inner, (void)queue;
    return -ENOSYS;
}
