/*
 * fst_reading.h - an FST file read and turned into text, for tests.
 */
#ifndef TESTS_FST_READING_H
#define TESTS_FST_READING_H

#include "synth_gen/source.h"

struct fst_reading {
    int error; /* of open; the rest but message and warnings is then empty */
    char message[SOURCE_MESSAGE_BYTES];
    unsigned warnings;
    struct source *source;
    char *dictionary, *calls; /* see call_text.h */
};

struct fst_reading_options {
    uint64_t memory_max, cut_every;
};

/* The file is the bytes at data, and is called "t.fst" in messages. options may be NULL. */
void fst_reading_init(struct fst_reading *reading, const void *data, size_t bytes,
                      const struct fst_reading_options *options);
void fst_reading_fini(struct fst_reading *reading);

#endif
