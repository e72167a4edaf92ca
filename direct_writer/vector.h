/*
 * vector.h - the open rows of one signal, and what a row looks like.
 *
 * A row is a varint of the time since the signal's row before, then the value; a string's
 * length, as a varint, comes between them.
 */
#ifndef DIRECT_WRITER_VECTOR_H
#define DIRECT_WRITER_VECTOR_H

#include "direct_writer/varint.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

#define VECTOR_CACHE_LINE         64
#define VECTOR_SMALL_VALUE_BYTES  8
#define VECTOR_ROW_HEAD_BYTES_MAX (2 * VARINT_BYTES_MAX) /* time, length of a string */

/* The open rows of a signal. 78,000 of these are touched at random: two to a cache line. */
struct vector {
    alignas(VECTOR_CACHE_LINE / 2) unsigned char *bytes;
    uint64_t time; /* of the last row in this segment, or the segment's base time */
    uint32_t used;
    uint32_t capacity;    /* at most block_bytes */
    uint32_t value_bytes; /* ho_signal_value_bytes() */
};
static_assert(sizeof(struct vector) == 32, "two vectors are a cache line");

/* Stores the len bytes, at most 8, at value: without a call, and without reading past them. */
static inline unsigned char *vector_put_small_value(unsigned char *at, const unsigned char *value,
                                                    uint32_t len)
{
    if (len >= 4) { /* two words that overlap */
        uint32_t low, high;

        memcpy(&low, value, 4);
        memcpy(&high, value + len - 4, 4);
        memcpy(at, &low, 4);
        memcpy(at + len - 4, &high, 4);
    } else if (len > 0) { /* 1: [0] thrice; 2: [0] [1] [1]; 3: [0] [1] [2] */
        at[0] = value[0];
        at[len >> 1] = value[len >> 1];
        at[len - 1] = value[len - 1];
    }
    return at + len;
}

static inline unsigned char *vector_put_value(unsigned char *at, const unsigned char *value,
                                              uint32_t len)
{
    if (len <= VECTOR_SMALL_VALUE_BYTES)
        return vector_put_small_value(at, value, len);
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
