/*
 * fst_round.h - an FST file written, and what GTKWave's library should find in it, for tests.
 */
#ifndef TESTS_FST_ROUND_H
#define TESTS_FST_ROUND_H

#include "synth_gen/random.h"
#include "tests/fst_contents.h"

/* The initializer of a dictionary without variables. */
#define FST_ROUND_DICTIONARY(SIGNALS)                                                              \
    {                                                                                              \
        .signals = (SIGNALS), .signal_count = sizeof(SIGNALS) / sizeof *(SIGNALS), .timescale = -9 \
    }

/* Signals of each kind and width, the widest last. */
extern const struct ho_dictionary fst_round_kinds;

struct fst_round {
    char *path;
    struct ho_sink *sink;
    const struct ho_dictionary *dictionary;
    struct fst_contents_list expected; /* each signal's handle is its id + 1 */
};

struct ho_sink *fst_round_open(const char *path, bool parallel);

/* Opens a writer on a file in a folder of its own, and sets it up. */
void fst_round_begin(struct fst_round *round, const struct ho_dictionary *dictionary,
                     bool parallel);

void fst_round_change(struct fst_round *round, uint64_t time, uint32_t id, const void *value,
                      uint32_t len);
void fst_round_mark(struct fst_round *round, uint64_t time, enum ho_mark mark);

/* Changes and marks of fst_round_kinds, the same for the same seed; a cut before one in so many
 * changes, 0: none. */
void fst_round_random(struct fst_round *round, uint64_t seed, uint32_t calls, uint32_t cut_in);

/* Fills value, which has room for any of fst_round_kinds, and returns its length. */
uint32_t fst_round_value(struct random *random, const struct ho_signal *signal,
                         unsigned char *value);

/* Nothing is left of the library's files but the one at path. */
void fst_round_expect_alone(const char *path);

/* Closes the file, reads it, removes it. The changes must be the expected ones. */
void fst_round_end(struct fst_round *round, struct fst_contents *contents);

/* Closes the writer, forgets what was expected, removes the file. */
void fst_round_drop(struct fst_round *round, int expected_error);

#endif
