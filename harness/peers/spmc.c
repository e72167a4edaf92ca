/* Ours: the queue of words. An item of 8 bytes is the word itself; a larger one lies in a cell,
 * and the word is the cell's index. */
#include "harness/peers/peer_loops.h"
#include "ring/spmc_queue.h"

#include <errno.h>
#include <stddef.h>

/* Cells that are neither in the queue nor in a consumer's hands, so that a consumer has long
 * copied an item out when its cell's turn comes again. */
#define CELLS_SPARE 64u

/*
 *    producer                            consumer
 *    busy == 0?       B2  <----------+   pop index
 *    fill; busy = 1                  |   copy out
 *    push index                      +-- busy = 0     B1
 */
struct cell {
    _Atomic uint64_t busy;
    unsigned char item[];
};

struct spmc {
    struct peer peer;
    unsigned char *cells; /* NULL with items of 8 bytes */
    uint32_t cell_count;

    alignas(HO_CACHE_LINE) uint32_t next; /* producer: the cell to look at next */
    struct ho_spmc_queue queue;
};

static_assert(offsetof(struct spmc, queue) >= 2 * HO_CACHE_LINE, "the producer's own line");

PEER_INLINE struct cell *cell_at(const struct spmc *spmc, uint64_t index, uint32_t item_bytes)
{
    return (struct cell *)(spmc->cells + index * peer_slot_bytes(item_bytes));
}

/* Fills a cell that nobody holds; there is one, since queue and consumers hold fewer than there
 * are. Returns its index, and leaves next there until it is in the queue. */
PEER_INLINE uint64_t fill_cell(struct spmc *spmc, const void *item, uint32_t item_bytes)
{
    struct cell *cell = cell_at(spmc, spmc->next, item_bytes);

    /* B2: acquire, pairs with B1; the item was copied out. */
    while (atomic_load_explicit(&cell->busy, memory_order_acquire)) {
        if (++spmc->next == spmc->cell_count)
            spmc->next = 0;
        cell = cell_at(spmc, spmc->next, item_bytes);
    }
    memcpy(cell->item, item, item_bytes);
    /* Relaxed: the push publishes it, as it does the item. */
    atomic_store_explicit(&cell->busy, 1, memory_order_relaxed);
    return spmc->next;
}

PEER_INLINE bool push(struct peer *peer, const void *item, uint32_t item_bytes)
{
    struct spmc *spmc = (struct spmc *)peer;
    uint64_t word;

    if (item_bytes == 8) {
        memcpy(&word, item, 8);
        return ho_spmc_queue_try_push(&spmc->queue, word);
    }
    word = fill_cell(spmc, item, item_bytes);
    if (ho_spmc_queue_try_push(&spmc->queue, word))
        return true;
    /* Relaxed: it is still ours. */
    atomic_store_explicit(&cell_at(spmc, word, item_bytes)->busy, 0, memory_order_relaxed);
    return false;
}

/* Makes the item that the word stands for of it. */
PEER_INLINE void take(struct spmc *spmc, uint64_t word, void *item, uint32_t item_bytes)
{
    struct cell *cell;

    if (item_bytes == 8) {
        memcpy(item, &word, 8);
        return;
    }
    cell = cell_at(spmc, word, item_bytes);
    memcpy(item, cell->item, item_bytes);
    /* B1: release, pairs with B2; the item was copied out. */
    atomic_store_explicit(&cell->busy, 0, memory_order_release);
}

PEER_INLINE bool pop(struct peer *peer, void *item, uint32_t item_bytes)
{
    struct spmc *spmc = (struct spmc *)peer;
    uint64_t word;

    if (!ho_spmc_queue_try_pop(&spmc->queue, &word))
        return false;
    take(spmc, word, item, item_bytes);
    return true;
}

PEER_LOOPS(spmc, push, pop)

static uint64_t push_overwrite(struct peer *peer, const void *item)
{
    struct spmc *spmc = (struct spmc *)peer;
    uint32_t item_bytes = peer->item_bytes;
    uint64_t word, displaced;

    if (item_bytes == 8)
        memcpy(&word, item, 8);
    else
        word = fill_cell(spmc, item, item_bytes);
    if (!ho_spmc_queue_push_overwrite(&spmc->queue, word, &displaced))
        return 0;
    if (item_bytes != 8)
        /* Relaxed: no consumer has seen it, it is ours again. */
        atomic_store_explicit(&cell_at(spmc, displaced, item_bytes)->busy, 0, memory_order_relaxed);
    return 1;
}

static bool pop_wait(struct peer *peer, void *item, uint64_t timeout_ns)
{
    struct spmc *spmc = (struct spmc *)peer;
    uint64_t word;

    if (!ho_spmc_queue_pop_wait(&spmc->queue, &word, timeout_ns))
        return false;
    take(spmc, word, item, peer->item_bytes);
    return true;
}

/*
 * Stops between the look at the slot and the claim, with the steps of ho_spmc_queue_try_pop. The
 * producer cannot tell the difference: before the claim a pop has left no trace; after it the
 * slot is free, and a consumer that stops there holds at most one cell, of which there are more
 * than enough.
 */
static bool pop_paused(struct peer *peer, void *item, void (*pause)(void *argument), void *argument)
{
    struct spmc *spmc = (struct spmc *)peer;
    struct ho_spmc_queue *queue = &spmc->queue;
    uint64_t head = atomic_load_explicit(&queue->head, memory_order_acquire);
    uint64_t slot = atomic_load_explicit(ho_spmc_queue_slot(queue, head), memory_order_acquire);

    if ((slot & 1) != ho_spmc_queue_lap(queue, head))
        return spmc_try_pop(peer, item);
    pause(argument);
    /* Nothing is told: the next consumer that tells, tells this too. */
    if (!atomic_compare_exchange_strong_explicit(&queue->head, &head, head + 1,
                                                 memory_order_release, memory_order_relaxed))
        return spmc_try_pop(peer, item);
    take(spmc, slot / 2, item, peer->item_bytes);
    return true;
}

static void close_spmc(struct peer *peer)
{
    struct spmc *spmc = (struct spmc *)peer;

    ho_spmc_queue_fini(&spmc->queue);
    free(spmc->cells);
    free(spmc);
}

static int open_spmc(const struct peer_options *options, struct peer **peer)
{
    struct spmc *spmc = peer_zeros(sizeof *spmc);
    int error = -ENOMEM;

    if (!spmc)
        return error;
    spmc->peer.item_bytes = options->item_bytes;
    if (options->item_bytes > 8) {
        spmc->cell_count = options->capacity + options->consumers + CELLS_SPARE;
        spmc->cells = peer_zeros(spmc->cell_count * peer_slot_bytes(options->item_bytes));
        if (!spmc->cells)
            goto no_cells;
    }
    error = ho_spmc_queue_init(&spmc->queue, options->capacity, 0);
    if (error)
        goto no_queue;
    *peer = &spmc->peer;
    return 0;

no_queue:
    free(spmc->cells);
no_cells:
    free(spmc);
    return error;
}

const struct peer_ops peer_spmc = {
    .name = "spmc",
    .consumers_max = UINT32_MAX,
    .open = open_spmc,
    .close = close_spmc,
    .push_run = spmc_push_run,
    .pop_run = spmc_pop_run,
    .try_push = spmc_try_push,
    .try_pop = spmc_try_pop,
    .push_overwrite = push_overwrite,
    .pop_wait = pop_wait,
    .pop_paused = pop_paused,
};
