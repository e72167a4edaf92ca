/*
 * paths.h - the composition root: how sinks are put together for each path.
 *
 *    none           (work ->) a sink that does nothing
 *    direct         (work ->) writer
 *    ring           (work ->) offload -> writer
 *    ring-deferred  (work ->) offload -> writer, set up on the dispatcher
 */
#ifndef HARNESS_PATHS_H
#define HARNESS_PATHS_H

#include "harness/settings.h"

/* Ended by NULL. */
extern const char *const paths_names[];

struct path {
    struct ho_sink *sink;       /* what the source calls; owns everything behind it */
    struct ho_offload *offload; /* on that way, or NULL */
};

/* Puts path name together, with the writer writing to output, and work_loops of work before
 * each change. Returns 0, or -errno with one line in message. */
#define PATHS_MESSAGE_BYTES 512
int paths_open(const struct settings *settings, const char *name, const char *output,
               uint32_t work_loops, struct path *path, char message[PATHS_MESSAGE_BYTES]);

/* Whether the path writes anything. */
bool paths_writes(const char *name);

#endif
