/*
 * floor.h - what an append costs at least on this machine.
 *
 * The sink puts the bytes that the offload would put, by the same code, into the same pool, around
 * and around. Nobody reads them: no dispatcher, no hand-over, no wait. A value too large for a
 * chunk is copied into the pool's chunks, where the offload would allocate.
 */
#ifndef HARNESS_FLOOR_H
#define HARNESS_FLOOR_H

#include "ring/chunk_ring.h"
#include "ring/sink.h"

struct floor {
    /* All that the hot path touches, on one line, as in the offload. */
    alignas(HO_CACHE_LINE) struct ho_sink sink;
    unsigned char *cursor;
    unsigned char *end; /* of the chunk */
    uint64_t time;      /* of the last time record */

    uint32_t chunk;            /* being filled */
    int error;                 /* none ever comes: see change_any */
    struct ho_chunk_ring ring; /* for its pool; the queues stay as they are */
};

/* The sink's close frees it. Returns 0, -ENOMEM, or -EINVAL if chunk_bytes, 64 or more, is no
 * multiple of 8. */
int floor_open(uint32_t chunks, uint32_t chunk_bytes, struct floor **floor);

#endif
