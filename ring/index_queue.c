#include "ring/index_queue.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

/* Nothing that one side writes shares a line with what the other side writes. */
static_assert(offsetof(struct ho_index_queue, tail) % HO_CACHE_LINE == 0, "producer's line");
static_assert(offsetof(struct ho_index_queue, head) % HO_CACHE_LINE == 0, "consumer's line");

int ho_index_queue_init(struct ho_index_queue *queue, uint32_t capacity, uint32_t start)
{
    uint32_t slots = 1;

    if (capacity == 0 || capacity > UINT32_C(1) << 31)
        return -EINVAL;
    while (slots < capacity)
        slots *= 2;
    queue->slot = calloc(slots, sizeof *queue->slot);
    if (!queue->slot)
        return -ENOMEM;
    queue->mask = slots - 1;
    atomic_init(&queue->tail, start);
    atomic_init(&queue->head, start);
    queue->head_seen = start;
    queue->tail_seen = start;
    return 0;
}

void ho_index_queue_fini(struct ho_index_queue *queue)
{
    free(queue->slot);
    queue->slot = NULL;
}
