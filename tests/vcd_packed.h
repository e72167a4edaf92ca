/*
 * vcd_packed.h - VCD that is compressed in memory and read from there, for tests.
 */
#ifndef TESTS_VCD_PACKED_H
#define TESTS_VCD_PACKED_H

#include "tests/vcd_reading.h"

#include <stddef.h>

/* Start with zeros. */
struct vcd_packed {
    unsigned char *data; /* [size], to be freed */
    size_t size;
};

void vcd_packed_append(struct vcd_packed *packed, const void *data, size_t size);

struct vcd_packed_format {
    const char *name;   /* of a file that is packed like that */
    const char *damage; /* what is said of it where it is not whole */
    /* Appends data as one member or frame. */
    void (*append)(struct vcd_packed *packed, const void *data, size_t size);
};

#define VCD_PACKED_FORMATS 2

/* gzip, and zstd with a checksum, as its tool writes it. */
extern const struct vcd_packed_format vcd_packed_formats[VCD_PACKED_FORMATS];

void vcd_packed_read(struct vcd_reading *reading, const char *name, const void *data, size_t size,
                     uint64_t memory_max);

/* Fails the test unless both make the same calls, or complain alike about the same line. */
void vcd_packed_expect_same(const struct vcd_reading *reading, const struct vcd_reading *other);

/* So many changes that no compression makes small: many pieces of a file, many of the text. */
struct vcd_packed vcd_packed_long_text(unsigned changes);

#endif
