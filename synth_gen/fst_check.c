#include "synth_gen/fst_check.h"

#include <errno.h>

enum block_type {
    BLOCK_HEADER = 0,
    BLOCK_CHANGES = 1,
    BLOCK_GEOMETRY = 3,
    BLOCK_HIERARCHY_GZIP = 4,
    BLOCK_CHANGES_ALIAS = 5,
    BLOCK_HIERARCHY_LZ4 = 6,
    BLOCK_HIERARCHY_LZ4_TWICE = 7,
    BLOCK_CHANGES_ALIAS_2 = 8,
    BLOCK_OPEN = 255, /* being written */
};

#define HEADER_BYTES 329

/* Of a block of changes: its length, first and last time, and memory; how its times are packed,
 * and the length of its index. */
#define CHANGES_BYTES_MIN  (4 * 8 + 3 * 8 + 8)
#define CHANGES_SIGNALS_AT (1 + 4 * 8)

/* What the library takes, twice where it is asked for first values. */
#define BYTES_PER_TIME   24
#define BYTES_PER_SIGNAL 64

/* Deflate gives no more bytes for one. */
#define EXPANSION_MAX   1032
#define EXPANSION_SLACK 4096

/* The library takes about a tenth of it. */
#define WORK_US_MIN          200000
#define WORK_US_PER_UNPACKED 1 /* byte */
#define WORK_US_PER_BYTE     20

/* A walk over the file. */
struct walk {
    FILE *file;
    struct fst_report *report;
    uint64_t bytes;                 /* of the file */
    uint64_t first_time, last_time; /* as the header has them */
    uint64_t unpacked;              /* bytes, as the blocks of changes state */
    uint64_t signals, signals_used; /* as the geometry says; the most that a block has */
    bool header, geometry, hierarchy, changes;
    bool first_values; /* see struct fst_check */
};

/* Numbers that lie one behind the other. */
static int read_numbers(struct walk *walk, uint64_t at, uint64_t *numbers, int count)
{
    unsigned char bytes[8];

    if (fseeko(walk->file, (off_t)at, SEEK_SET) != 0)
        return fst_report_error(walk->report, -errno);
    for (int i = 0; i < count; i++) {
        if (fread(bytes, 1, 8, walk->file) != 8)
            return ferror(walk->file)
                       ? fst_report_error(walk->report, -EIO)
                       : fst_report_fail(walk->report, "truncated: the file ends inside a block");
        numbers[i] = 0;
        for (int k = 0; k < 8; k++)
            numbers[i] = numbers[i] << 8 | bytes[k];
    }
    return 0;
}

/* A number in bytes of 7 bits, the least significant first; the next byte that is read follows. */
static bool read_varint(struct walk *walk, uint64_t *number)
{
    *number = 0;
    for (int shift = 0; shift < 63; shift += 7) {
        int byte = getc(walk->file);

        if (byte == EOF)
            return false;
        *number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return true;
    }
    return false;
}

static bool plausible(uint64_t packed, uint64_t unpacked)
{
    return unpacked <= EXPANSION_SLACK || (unpacked - EXPANSION_SLACK) / EXPANSION_MAX <= packed;
}

static int fail_open(struct walk *walk)
{
    return fst_report_fail(walk->report,
                           "is not complete: its writer did not close it, or had no change");
}

/* Only a writer that closes a file states its last time. */
static int fail_cut(struct walk *walk, const char *what)
{
    return walk->last_time == 0 ? fail_open(walk)
                                : fst_report_fail(walk->report, "truncated: %s", what);
}

static int check_header(struct walk *walk, uint64_t at)
{
    uint64_t times[2];
    int error = read_numbers(walk, at + 9, times, 2);

    walk->header = true;
    walk->first_time = times[0];
    walk->last_time = times[1];
    return error;
}

/* The first values, packed, and how many signals have values and changes. What lies behind is
 * room bytes long. */
static bool check_signals(struct walk *walk, uint64_t at, uint64_t room, uint64_t *bytes)
{
    uint64_t packed, count;

    if (fseeko(walk->file, (off_t)at, SEEK_SET) != 0 || !read_varint(walk, bytes) ||
        !read_varint(walk, &packed) || !read_varint(walk, &count) || packed > room ||
        !plausible(packed, *bytes) || fseeko(walk->file, (off_t)packed, SEEK_CUR) != 0)
        return false;
    if (count > walk->signals_used)
        walk->signals_used = count;
    if (!read_varint(walk, &count))
        return false;
    if (count > walk->signals_used)
        walk->signals_used = count;
    return true;
}

/* Where the library finds something wrong here, or has not got the memory, it leaves the block
 * out and says nothing. So all of its memory is counted. */
