/*
 * child.h - a program started, waited for, and what it printed.
 */
#ifndef HARNESS_CHILD_H
#define HARNESS_CHILD_H

#include <stddef.h>

struct child_output {
    char out[65536]; /* standard output; what is more is dropped */
    char err[2048];  /* the end of standard error */
};

/*
 * Runs argv[0] (looked for in PATH if it has no slash) with no standard input and waits for
 * it. Returns its exit status, 128 + the signal that ended it, or -errno if it could not be
 * started.
 */
int child_run(const char *const argv[], struct child_output *output);

#endif
