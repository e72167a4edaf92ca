/*
 * sink.h - whatever takes value changes.
 *
 * A writer is a sink. The offload is a sink too, one that wraps another: it takes the
 * calls on the hot thread and replays them on its own. A source knows sinks only.
 *
 * Operation
 *    setup, then any mix of change, mark, cut and gap, then close. Calls come from one thread
 *    at a time. close ends and frees the sink, whatever it returns, and may come at any
 *    point, also instead of setup.
 *
 * Errors
 *    Each call returns 0 or -errno. After its first error a sink stays failed: every later
 *    call returns that same error and writes nothing; close returns it as well.
 *
 * Time never decreases from call to call (a sink that needs this answers -EINVAL). Changes
 * at the same time keep their order.
 */
#ifndef HO_SINK_H
#define HO_SINK_H

#include "ring/dictionary.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ho_sink;

/* What happened at a time other than a change. */
enum ho_mark {
    HO_MARK_END, /* the stream reaches to this time, though nothing changes there */
    HO_MARK_OFF, /* recording pauses: the changes at this time say "unknown" ($dumpoff) */
    HO_MARK_ON,  /* recording resumes: the changes at this time are the true values ($dumpon) */
};

/* Where the time of close went, in ns; a sink adds what it knows and leaves the rest. */
struct ho_close_times {
    uint64_t publish_ns; /* offload: handing over the last chunk */
    uint64_t drain_ns;   /* offload: until everything published was replayed */
    uint64_t encode_ns;  /* writer: encoding what was still open */
    uint64_t commit_ns;  /* writer: index, trailer, making the file durable */
    uint64_t join_ns;    /* ending threads, freeing memory */
};

/* What a call of change says. */
struct ho_change {
    uint64_t time;
    const void *value;
    uint32_t id;
    uint32_t len;
};

/* What is missing from a stream, lost on the way to the sink. */
struct ho_gap {
    uint64_t first_time; /* what was lost lies between these two, both included */
    uint64_t last_time;
    uint64_t events; /* changes and marks lost */
};

struct ho_sink_ops {
    const char *name;

    /* The signals. dictionary stays the caller's, unchanged until close. */
    int (*setup)(struct ho_sink *sink, const struct ho_dictionary *dictionary);

    /* Signal id has a new value. value has len bytes, shaped as the signal's kind says; it
     * is the caller's again on return, and may be NULL if len is 0. */
    int (*change)(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                  uint32_t len);

    /* Something other than a change; see enum ho_mark. */
    int (*mark)(struct ho_sink *sink, uint64_t time, enum ho_mark mark);

    /* End the segment: what came so far can be read back even if nothing follows. */
    int (*cut)(struct ho_sink *sink);

    /* Events are missing here, so that every signal's value is unknown until its next change.
     * The next call's time is gap->last_time or later. NULL: the sink is not told. */
    int (*gap)(struct ho_sink *sink, const struct ho_gap *gap);

    /* The same as count calls of change, one after the other: a sink that sees what comes next
     * can fetch what it will touch. NULL: the calls are made. */
    int (*changes)(struct ho_sink *sink, const struct ho_change *changes, size_t count);

    /* End the stream, make the output complete and durable, free the sink. times may be
     * NULL. */
    int (*close)(struct ho_sink *sink, struct ho_close_times *times);
};

/* Embedded first in each implementation. */
struct ho_sink {
    const struct ho_sink_ops *ops;
};

static inline int ho_sink_setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    return sink->ops->setup(sink, dictionary);
}

static inline int ho_sink_change(struct ho_sink *sink, uint64_t time, uint32_t id,
                                 const void *value, uint32_t len)
{
    return sink->ops->change(sink, time, id, value, len);
}

static inline int ho_sink_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    return sink->ops->mark(sink, time, mark);
}

static inline int ho_sink_cut(struct ho_sink *sink)
{
    return sink->ops->cut(sink);
}

static inline int ho_sink_gap(struct ho_sink *sink, const struct ho_gap *gap)
{
    return sink->ops->gap ? sink->ops->gap(sink, gap) : 0;
}

static inline int ho_sink_changes(struct ho_sink *sink, const struct ho_change *changes,
                                  size_t count)
{
    int error = 0;

    if (sink->ops->changes)
        return sink->ops->changes(sink, changes, count);
    for (size_t i = 0; i < count && !error; i++)
        error = ho_sink_change(sink, changes[i].time, changes[i].id, changes[i].value,
                               changes[i].len);
    return error;
}

/* sink may be NULL. */
static inline int ho_sink_close(struct ho_sink *sink, struct ho_close_times *times)
{
    return sink ? sink->ops->close(sink, times) : 0;
}

#ifdef __cplusplus
}
#endif

#endif
