/*
 * pipeline.h - parts of a column file are encoded by threads and written in order.
 *
 *    producer                workers                      whichever worker completed the
 *    submit 0 1 2 3 -->      compress, checksum -->       oldest part: write 0 1 2 3
 *
 * Properties
 *    The bytes of the file depend on the parts only, not on scheduling or the number of
 *    workers. The bytes in flight are bounded: submit waits.
 *
 * Safety
 *    One producer thread. Everything shared is under one mutex; a part belongs to the
 *    worker that took it, then to the one that writes. At most one worker writes.
 *
 * Errors
 *    The first error sticks: what is in flight is dropped, later calls return it.
 */
#ifndef DIRECT_WRITER_PIPELINE_H
#define DIRECT_WRITER_PIPELINE_H

#include "direct_writer/format.h"

#include <stdbool.h>

/* A part on its way. The producer fills raw[] and counts header.raw_bytes. */
struct pipeline_part {
    struct pipeline_part *next;
    unsigned char *stored; /* compressed, or NULL: raw[] as it is */
    uint64_t *offset;      /* where to put the part's place in the file; may be NULL */
    struct format_part header;
    bool encoded;
    size_t capacity; /* bytes of raw[] */
    unsigned char raw[];
};

struct pipeline;

/* Creates the file and the threads. Returns 0 or -errno. */
int pipeline_open(const char *path, uint32_t workers, struct pipeline **pipeline);

/* A part of capacity bytes, none of them used; NULL when memory is out. */
struct pipeline_part *pipeline_part_new(uint32_t tag, size_t capacity);

/* Takes the part, also on failure. *part->offset is set once the pipeline is drained. */
int pipeline_submit(struct pipeline *pipeline, struct pipeline_part *part);

/* Waits until everything that was submitted is written. */
int pipeline_drain(struct pipeline *pipeline);

/* Drains, makes the file durable. */
int pipeline_sync(struct pipeline *pipeline);

/* Drains, ends the threads, closes the file. Returns the sticking error. pipeline may be NULL. */
int pipeline_close(struct pipeline *pipeline);

#endif
