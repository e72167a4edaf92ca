/*
 * peer_loops.h - the loops that are timed, the same for every peer.
 *
 * A peer is made of a push and a pop, each a static inline function that knows the size of an
 * item as a constant. They are inlined into the loops, once a size: what is timed is the queue,
 * not calls to it. C and C++.
 */
#ifndef HARNESS_PEERS_PEER_LOOPS_H
#define HARNESS_PEERS_PEER_LOOPS_H

#include "harness/peers/peer_item.h"
#include "harness/peers/peer_list.h"
#include "ring/cpu.h"

#include <sched.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PEER_DECLARE(name) extern const struct peer_ops peer_##name;
PEER_LIST(PEER_DECLARE)

#ifdef __cplusplus
}
#endif

/* Embedded first in each implementation. */
struct peer {
    uint32_t item_bytes;
};

/* bytes zeros from the begin of a line on, all touched. NULL if there is no memory. For free. */
static inline void *peer_zeros(size_t bytes)
{
    size_t lines = (bytes + HO_CACHE_LINE - 1) / HO_CACHE_LINE;
    void *zeros = aligned_alloc(HO_CACHE_LINE, lines * HO_CACHE_LINE);

    if (zeros)
        memset(zeros, 0, lines * HO_CACHE_LINE);
    return zeros;
}

/* Of slots that hold an item behind a word: 8 + item_bytes, and so much more that none lies
 * across two lines. */
PEER_INLINE size_t peer_slot_bytes(uint32_t item_bytes)
{
    return 2 * (size_t)item_bytes;
}

/* False if the queue is full; empty. */
typedef bool peer_push(struct peer *peer, const void *item, uint32_t item_bytes);
typedef bool peer_pop(struct peer *peer, void *item, uint32_t item_bytes);

/* Waiting, for room or for an item: the core is left to others for a moment, and, where that did
 * not help for long, to another thread. */
#define PEER_RELAXES 8
#define PEER_TRIES   1000

PEER_INLINE void peer_wait(uint32_t *tries)
{
    if (++*tries > PEER_TRIES)
        sched_yield();
    else
        for (int i = 0; i < PEER_RELAXES; i++)
            ho_cpu_relax();
}

PEER_INLINE void peer_push_items(struct peer *peer, uint64_t first, uint64_t count, peer_push *push,
                                 uint32_t item_bytes)
{
    uint64_t item[PEER_ITEM_BYTES_MAX / 8];

    for (uint64_t i = 0; i < count; i++) {
        uint32_t tries = 0;

        peer_item_fill(item, item_bytes, first + i);
        while (!push(peer, item, item_bytes))
            peer_wait(&tries);
    }
}

PEER_INLINE void peer_pop_items(struct peer *peer, peer_ended *ended, const void *argument,
                                struct peer_tally *tally, peer_pop *pop, uint32_t item_bytes)
{
    uint64_t item[PEER_ITEM_BYTES_MAX / 8], next = 0;
    struct peer_tally seen = {0, 0, 0, 0};
    bool ending = false; /* no more will be pushed */
    uint32_t tries = 0;

    for (;;) {
        if (pop(peer, item, item_bytes)) {
            uint64_t number = peer_item_number(item);

            seen.items++;
            seen.sum += number;
            seen.backward += number < next;
            seen.damaged += !peer_item_whole(item, item_bytes);
            next = number + 1;
            tries = 0;
        } else if (ending) {
            break;
        } else {
            ending = ended(argument);
            if (!ending)
                peer_wait(&tries);
        }
    }
    *tally = seen;
}

PEER_INLINE void peer_push_run(struct peer *peer, uint64_t first, uint64_t count, peer_push *push)
{
    switch (peer->item_bytes) {
    case 8:
        peer_push_items(peer, first, count, push, 8);
        break;
    case 16:
        peer_push_items(peer, first, count, push, 16);
        break;
    case 32:
        peer_push_items(peer, first, count, push, 32);
        break;
    case 64:
        peer_push_items(peer, first, count, push, 64);
        break;
    }
}

PEER_INLINE void peer_pop_run(struct peer *peer, peer_ended *ended, const void *argument,
                              struct peer_tally *tally, peer_pop *pop)
{
    switch (peer->item_bytes) {
    case 8:
        peer_pop_items(peer, ended, argument, tally, pop, 8);
        break;
    case 16:
        peer_pop_items(peer, ended, argument, tally, pop, 16);
        break;
    case 32:
        peer_pop_items(peer, ended, argument, tally, pop, 32);
        break;
    case 64:
        peer_pop_items(peer, ended, argument, tally, pop, 64);
        break;
    }
}

/* Flat: a library's functions are inlined too, whatever the compiler thinks of their size. */
#define PEER_FLAT __attribute__((flatten))

/* The operations that every peer has, made of its push and pop. */
#define PEER_PUSHES(name, push)                                                              \
    PEER_FLAT static void name##_push_run(struct peer *peer, uint64_t first, uint64_t count) \
    {                                                                                        \
        peer_push_run(peer, first, count, push);                                             \
    }                                                                                        \
    static bool name##_try_push(struct peer *peer, const void *item)                         \
    {                                                                                        \
        return push(peer, item, peer->item_bytes);                                           \
    }

#define PEER_POPS(name, pop)                                                             \
    PEER_FLAT static void name##_pop_run(struct peer *peer, peer_ended *ended,           \
                                         const void *argument, struct peer_tally *tally) \
    {                                                                                    \
        peer_pop_run(peer, ended, argument, tally, pop);                                 \
    }                                                                                    \
    static bool name##_try_pop(struct peer *peer, void *item)                            \
    {                                                                                    \
        return pop(peer, item, peer->item_bytes);                                        \
    }

#define PEER_LOOPS(name, push, pop) \
    PEER_PUSHES(name, push)         \
    PEER_POPS(name, pop)

#endif
