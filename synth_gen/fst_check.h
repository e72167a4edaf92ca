/*
 * fst_check.h - a look at an FST file's blocks before the library sees them.
 *
 * A block is its type, one byte, then its length, which counts itself but not the type. All
 * numbers are of 8 bytes, most significant first. Only what the library needs to find its way
 * is looked at; what the blocks hold is not.
 */
#ifndef SYNTH_GEN_FST_CHECK_H
#define SYNTH_GEN_FST_CHECK_H

#include "synth_gen/fst_report.h"

#include <stdbool.h>
#include <stdio.h>

struct fst_check {
    uint64_t work_us;  /* reading the file takes less processor time, by far */
    bool first_values; /* the library can be asked for values at the file's first time */
};

/* Returns 0 or -errno with the message filled. */
int fst_check(FILE *file, struct fst_report *report, struct fst_check *check);

#endif
