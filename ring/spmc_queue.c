#include "ring/spmc_queue.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

/* What nobody writes, the producer writes, takers write and waiters write: four groups. */
static_assert(offsetof(struct ho_spmc_queue, tail) == HO_CACHE_LINE, "producer's line");
static_assert(offsetof(struct ho_spmc_queue, head) == 2 * HO_CACHE_LINE, "takers' line");
static_assert(offsetof(struct ho_spmc_queue, park) == 3 * HO_CACHE_LINE, "waiters' line");

int ho_spmc_queue_init(struct ho_spmc_queue *queue, uint32_t capacity, uint64_t start)
{
    size_t slots = 1, bytes;

    if (capacity == 0 || capacity > UINT32_C(1) << 31)
        return -EINVAL;
    while (slots < capacity)
        slots *= 2;
    bytes = slots * sizeof *queue->slot;
    bytes = (bytes + HO_CACHE_LINE - 1) & ~(size_t)(HO_CACHE_LINE - 1);
    queue->slot = aligned_alloc(HO_CACHE_LINE, bytes);
    if (!queue->slot)
        return -ENOMEM;
    for (size_t i = 0; i < slots; i++)
        atomic_init(&queue->slot[i], 0);
    queue->mask = slots - 1;
    queue->capacity = capacity;
    atomic_init(&queue->tail, start);
    atomic_init(&queue->head, start);
    atomic_init(&queue->tail_seen, start);
    queue->head_seen = start;
    ho_park_init(&queue->park);
    return 0;
}

void ho_spmc_queue_fini(struct ho_spmc_queue *queue)
{
    free(queue->slot);
    queue->slot = NULL;
}

struct pop {
    struct ho_spmc_queue *queue;
    uintptr_t *word;
};

static bool pop_ready(void *argument)
{
    struct pop *pop = argument;

    return ho_spmc_queue_try_pop(pop->queue, pop->word);
}

bool ho_spmc_queue_pop_wait(struct ho_spmc_queue *queue, uintptr_t *word, uint64_t timeout_ns)
{
    struct pop pop = {.queue = queue, .word = word};

    return ho_park_wait(&queue->park, pop_ready, &pop, timeout_ns);
}
