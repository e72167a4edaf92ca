/*
 * damage.h - files of tests/data, and damage done to them at random, for tests of readers.
 */
#ifndef TESTS_DAMAGE_H
#define TESTS_DAMAGE_H

#include "synth_gen/random.h"

#include <stddef.h>

struct damage {
    struct random random;        /* the damage is the same for the same start */
    const unsigned char *pieces; /* bytes that mean something in such a file */
    uint32_t piece_count;
};

/* Reads the file name, or the first bytes_max bytes of it. Returns their number; fails the test
 * if there is no such file. */
size_t damage_load(const char *name, unsigned char *data, size_t bytes_max);

#define DAMAGE_GROWTH_MAX 64 /* bytes that a change may add */

/* Makes 1 to changes_max changes of the size bytes at data, which has room for their growth.
 * Returns the new size, never 0 if size is not. */
size_t damage_do(struct damage *damage, uint32_t changes_max, unsigned char *data, size_t size);

#endif
