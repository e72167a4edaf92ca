/*
 * counter.h - counts that one thread keeps and any thread may read.
 *
 * One writer, so that no read-modify-write is needed. Relaxed, since they publish nothing: a
 * reader gets a snapshot.
 */
#ifndef HO_COUNTER_H
#define HO_COUNTER_H

#include <stdatomic.h>
#include <stdint.h>

static inline void ho_counter_set(_Atomic uint64_t *counter, uint64_t value)
{
    atomic_store_explicit(counter, value, memory_order_relaxed);
}

static inline uint64_t ho_counter_get(const _Atomic uint64_t *counter)
{
    return atomic_load_explicit(counter, memory_order_relaxed);
}

static inline void ho_counter_add(_Atomic uint64_t *counter, uint64_t more)
{
    ho_counter_set(counter, ho_counter_get(counter) + more);
}

static inline void ho_counter_raise(_Atomic uint64_t *counter, uint64_t value)
{
    if (value > ho_counter_get(counter))
        ho_counter_set(counter, value);
}

#endif
