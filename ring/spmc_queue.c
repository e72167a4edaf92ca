#include "ring/spmc_queue.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#define TELL_EVERY_MAX 64u

/* A line for each who writes it, and one for what nobody writes. */
static_assert(offsetof(struct ho_spmc_queue, tail) == HO_CACHE_LINE, "producer's");
static_assert(offsetof(struct ho_spmc_queue, head) == 2 * HO_CACHE_LINE, "takers'");
static_assert(offsetof(struct ho_spmc_queue, told) == 3 * HO_CACHE_LINE, "tellers'");
static_assert(offsetof(struct ho_spmc_queue, park) == 4 * HO_CACHE_LINE, "waiters'");

static void empty(struct ho_spmc_queue *queue, uint64_t start)
{
    uint64_t slots = UINT64_C(1) << queue->slots_log2;

    /* As the lap before the next one would have left them. */
    for (uint64_t position = start; position != start + slots; position++)
        atomic_init(ho_spmc_queue_slot(queue, position), !ho_spmc_queue_lap(queue, position));
    atomic_init(&queue->tail, start);
    atomic_init(&queue->head, start);
    atomic_init(&queue->told, start);
    queue->head_seen = start;
}

int ho_spmc_queue_init(struct ho_spmc_queue *queue, uint32_t capacity, uint64_t start)
{
    uint64_t tell_every = 1;
    size_t bytes;

    if (capacity == 0 || capacity > UINT32_C(1) << 31)
        return -EINVAL;
    queue->slots_log2 = 0;
    while (UINT64_C(1) << queue->slots_log2 < capacity)
        queue->slots_log2++;
    bytes = sizeof *queue->slot << queue->slots_log2;
    bytes = (bytes + HO_CACHE_LINE - 1) & ~(size_t)(HO_CACHE_LINE - 1);
    queue->slot = aligned_alloc(HO_CACHE_LINE, bytes);
    if (!queue->slot)
        return -ENOMEM;
    queue->capacity = capacity;
    while (tell_every < TELL_EVERY_MAX && tell_every <= capacity / 32)
        tell_every *= 2;
    queue->tell_mask = tell_every - 1;
    queue->refused = 0;
    empty(queue, start);
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
    uint64_t *word;
};

static bool pop_ready(void *argument)
{
    struct pop *pop = argument;

    return ho_spmc_queue_try_pop(pop->queue, pop->word);
}

bool ho_spmc_queue_pop_wait(struct ho_spmc_queue *queue, uint64_t *word, uint64_t timeout_ns)
{
    struct pop pop = {.queue = queue, .word = word};

    return ho_park_wait(&queue->park, pop_ready, &pop, timeout_ns);
}
