/*
 * record.h - what the bytes of a chunk mean.
 *
 * A chunk holds whole records, each a multiple of 8 bytes, 8-aligned:
 *
 *     63            32 31             0
 *    +----------------+----------------+----------------------------------+
 *    |      len       |       id       | len bytes, padded to 8 with zeros |
 *    +----------------+----------------+----------------------------------+
 *
 * is a change of signal id. A time holds from the record that states it until the next one
 * does, across chunks.
 *
 * With the top bit of len set it is a control record: id is an enum ho_control, the lower
 * bits of len are its payload's length. A change can never look like one, since a value
 * that does not fit in a chunk (below 2^31 bytes) is spilled; so every 32-bit id is a legal
 * signal, and appending needs no test of it.
 */
#ifndef HO_RECORD_H
#define HO_RECORD_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "records are little-endian words"
#endif

#define HO_RECORD_CONTROL     0x80000000u
#define HO_RECORD_SMALL_BYTES 16u /* with a payload of 1 to 8 bytes */

/* For functions that read whole aligned words around a value. */
#define HO_RECORD_READS_WORDS __attribute__((no_sanitize("address", "thread")))

enum ho_control {
    HO_CONTROL_TIME,  /* payload: the time, u64 */
    HO_CONTROL_MARK,  /* payload: the enum ho_mark, u64 */
    HO_CONTROL_CUT,   /* no payload */
    HO_CONTROL_GAP,   /* payload: struct ho_gap; its last time is in force from here on */
    HO_CONTROL_SPILL, /* payload: struct ho_spill */
};

/* A value too large for a chunk. The record owns the copy; whoever takes the record out of
 * the ring frees it and gives its bytes back to the budget. */
struct ho_spill {
    void *value;
    uint32_t id;
    uint32_t len;
};

/* Bytes of a record with a payload of len bytes. Never overflows. */
static inline size_t ho_record_bytes(uint32_t len)
{
    return sizeof(uint64_t) + (((size_t)len + 7) & ~(size_t)7);
}

static inline uint64_t ho_record_header(uint32_t id, uint32_t len)
{
    return id | (uint64_t)len << 32;
}

/*
 * The 1 to 8 bytes at value as a zero-padded word.
 *
 * Lengths are as random as signals are, and a branch on them cannot be predicted, which costs
 * more than all else that an append does. So: no such branch. The bytes lie
 * in an aligned word, or in two if the value is not aligned; a word that holds one byte of the
 * value is readable as a whole (no page ends inside it), and what does not belong to the value
 * is shifted and masked away.
 */
HO_RECORD_READS_WORDS static inline uint64_t ho_record_word(const void *value, uint32_t len)
{
    uintptr_t at = (uintptr_t)value, word_at = at & ~(uintptr_t)7;
    uint32_t before = 8 * (uint32_t)at % 64; /* bits in front of the value */
    uint32_t unused = (0 - 8 * len) % 64;    /* bits of a word less those of the value */
    uint64_t word, next;

    memcpy(&word, (const void *)word_at, 8);
    word >>= before;
    if (before > unused) { /* rare: values lie aligned */
        memcpy(&next, (const void *)(word_at + 8), 8);
        word |= next << (64 - before);
    }
    return word << unused >> unused;
}

/* Writes a record whose payload is 1 to 8 bytes, HO_RECORD_SMALL_BYTES in all, to the
 * 8-aligned place at. */
static inline void ho_record_put_small(unsigned char *at, uint32_t id, uint32_t len,
                                       const void *payload)
{
    uint64_t record[2] = {ho_record_header(id, len),
                          ho_record_word(payload, len & ~HO_RECORD_CONTROL)};

    memcpy(at, record, sizeof record);
}

/*
 * Copies the len bytes at value, 9 or more. Up to 128 that is two copies of a fixed size, one from
 * the front and one up to the end, which overlap: so there is no loop whose end a processor has to
 * guess, and no call, which would cost more than the copy does.
 */
static inline void ho_record_copy_wide(unsigned char *to, const unsigned char *value, uint32_t len)
{
    if (len <= 16) {
        memcpy(to, value, 8);
        memcpy(to + len - 8, value + len - 8, 8);
    } else if (len <= 32) {
        memcpy(to, value, 16);
        memcpy(to + len - 16, value + len - 16, 16);
    } else if (len <= 64) {
        memcpy(to, value, 32);
        memcpy(to + len - 32, value + len - 32, 32);
    } else if (len <= 128) {
        memcpy(to, value, 64);
        memcpy(to + len - 64, value + len - 64, 64);
    } else {
        memcpy(to, value, len);
    }
}

/* Writes the payload of len bytes, 9 or more, at value to the 8-aligned place to, padded. */
static inline void ho_record_put_wide(unsigned char *to, const unsigned char *value, uint32_t len)
{
    memset(to + (len - 1) / 8 * (size_t)8, 0, 8); /* the last word */
    ho_record_copy_wide(to, value, len);
}

/* Writes any record, with a payload of len bytes (less HO_RECORD_CONTROL) at payload, to the
 * 8-aligned place at, which has room for it. Returns the first byte behind it. */
static inline unsigned char *ho_record_put(unsigned char *at, uint32_t id, uint32_t len,
                                           const void *payload)
{
    uint64_t header = ho_record_header(id, len);
    uint32_t bytes = len & ~HO_RECORD_CONTROL;
    unsigned char *end = at + ho_record_bytes(bytes);

    if (bytes - 1 < 8) {
        ho_record_put_small(at, id, len, payload);
        return end;
    }
    memcpy(at, &header, sizeof header);
    if (bytes > 0)
        ho_record_put_wide(at + sizeof header, (const unsigned char *)payload, bytes);
    return end;
}

#endif
