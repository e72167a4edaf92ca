/*
 * chunk_ring.h - a fixed pool of chunks that go from the producer to the dispatcher and back.
 *
 *    producer  acquire --> fill --> publish --> [full queue] --> next --> replay  dispatcher
 *              acquire <------ try_next <----------'                         |
 *              acquire <---------- [free queue] <---------- release ---------'
 *
 * Properties
 *    The pool is allocated and touched once, so that filling a chunk takes no page fault.
 *    Every chunk is at each moment in exactly one place: a queue, or a side's hands.
 *
 * Safety
 *    The queues' release/acquire pairs carry the bytes of a chunk, and its header, along with
 *    its index. The full queue has two takers: the dispatcher, and a producer that would rather
 *    lose the oldest chunk than wait.
 */
#ifndef HO_CHUNK_RING_H
#define HO_CHUNK_RING_H

#include "ring/index_queue.h"
#include "ring/park.h"
#include "ring/spmc_queue.h"

#include <stddef.h>

/* What there is to say about a chunk. An event is a change or a mark. */
struct ho_chunk_header {
    uint64_t sequence;      /* counts chunks, so that a missing one shows */
    uint64_t time;          /* in force at the first record */
    uint64_t events_before; /* appended since setup, before this chunk */
    uint64_t cuts_before;
    uint64_t events; /* in it */
    uint32_t cuts;
    uint32_t spills;
    uint32_t used; /* bytes */
};

struct ho_chunk_ring {
    unsigned char *pool;            /* [chunks * chunk_bytes]; set once by init, as are these */
    struct ho_chunk_header *header; /* [chunks + 1]: of each chunk, and of the end */
    uint32_t chunks;
    uint32_t chunk_bytes;

    alignas(HO_CACHE_LINE) struct ho_spmc_queue full; /* the dispatcher sleeps in it */
    struct ho_index_queue free;
    uint32_t released;                               /* since the last wake; dispatcher */
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

/* What is published behind the last chunk, as if it were one. */
static inline uint32_t ho_chunk_ring_end(const struct ho_chunk_ring *ring)
{
    return ring->chunks;
}

/* Producer only. Takes a free chunk, false if there is none. */
bool ho_chunk_ring_try_acquire(struct ho_chunk_ring *ring, uint32_t *index);

/* Producer only. Takes a free chunk; waits for one. */
uint32_t ho_chunk_ring_acquire(struct ho_chunk_ring *ring);

/* Producer only. Hands a chunk over, or the end, whose header is filled. */
void ho_chunk_ring_publish(struct ho_chunk_ring *ring, uint32_t index);

/* Producer only, holding held chunks. Waits until the others were all released. */
void ho_chunk_ring_wait_released(struct ho_chunk_ring *ring, uint32_t held);

/* Either side. Takes the oldest published chunk, or the end; false if there is none. The
 * dispatcher takes it to replay it, the producer to have it back, as if it had never been. */
bool ho_chunk_ring_try_next(struct ho_chunk_ring *ring, uint32_t *index);

/* Dispatcher only. The same, but waits for it, at most timeout_ns (HO_PARK_FOREVER: no end), and
 * before that wakes the producer if it sleeps. */
bool ho_chunk_ring_next(struct ho_chunk_ring *ring, uint32_t *index, uint64_t timeout_ns);

/* Dispatcher only. Gives a chunk back. A sleeping producer is woken when half of the pool was
 * given back, or nothing is left to replay: then it has a stretch to fill before it sleeps again.
 * A sleep costs it tens of microseconds of CPU, most of that in cold caches. */
void ho_chunk_ring_release(struct ho_chunk_ring *ring, uint32_t index);

#endif
