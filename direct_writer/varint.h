/*
 * varint.h - unsigned integers in seven-bit groups, the lowest first (LEB128).
 */
#ifndef DIRECT_WRITER_VARINT_H
#define DIRECT_WRITER_VARINT_H

#include <stddef.h>
#include <stdint.h>

#define VARINT_BYTES_MAX 10

/* Returns the first byte behind it; at has VARINT_BYTES_MAX bytes. */
static inline unsigned char *varint_put(unsigned char *at, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        *at++ = (unsigned char)(value | 0x80);
    *at++ = (unsigned char)value;
    return at;
}

/* Returns the first byte behind it, or NULL if there is no whole 64-bit number before end. */
static inline const unsigned char *varint_get(const unsigned char *at, const unsigned char *end,
                                              uint64_t *value)
{
    uint64_t sum = 0;

    for (unsigned shift = 0; at < end && shift < 64; shift += 7) {
        uint64_t group = *at & 0x7f;

        if (shift == 63 && group > 1)
            return NULL;
        sum |= group << shift;
        if (*at++ < 0x80) {
            *value = sum;
            return at;
        }
    }
    return NULL;
}

#endif
