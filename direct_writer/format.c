#include "direct_writer/format.h"

#include <assert.h>
#include <xxhash.h>

static_assert(sizeof(struct format_header) == 16, "no padding");
static_assert(sizeof(struct format_part) == 32, "no padding");
static_assert(sizeof(struct format_dictionary) == 16, "no padding");
static_assert(sizeof(struct format_segment) == 88, "no padding");

uint64_t format_checksum(const struct format_part *part, const void *stored)
{
    uint64_t seed = XXH3_64bits(part, offsetof(struct format_part, checksum));

    return XXH3_64bits_withSeed(stored, part->stored_bytes, seed);
}
