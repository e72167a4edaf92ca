#include "synth_gen/fst_unwrap.h"

#include <errno.h>
#include <unistd.h>
#include <zlib.h>

#define BLOCK_WRAPPER 254

/* The type of the block, its length, that of the file inside. */
#define HEAD_BYTES (1 + 8 + 8)

static uint64_t number_at(const unsigned char *bytes)
{
    uint64_t number = 0;

    for (int i = 0; i < 8; i++)
        number = number << 8 | bytes[i];
    return number;
}

static int fail(struct fst_report *report)
{
    return fst_report_fail(report, "damaged: the compressed file cannot be unpacked");
}

/* Up to the end, where the check sum stands. */
static int unpack(gzFile packed, uint64_t bytes, struct fst_report *report, FILE *inside)
{
    char part[1 << 14];
    uint64_t left = bytes;
    int got;

    while ((got = gzread(packed, part, sizeof part)) > 0) {
        if ((uint64_t)got > left)
            return fail(report);
        if (fwrite(part, (size_t)got, 1, inside) != 1)
            return fst_report_error(report, errno > 0 ? -errno : -EIO);
        left -= (uint64_t)got;
    }
    if (got < 0 || left > 0 || gzdirect(packed))
        return fail(report);
    return fflush(inside) == 0 ? 0 : fst_report_error(report, -errno);
}

static int open_inside(int fd, uint64_t bytes, struct fst_report *report, FILE **inside)
{
    gzFile packed;
    int copy, error;

    if (lseek(fd, HEAD_BYTES, SEEK_SET) < 0 || (copy = dup(fd)) < 0)
        return fst_report_error(report, -errno);
    packed = gzdopen(copy, "rb");
    *inside = packed ? tmpfile() : NULL;
    error = *inside ? unpack(packed, bytes, report, *inside)
                    : fst_report_error(report, packed ? -errno : -ENOMEM);
    if (!packed)
        close(copy);
    else if (gzclose(packed) != Z_OK && !error) /* the check sum is cut */
        error = fail(report);
    return error;
}

int fst_unwrap(FILE *file, struct fst_report *report, FILE **inside)
{
    unsigned char head[HEAD_BYTES];
    uint64_t bytes;
    size_t got;
    int error;

    *inside = NULL;
    rewind(file);
    got = fread(head, 1, sizeof head, file);
    if (got == 0 || head[0] != BLOCK_WRAPPER)
        return 0;
    if (got < sizeof head)
        return fst_report_fail(report, "truncated: the file ends inside its header");
    if (number_at(head + 1) == 0)
        return fst_report_fail(report, "is not complete: its writer did not close it");
    bytes = number_at(head + 9);
    if (bytes > report->memory_max)
        return fst_report_too_large(report);
    error = open_inside(fileno(file), bytes, report, inside);
    if (error && *inside) {
        fclose(*inside);
        *inside = NULL;
    }
    return error;
}