static int check_changes(struct walk *walk, uint64_t at, uint64_t length)
{
    uint64_t stated[3], times[3], index, first_bytes, need;
    int error;

    if (length < CHANGES_BYTES_MIN)
        return fst_report_fail(walk->report, "damaged: a block of changes is too short");
    /* First time, last time, memory; at the end bytes of times, packed bytes, how many. */
    error = read_numbers(walk, at + 9, stated, 3);
    if (!error)
        error = read_numbers(walk, at + 1 + length - 24, times, 3);
    if (error)
        return error;
    if (times[2] == 0 || times[2] > times[0] || times[1] > length - CHANGES_BYTES_MIN ||
        !plausible(times[1], times[0]))
        return fst_report_fail(walk->report, "damaged: the times of a block make no sense");
    error = read_numbers(walk, at + 1 + length - 24 - times[1] - 8, &index, 1);
    if (error)
        return error;
    if (index == 0 || index > length - CHANGES_BYTES_MIN - times[1])
        return fst_report_fail(walk->report, "damaged: the index of a block makes no sense");
    if (!check_signals(walk, at + CHANGES_SIGNALS_AT, length, &first_bytes))
        return fst_report_fail(walk->report, "damaged: the signals of a block make no sense");
    need = 2 * (length + first_bytes) + times[0] + BYTES_PER_TIME * times[2];
    if (stated[2] > walk->report->memory_max || need > walk->report->memory_max - stated[2])
        return fst_report_too_large(walk->report);
    /* A first block of one time the library takes for another one when asked for a value. */
    if (!walk->changes)
        walk->first_values = stated[0] == walk->first_time &&
                             (stated[1] != stated[0] || stated[1] == walk->last_time);
    walk->unpacked += stated[2];
    walk->changes = true;
    return 0;
}

static int check_block(struct walk *walk, uint64_t at, uint8_t type, uint64_t length)
{
    if (!walk->header && (type != BLOCK_HEADER || length != HEADER_BYTES))
        return fst_report_fail(walk->report, "no FST file");
    if (type == BLOCK_OPEN || length == 0)
        return fail_open(walk);
    if (length < 8)
        return fst_report_fail(walk->report, "damaged: a block of %u bytes", (unsigned)length);
    if (length > walk->bytes - at - 1)
        return walk->header
                   ? fail_cut(walk, "the file ends inside a block")
                   : fst_report_fail(walk->report, "truncated: the file ends inside its header");
    switch ((enum block_type)type) {
    case BLOCK_HEADER:
        return walk->header ? 0 : check_header(walk, at);
    case BLOCK_GEOMETRY:
        walk->geometry = true;
        return read_numbers(walk, at + 17, &walk->signals, 1);
    case BLOCK_HIERARCHY_GZIP:
    case BLOCK_HIERARCHY_LZ4:
    case BLOCK_HIERARCHY_LZ4_TWICE:
        walk->hierarchy = true;
        return 0;
    case BLOCK_CHANGES:
    case BLOCK_CHANGES_ALIAS:
    case BLOCK_CHANGES_ALIAS_2:
        return check_changes(walk, at, length);
    default:
        return 0;
    }
}

static int check_blocks(struct walk *walk)
{
    for (uint64_t at = 0, length; at < walk->bytes; at += 1 + length) {
        int type, error;

        if (fseeko(walk->file, (off_t)at, SEEK_SET) != 0)
            return fst_report_error(walk->report, -errno);
        type = getc(walk->file);
        error = read_numbers(walk, at + 1, &length, 1);
        if (!error)
            error = check_block(walk, at, (uint8_t)type, length);
        if (error)
            return error;
    }
    if (!walk->header)
        return fst_report_fail(walk->report, "no FST file: it is empty");
    if (!walk->geometry || !walk->hierarchy)
        return fail_cut(walk, "the declarations are missing");
    if (!walk->changes)
        return fail_cut(walk, "the changes are missing");
    if (walk->signals_used > walk->signals || walk->signals > walk->bytes * EXPANSION_MAX)
        return fst_report_fail(walk->report, "damaged: the number of signals is wrong");
    return walk->signals > walk->report->memory_max / BYTES_PER_SIGNAL
               ? fst_report_too_large(walk->report)
               : 0;
}

int fst_check(FILE *file, struct fst_report *report, struct fst_check *check)
{
    struct walk walk = {.file = file, .report = report};
    off_t bytes = fseeko(file, 0, SEEK_END) == 0 ? ftello(file) : -1;
    int error;

    if (bytes < 0)
        return fst_report_error(report, -errno);
    walk.bytes = (uint64_t)bytes;
    error = check_blocks(&walk);
    *check = (struct fst_check){
        .work_us = WORK_US_MIN + WORK_US_PER_BYTE * walk.bytes +
                   WORK_US_PER_UNPACKED * walk.unpacked,
        .first_values = walk.first_values,
    };
    return error;
}
