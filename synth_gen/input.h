/*
 * input.h - the bytes of a trace file, as they are or decompressed.
 *
 * What its name ends in says how a file is read: .gz by zlib, .zst by libzstd, anything else
 * as it is. Several gzip members or zstd frames, one after the other, are one stream.
 *
 * Memory is bounded whatever a file claims: zlib's window is 32 KiB, a zstd frame that needs
 * more than INPUT_WINDOW_BYTES_MAX is refused. How much comes out is not bounded.
 */
#ifndef SYNTH_GEN_INPUT_H
#define SYNTH_GEN_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#define INPUT_WINDOW_LOG_MAX   27
#define INPUT_WINDOW_BYTES_MAX (UINT64_C(1) << INPUT_WINDOW_LOG_MAX)

/* What a decompressor reads of its file at a time. */
#define INPUT_PIECE_BYTES ((size_t)128 << 10)

struct input;

struct input_ops {
    ssize_t (*read)(struct input *input, void *buffer, size_t bytes);
    void (*restart)(struct input *input); /* its file is at the start again */
    void (*free)(struct input *input);
    bool checks; /* damage can be found at the end */
};

/* Embedded first in each implementation. */
struct input {
    const struct input_ops *ops;
    FILE *file;         /* the caller's */
    const char *damage; /* once read has returned -EBADMSG: why, for people */
};

/* Begins to read file, which stays the caller's and must be at its start. name is looked at,
 * not opened. Returns 0 or -ENOMEM. */
int input_open(FILE *file, const char *name, struct input **input);

/* Up to so many bytes, at least one: returns how many; 0 at the end; or -errno, -EBADMSG for
 * data that are damaged or end too early. What comes before the damage is returned first. */
static inline ssize_t input_read(struct input *input, void *buffer, size_t bytes)
{
    return input->ops->read(input, buffer, bytes);
}

/* Back to the start. Returns 0 or -errno. */
int input_rewind(struct input *input);

/* Whether what was read is damaged, though that shows only further on: reads on, to the end
 * unless that is very far. */
bool input_is_damaged(struct input *input);

/* input may be NULL. */
void input_close(struct input *input);

/* For implementations: bytes of the file as they are, returned as read does. */
ssize_t input_read_file(struct input *input, void *buffer, size_t bytes);

/* For implementations: fills input->damage, returns -EBADMSG. */
ssize_t input_damaged(struct input *input, const char *damage);

/* The implementations; each returns NULL when memory is out. */
struct input *input_gzip_new(void);
struct input *input_zstd_new(void);

#endif
