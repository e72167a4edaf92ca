/*
 * budget.h - how many bytes the offload may hold.
 *
 * The producer reserves before it allocates, the dispatcher gives back after it freed. Only
 * the producer adds, so what it found room for stays there.
 *
 * The rule for waiting: publish the chunk being filled first. It may hold the only spilled
 * values, and nobody else could ever give them back.
 */
#ifndef HO_BUDGET_H
#define HO_BUDGET_H

#include "ring/counter.h"

#include <stdbool.h>
#include <stdint.h>

struct ho_budget {
    uint64_t limit;            /* bytes; set once by init */
    _Atomic uint64_t used;     /* bytes; 0 <= used <= limit */
    _Atomic uint64_t used_max; /* producer */
};

static inline void ho_budget_init(struct ho_budget *budget, uint64_t limit)
{
    budget->limit = limit;
    atomic_init(&budget->used, 0);
    atomic_init(&budget->used_max, 0);
}

/* Producer only. Reserves all of bytes, or nothing and returns false. */
static inline bool ho_budget_try_reserve(struct ho_budget *budget, uint64_t bytes)
{
    /* Relaxed, here and below: a count of bytes, which publishes nothing. A producer that
     * slept sees what was given back through the park's W and K. */
    uint64_t used = atomic_load_explicit(&budget->used, memory_order_relaxed);

    if (bytes > budget->limit - used)
        return false;
    used = atomic_fetch_add_explicit(&budget->used, bytes, memory_order_relaxed) + bytes;
    ho_counter_raise(&budget->used_max, used);
    return true;
}

/* Any thread. */
static inline void ho_budget_give_back(struct ho_budget *budget, uint64_t bytes)
{
    atomic_fetch_sub_explicit(&budget->used, bytes, memory_order_relaxed);
}

#endif
