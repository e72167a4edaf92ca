/*
 * workload.h - random calls on a sink, the same ones for the same seed.
 *
 * Lengths are those at which records go wrong: around 0, 8, and the size of a chunk.
 */
#ifndef TESTS_WORKLOAD_H
#define TESTS_WORKLOAD_H

#include "ring/sink.h"

struct workload {
    uint64_t seed;
    uint32_t calls;
    uint32_t chunk_bytes; /* that the lengths are taken around */
    uint32_t larger_in;   /* one in so many values is larger than a chunk; 0: none */
    uint32_t cut_in;      /* one in so many calls is a cut; 0: none */
};

/* Makes the calls. Returns 0 or the first error. */
int workload_drive(const struct workload *workload, struct ho_sink *sink);

extern const struct ho_dictionary workload_dictionary;

#endif
