/*
 * gather.h - runs of rows are gathered into blocks, which go to the pipeline when full.
 */
#ifndef DIRECT_WRITER_GATHER_H
#define DIRECT_WRITER_GATHER_H

#include "direct_writer/pipeline.h"

#include <stdbool.h>

/* Start with zeros and a pipeline. */
struct gather {
    struct pipeline *pipeline;
    bool apart;                  /* each run is a block of its own */
    struct pipeline_part *block; /* being filled, or NULL */
    uint64_t blocks;             /* begun in this segment */
    uint64_t raw_bytes;          /* in them */
};

/* Begins a run of a signal's rows, bytes in all: the caller fills *rows before the next call.
 * Returns 0 or -errno. */
int gather_run(struct gather *gather, uint32_t id, size_t bytes, unsigned char **rows);

/* The segment ends: hands over the last block. */
int gather_end(struct gather *gather);

/* After gather_end, or in place of it. */
void gather_reset(struct gather *gather);

#endif
