/*
 * format.h - what a column file (.hcol) is made of. FORMAT.md is the specification.
 *
 * A file is a header and a sequence of parts. All of these structs are in the file as they
 * are in memory: little-endian, without padding.
 */
#ifndef DIRECT_WRITER_FORMAT_H
#define DIRECT_WRITER_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "column files are little-endian"
#endif

#define FORMAT_MAGIC   "hcol\r\n\x1a" /* and a zero; a transfer as text spoils it */
#define FORMAT_VERSION 1

struct format_header {
    char magic[8];
    uint32_t version;
    uint32_t zero;
};

#define FORMAT_TAG(a, b, c, d) \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

#define FORMAT_DICTIONARY FORMAT_TAG('D', 'I', 'C', 'T')
#define FORMAT_BLOCK      FORMAT_TAG('B', 'L', 'C', 'K')
#define FORMAT_SEGMENT    FORMAT_TAG('S', 'E', 'G', 'M')
#define FORMAT_INDEX      FORMAT_TAG('I', 'N', 'D', 'X')
#define FORMAT_TRAILER    FORMAT_TAG('T', 'A', 'I', 'L')

/* Before the payload of each part. */
struct format_part {
    uint32_t tag;
    uint32_t number;       /* of the part in the file, from 0 */
    uint64_t raw_bytes;    /* of the payload */
    uint64_t stored_bytes; /* the same if it is stored raw; smaller: an LZ4 block */
    uint64_t checksum;     /* format_checksum() */
};

/* Of the fields above checksum, and the stored bytes. */
uint64_t format_checksum(const struct format_part *part, const void *stored);

struct format_dictionary { /* the signals, scopes and variables follow */
    int32_t timescale;
    uint32_t signal_count;
    uint32_t scope_count;
    uint32_t variable_count;
};

struct format_signal {
    uint32_t width;
    uint32_t kind;
};

struct format_gap {
    uint64_t first_time;
    uint64_t last_time;
    uint64_t events;
};

struct format_segment { /* the marks follow */
    uint64_t number;    /* of the segment, from 0 */
    uint64_t base_time; /* the last_time of the segment before, or 0 */
    uint64_t last_time;
    uint64_t events;
    uint64_t blocks;    /* the parts just before this one */
    uint64_t raw_bytes; /* of their payloads */
    uint64_t gap_count; /* 0 or 1, before all else in the segment */
    struct format_gap gap;
    uint64_t mark_count;
};

struct format_mark {
    uint64_t time;
    uint64_t mark;
};

struct format_index_entry {
    uint64_t offset; /* of the segment's part in the file */
    uint64_t base_time;
    uint64_t last_time;
    uint64_t events;
};

struct format_trailer {
    uint64_t index_offset;
};

#endif
