/*
 * peer_item.h - what an item is made of: its number, and words that follow from it.
 */
#ifndef HARNESS_PEERS_PEER_ITEM_H
#define HARNESS_PEERS_PEER_ITEM_H

#include "harness/peers/peer.h"

#include <string.h>

#define PEER_INLINE static inline __attribute__((always_inline))

/* Word i of an item is its number plus i times this, so that words of two items never fit. */
#define PEER_ITEM_STEP UINT64_C(0x9e3779b97f4a7c15)

/* item has room for item_bytes. */
PEER_INLINE void peer_item_fill(void *item, uint32_t item_bytes, uint64_t number)
{
    uint64_t *words = (uint64_t *)item;

    for (uint32_t i = 0; i < item_bytes / 8; i++)
        words[i] = number + i * PEER_ITEM_STEP;
}

PEER_INLINE uint64_t peer_item_number(const void *item)
{
    return *(const uint64_t *)item;
}

/* Whether its bytes follow from its number. */
PEER_INLINE bool peer_item_whole(const void *item, uint32_t item_bytes)
{
    const uint64_t *words = (const uint64_t *)item;
    uint64_t wrong = 0;

    for (uint32_t i = 1; i < item_bytes / 8; i++)
        wrong |= words[i] ^ (words[0] + i * PEER_ITEM_STEP);
    return wrong == 0;
}

#endif
