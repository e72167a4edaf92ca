/*
 * paths.h - the composition root: how sinks are put together for each path.
 *
 *    none             (work ->) a sink that does nothing
 *    floor            (work ->) the ring's pool, filled around and around, with no reader
 *    direct           (work ->) writer
 *    direct-parallel  (work ->) writer, which uses a thread of its format's own library
 *    ring             (work ->) offload -> writer
 *    ring-deferred    (work ->) offload -> writer, set up on the dispatcher
 *    queue-...        (work ->) queue sink -> writer
 *
 * What stands behind the work and the pauses is timed, one call in so many, if the settings say so.
 * The producer may pause and the writer stall now and then. Before the writer there is a gap log
 * if the offload may drop events.
 */
#ifndef HARNESS_PATHS_H
#define HARNESS_PATHS_H

#include "harness/gap_log.h"
#include "harness/latency.h"
#include "harness/queue_sink.h"
#include "harness/settings.h"

/* Ended by NULL. */
extern const char *const paths_names[];

struct path {
    struct ho_sink *sink;         /* what the source calls; owns everything behind it */
    struct ho_offload *offload;   /* on that way, or NULL */
    struct queue_sink *queue;     /* on that way, or NULL */
    bool work, pauses, times;     /* before the rest, in this order */
    struct latency_times latency; /* if it times; from paths_close on */
    struct gap_log gap_log;       /* behind an offload that may drop events; else empty */
};

/* Puts path name together, with the writer writing to output, and work_loops of work before
 * each change. Returns 0, or -errno with one line in message. */
#define PATHS_MESSAGE_BYTES 512
int paths_open(const struct settings *settings, const char *name, const char *output,
               uint32_t work_loops, struct path *path, char message[PATHS_MESSAGE_BYTES]);

/* Closes the path's sink; stats is left as it is without an offload, but for
 * the waits of a queue sink's producer. The gap log is kept, for
 * paths_fini. */
int paths_close(struct path *path, struct ho_close_times *times, struct ho_offload_stats *stats);

void paths_fini(struct path *path);

/* Whether the settings' writer can be on the path: direct-parallel is for those only that know
 * options.parallel. */
bool paths_can(const struct settings *settings, const char *name);

/* Whether the path writes anything. */
bool paths_writes(const char *name);

#endif
