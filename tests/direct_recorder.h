/*
 * direct_recorder.h - a sink that remembers changes, marks and gaps one by one, so that what
 * comes back from a file can be compared signal by signal.
 */
#ifndef TESTS_DIRECT_RECORDER_H
#define TESTS_DIRECT_RECORDER_H

#include "ring/sink.h"

#include <stdbool.h>
#include <stddef.h>

struct direct_call {
    uint64_t time;
    uint32_t id;   /* or DIRECT_MARK, DIRECT_GAP */
    uint32_t len;  /* or the enum ho_mark */
    size_t offset; /* of the value in bytes[]; of the struct ho_gap */
    size_t gaps;   /* before this call */
};
#define DIRECT_MARK UINT32_MAX
#define DIRECT_GAP  (UINT32_MAX - 1)

struct direct_recorder {
    struct ho_sink sink;
    unsigned char *dictionary; /* encoded */
    size_t dictionary_bytes;
    struct direct_call *calls; /* changes, marks and gaps */
    size_t count, capacity;
    size_t gaps;
    unsigned char *bytes; /* of all values */
    size_t used, size;
    size_t fail_at; /* this call (from 1) and all after it fail; 0: none does */
    int error;      /* how */
};

void direct_recorder_init(struct direct_recorder *recorder);
void direct_recorder_fini(struct direct_recorder *recorder);

/* Whether b has the calls of a, and no others: the marks in order, the changes of each
 * signal in order, all behind the same gaps, and the same dictionary. */
bool direct_recorder_same(const struct direct_recorder *a, const struct direct_recorder *b);

/* The same, and all calls in one order. */
bool direct_recorder_identical(const struct direct_recorder *a, const struct direct_recorder *b);

/* Whether the calls are in the order that the reader of a segment promises. */
bool direct_recorder_ordered(const struct direct_recorder *recorder);

#endif
