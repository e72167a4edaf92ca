/* Ours: Lamport's queue of indices, with the items in cells. */
#include "ring/index_queue.h"

#include "harness/peers/peer_loops.h"

#include <errno.h>

/*
 * The cells are filled in turn. While the producer fills one, before it knows of room in the
 * queue, as many as the queue has slots may be in it, and one more was popped and is being copied
 * out: so there are two cells more than slots. That the copying from a cell has ended the
 * producer knows from the consumer's next pop, through the queue's C2/P2.
 */
#define CELLS_MORE 2u

struct index_queue {
    struct peer peer;
    unsigned char *cells;
    uint32_t cell_count;

    alignas(HO_CACHE_LINE) uint32_t next; /* producer: the cell to fill */
    struct ho_index_queue queue;
};

PEER_INLINE unsigned char *cell_at(const struct index_queue *indices, uint32_t index,
                                   uint32_t item_bytes)
{
    return indices->cells + (size_t)index * item_bytes;
}

PEER_INLINE bool push(struct peer *peer, const void *item, uint32_t item_bytes)
{
    struct index_queue *indices = (struct index_queue *)peer;

    memcpy(cell_at(indices, indices->next, item_bytes), item, item_bytes);
    if (!ho_index_queue_try_push(&indices->queue, indices->next))
        return false;
    if (++indices->next == indices->cell_count)
        indices->next = 0;
    return true;
}

PEER_INLINE bool pop(struct peer *peer, void *item, uint32_t item_bytes)
{
    struct index_queue *indices = (struct index_queue *)peer;
    uint32_t index;

    if (!ho_index_queue_try_pop(&indices->queue, &index))
        return false;
    memcpy(item, cell_at(indices, index, item_bytes), item_bytes);
    return true;
}

PEER_LOOPS(index_queue, push, pop)

/* Stops before the slot is given back, when all else can be done: until then the producer sees
 * nothing of a pop, so that wherever before it is the same. */
static bool pop_paused(struct peer *peer, void *item, void (*pause)(void *argument), void *argument)
{
    struct index_queue *indices = (struct index_queue *)peer;

    if (ho_index_queue_count(&indices->queue) == 0)
        return false;
    pause(argument);
    return index_queue_try_pop(peer, item);
}

static void close_index_queue(struct peer *peer)
{
    struct index_queue *indices = (struct index_queue *)peer;

    ho_index_queue_fini(&indices->queue);
    free(indices->cells);
    free(indices);
}

static int open_index_queue(const struct peer_options *options, struct peer **peer)
{
    struct index_queue *indices = peer_zeros(sizeof *indices);
    int error;

    if (!indices)
        return -ENOMEM;
    indices->peer.item_bytes = options->item_bytes;
    error = ho_index_queue_init(&indices->queue, options->capacity, 0);
    if (error)
        goto no_queue;
    memset(indices->queue.slot, 0, (indices->queue.mask + 1) * sizeof *indices->queue.slot);
    indices->cell_count = indices->queue.mask + 1 + CELLS_MORE;
    error = -ENOMEM;
    indices->cells = peer_zeros((size_t)indices->cell_count * options->item_bytes);
    if (!indices->cells)
        goto no_cells;
    *peer = &indices->peer;
    return 0;

no_cells:
    ho_index_queue_fini(&indices->queue);
no_queue:
    free(indices);
    return error;
}

const struct peer_ops peer_index_queue = {
    .name = "index-queue",
    .consumers_max = 1,
    .open = open_index_queue,
    .close = close_index_queue,
    .push_run = index_queue_push_run,
    .pop_run = index_queue_pop_run,
    .try_push = index_queue_try_push,
    .try_pop = index_queue_try_pop,
    .pop_paused = pop_paused,
};
