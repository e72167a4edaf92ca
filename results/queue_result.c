#include "results/queue_result.h"

#include <stdio.h>
#include <string.h>

#define PREFIX "queues/"

const char *const queue_figures[QUEUE_FIGURES] = {
    [QUEUE_ITEMS] = "items",
    [QUEUE_RATE] = "items_per_second",
    [QUEUE_WALL] = "wall_ns_per_item",
    [QUEUE_PRODUCER_CPU] = "producer_cpu_ns_per_item",
    [QUEUE_CONSUMER_CPU] = "consumer_cpu_ns_per_item",
    [QUEUE_PUSH_CPU] = "push_cpu_ns",
    [QUEUE_PUSH_WALL] = "push_wall_ns",
    [QUEUE_LOST] = "lost_items",
    [QUEUE_REFUSED] = "refused_pushes",
    [QUEUE_UNACCOUNTED] = "unaccounted_items",
    [QUEUE_LOST_AT_ONCE] = "lost_in_one_push_max",
    [QUEUE_LONGEST_PUSH] = "longest_push_ns",
    [QUEUE_PRODUCER_SHARE] = "producer_core_share",
    [QUEUE_CONSUMER_SHARE] = "consumer_core_share",
    [QUEUE_LATENCY_MAX] = "latency_max_ns",
};

void queue_result_name(const struct queue_result *result, char name[QUEUE_RESULT_NAME_BYTES])
{
    snprintf(name, QUEUE_RESULT_NAME_BYTES, PREFIX "%s/%s%s%s", result->scenario, result->place,
             result->place[0] ? "/" : "", result->queue);
}

/* Copies length bytes, if there are any and they fit. */
static bool copy(char *to, size_t bytes, const char *from, size_t length)
{
    if (length == 0 || length >= bytes)
        return false;
    memcpy(to, from, length);
    to[length] = '\0';
    return true;
}

bool queue_result_parse_name(const char *name, struct queue_result *result)
{
    if (strncmp(name, PREFIX, strlen(PREFIX)) != 0)
        return false;
    name += strlen(PREFIX);

    const char *first = strchr(name, '/'), *last = strrchr(name, '/');
    if (!first)
        return false;
    result->place[0] = '\0';
    if (first != last &&
        !copy(result->place, sizeof result->place, first + 1, (size_t)(last - first) - 1))
        return false;
    return copy(result->scenario, sizeof result->scenario, name, (size_t)(first - name)) &&
           copy(result->queue, sizeof result->queue, last + 1, strlen(last + 1));
}
