/*
 * vcd_reading.h - a VCD file read and turned into text, for tests.
 */
#ifndef TESTS_VCD_READING_H
#define TESTS_VCD_READING_H

#include "synth_gen/source.h"

#include <stdio.h>

struct vcd_reading {
    int error; /* of open; the rest but message and warnings is then empty */
    char message[SOURCE_MESSAGE_BYTES];
    unsigned warnings;
    char warning[SOURCE_MESSAGE_BYTES]; /* the first */
    struct source *source;
    char *dictionary, *calls; /* see call_text.h */
};

/* file is closed, and is called "t.vcd" in messages. */
void vcd_reading_init(struct vcd_reading *reading, FILE *file, uint64_t memory_max,
                      uint64_t cut_every);
/* The same by another name, which says how the file is compressed, without cuts. */
void vcd_reading_init_named(struct vcd_reading *reading, FILE *file, const char *name,
                            uint64_t memory_max);
void vcd_reading_fini(struct vcd_reading *reading);

/* What the VCD sink writes of the source that was read. To be freed. */
char *vcd_reading_write(const struct vcd_reading *reading, size_t *bytes);

#endif
