/*
 * output.h - a file being written: buffered, durable on request.
 *
 * Short writes and interrupts are handled. The first error sticks: every later call returns
 * it and writes nothing.
 */
#ifndef DIRECT_WRITER_OUTPUT_H
#define DIRECT_WRITER_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

struct output;

/* Creates or truncates path. Returns 0 or -errno. */
int output_open(const char *path, struct output **output);

int output_write(struct output *output, const void *data, size_t bytes);

/* Hands what is buffered to the system: it survives the end of the process. */
int output_flush(struct output *output);

/* Bytes given to output_write so far. */
uint64_t output_offset(const struct output *output);

/* Writes what is buffered, makes the file and its name durable. */
int output_sync(struct output *output);

/* Writes what is buffered, returns the sticking error. output may be NULL. */
int output_close(struct output *output);

#endif
