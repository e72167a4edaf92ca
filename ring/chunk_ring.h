/*
 * chunk_ring.h - a fixed pool of chunks that go from the producer to the dispatcher and back.
 *
 *    producer  acquire --> fill --> publish --> [full queue] --> next --> replay  dispatcher
 *              acquire <---------- [free queue] <---------- release
 *
 * Properties
 *    The pool is allocated and touched once, so that filling a chunk takes no page fault.
 *    Every chunk is at each moment in exactly one place: a queue, or a side's hands.
 *
 * Safety
 *    The queues' release/acquire pairs carry the bytes of a chunk along with its index.
 */
#ifndef HO_CHUNK_RING_H
#define HO_CHUNK_RING_H

#include "ring/index_queue.h"
#include "ring/park.h"

#include <stddef.h>

/* What next returns behind the last chunk. */
#define HO_CHUNK_END UINT32_MAX

struct ho_chunk_ring {
    unsigned char *pool; /* [chunks * chunk_bytes]; set once by init, as are the next three */
    uint32_t *used;      /* [chunks], bytes; travels with the chunk */
    uint32_t chunks;
    uint32_t chunk_bytes;

    struct ho_index_queue full, free;
    uint32_t released;                               /* since the last wake; dispatcher */
    alignas(HO_CACHE_LINE) struct ho_park full_park; /* the dispatcher sleeps here */
    alignas(HO_CACHE_LINE) struct ho_park free_park; /* the producer sleeps here */
};

/* Returns 0 or -ENOMEM. chunk_bytes is a multiple of 8; the queues' counters begin at start. */
int ho_chunk_ring_init(struct ho_chunk_ring *ring, uint32_t chunks, uint32_t chunk_bytes,
                       uint32_t start);
void ho_chunk_ring_fini(struct ho_chunk_ring *ring);

/* The bytes of a chunk that one holds. */
static inline unsigned char *ho_chunk_ring_at(const struct ho_chunk_ring *ring, uint32_t index)
{
    return ring->pool + (size_t)index * ring->chunk_bytes;
}

/* Producer only. Takes a free chunk, false if there is none. */
bool ho_chunk_ring_try_acquire(struct ho_chunk_ring *ring, uint32_t *index);

/* Producer only. Takes a free chunk; waits for one. */
uint32_t ho_chunk_ring_acquire(struct ho_chunk_ring *ring);

/* Producer only. Hands a chunk of used bytes over, or HO_CHUNK_END. */
void ho_chunk_ring_publish(struct ho_chunk_ring *ring, uint32_t index, uint32_t used);

/* Producer only, holding held chunks. Waits until the others were all released. */
void ho_chunk_ring_wait_released(struct ho_chunk_ring *ring, uint32_t held);

/* Dispatcher only. Takes the next published chunk, false if there is none. */
bool ho_chunk_ring_try_next(struct ho_chunk_ring *ring, uint32_t *index);

/* Dispatcher only. Takes the next published chunk, or HO_CHUNK_END; waits for it, and before
 * that wakes the producer if it sleeps. */
uint32_t ho_chunk_ring_next(struct ho_chunk_ring *ring);

/* Dispatcher only. Gives a chunk back. A sleeping producer is woken when half of the pool was
 * given back, or nothing is left to replay: then it has a stretch to fill before it sleeps again.
 * A sleep costs it tens of microseconds of CPU, most of that in cold caches. */
void ho_chunk_ring_release(struct ho_chunk_ring *ring, uint32_t index);

#endif
