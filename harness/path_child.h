/*
 * path_child.h - one run of one path, in a child process of its own: "bench run", and what it
 * printed.
 */
#ifndef HARNESS_PATH_CHILD_H
#define HARNESS_PATH_CHILD_H

#include "harness/gbench.h"
#include "harness/settings.h"
#include "results/result.h"

#include <stdbool.h>

#define PATH_CHILD_MESSAGE_BYTES GBENCH_MESSAGE_BYTES

struct path_child {
    const struct settings *settings;
    const char *path; /* direct-again is direct */
    uint32_t work_ns, work_loops;
    const char *output; /* the writer's file */
    bool keep;          /* it is left there */
    bool unchecked;     /* no hashes */
    const char *proven; /* see drive.h; or NULL */
};

/* The suffix of the file that the writer makes, "" if it makes none. */
const char *path_child_suffix(const struct settings *settings);

/* Makes the run and fills the figures and hashes of result. Returns 0, also where the output does
 * not decode to the source (result says so), or -errno with one line in message. */
int path_child_run(const struct path_child *child, struct result *result,
                   char message[PATH_CHILD_MESSAGE_BYTES]);

/* The run as a benchmark of a results file. */
void path_child_report(const struct result *result, struct gbench_state *state);

#endif
