/*
 * vector.h - the open rows of one signal, and what a row looks like.
 *
 * A row is a varint of the time since the signal's row before, then the value; a string's
 * length, as a varint, comes between them.
 */
#ifndef DIRECT_WRITER_VECTOR_H
#define DIRECT_WRITER_VECTOR_H

#include "direct_writer/varint.h"
#include "ring/record.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

#define VECTOR_CACHE_LINE          64
#define VECTOR_SMALL_VALUE_BYTES   8
#define VECTOR_SMALL_ROW_BYTES_MAX (VARINT_BYTES_MAX + VECTOR_SMALL_VALUE_BYTES)
#define VECTOR_ROW_HEAD_BYTES_MAX  (2 * VARINT_BYTES_MAX) /* time, length of a string */

/* The open rows of a signal. 78,000 of these are touched at random: two to a cache line. */
struct vector {
    alignas(VECTOR_CACHE_LINE / 2) unsigned char *bytes;
    uint64_t time; /* of the last row in this segment, or the segment's base time */
    uint32_t used;
    uint32_t capacity;    /* at most block_bytes */
    uint32_t value_bytes; /* ho_signal_value_bytes() */
};
static_assert(sizeof(struct vector) == 32, "two vectors are a cache line");

/* Stores the len bytes, 1 to 8, at value, and whatever, up to 8 bytes. No branch on the length: it
 * is as random as signals are. */
static inline unsigned char *vector_put_small_value(unsigned char *at, const void *value,
                                                    uint32_t len)
{
    uint64_t word = ho_record_word(value, len);

    memcpy(at, &word, sizeof word);
    return at + len;
}

static inline unsigned char *vector_put_value(unsigned char *at, const unsigned char *value,
                                              uint32_t len)
{
    if (len > VECTOR_SMALL_VALUE_BYTES)
        ho_record_copy_wide(at, value, len);
    else if (len)
        memcpy(at, value, len);
    return at + len;
}

/* Of the row of a value of len bytes. */
static inline unsigned char *vector_put_head(unsigned char *at, const struct vector *vector,
                                             uint64_t time, uint32_t len)
{
    at = varint_put(at, time - vector->time);
    return vector->value_bytes == UINT32_MAX ? varint_put(at, len) : at;
}

#endif
