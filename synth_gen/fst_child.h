/*
 * fst_child.h - the process in which GTKWave's library reads an FST file.
 */
#ifndef SYNTH_GEN_FST_CHILD_H
#define SYNTH_GEN_FST_CHILD_H

#include "synth_gen/fst_check.h"

#include <sys/types.h>

struct fst_child {
    FILE *messages; /* struct fst_message; ends where the process does */
    pid_t pid;
};

/* It may take so much memory, on the disk too. Returns 0 or -errno. */
int fst_child_start(struct fst_child *child, FILE *file, const struct fst_check *check,
                    uint64_t memory_max);

/* Ends the process, whatever it is doing. Returns whether it had used up its time. */
int fst_child_end(struct fst_child *child);

#endif
