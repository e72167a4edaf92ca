#include "direct_writer/fst_check.h"

#include <fstapi.h>
#include <sys/stat.h>
#include <unistd.h>

#define LENGTH_BYTES 8 /* of a number in the file; they are big-endian */

/* In an index: the first signal's values begin right there; one signal has none. */
#define INDEX_HERE 3
#define INDEX_NONE 2

static bool get_number(int fd, uint64_t offset, uint64_t *number)
{
    unsigned char bytes[LENGTH_BYTES];

    if (pread(fd, bytes, sizeof bytes, (off_t)offset) != sizeof bytes)
        return false;
    *number = 0;
    for (size_t i = 0; i < sizeof bytes; i++)
        *number = *number << 8 | bytes[i];
    return true;
}

/* Whether a block of type begins at *offset and ends in the file; *offset moves there. */
static bool pass_block(int fd, unsigned char type, uint64_t *offset)
{
    struct stat status;
    unsigned char found;
    uint64_t bytes;

    if (fstat(fd, &status) < 0 || pread(fd, &found, 1, (off_t)*offset) != 1 || found != type ||
        !get_number(fd, *offset + 1, &bytes))
        return false;
    if (bytes < LENGTH_BYTES || bytes > (uint64_t)status.st_size - *offset - 1)
        return false;
    *offset += 1 + bytes;
    return true;
}

/* A section ends with its index, the index' length, its times, and three lengths of those. */
static bool find_index(int fd, uint64_t offset, uint64_t end, uint64_t *index, uint64_t *bytes)
{
    uint64_t times_bytes, room = end - offset - 1;

    if (room < 4 * LENGTH_BYTES || !get_number(fd, end - 2 * LENGTH_BYTES, &times_bytes))
        return false;
    room -= 4 * LENGTH_BYTES;
    if (times_bytes > room)
        return false;
    room -= times_bytes;
    *index = end - 4 * LENGTH_BYTES - times_bytes;
    if (!get_number(fd, *index, bytes) || *bytes == 0 || *bytes > room)
        return false;
    *index -= *bytes;
    return true;
}

bool fst_check_section(int fd, uint64_t *offset)
{
    uint64_t begin = *offset, index, bytes;

    return pass_block(fd, FST_BL_VCDATA_DYN_ALIAS2, offset) &&
           find_index(fd, begin, *offset, &index, &bytes);
}

static bool header_is(int fd, const struct fst_check *expected)
{
    const struct {
        uint64_t offset, number;
    } fields[] = {
        {1, FST_CHECK_HEADER_BYTES - 1}, {9, expected->start},      {17, expected->end},
        {41, expected->scopes},          {49, expected->variables}, {57, expected->handles},
        {65, expected->sections},
    };

    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        uint64_t number;

        if (!get_number(fd, fields[i].offset, &number) || number != fields[i].number)
            return false;
    }
    return true;
}

bool fst_check_end(int fd, uint64_t offset, const struct fst_check *expected)
{
    struct stat status;

    if (!header_is(fd, expected) || !pass_block(fd, FST_BL_GEOM, &offset))
        return false;
    if (expected->pauses && !pass_block(fd, FST_BL_BLACKOUT, &offset))
        return false;
    if (!pass_block(fd, FST_BL_HIER_LZ4, &offset) && !pass_block(fd, FST_BL_HIER_LZ4DUO, &offset))
        return false;
    return fstat(fd, &status) == 0 && (uint64_t)status.st_size == offset;
}

bool fst_check_strike(int fd, uint64_t offset)
{
    uint64_t end = offset, index, bytes;
    unsigned char entry;

    if (!pass_block(fd, FST_BL_VCDATA_DYN_ALIAS2, &end) ||
        !find_index(fd, offset, end, &index, &bytes))
        return false;
    if (pread(fd, &entry, 1, (off_t)index) != 1 || entry != INDEX_HERE)
        return false;
    entry = INDEX_NONE;
    return pwrite(fd, &entry, 1, (off_t)index) == 1;
}
