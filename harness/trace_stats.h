/*
 * trace_stats.h - a sink that counts what a stream of changes is like.
 *
 * A step is all that happens at one time. The first one with a change sets most signals once, to
 * what they are to begin with; it is counted apart, and what is said of activity, of the size of
 * steps and of neighbours is about the steps behind it that have a change ("later").
 *
 * Memory: three words a signal and a few histograms, however long the stream.
 */
#ifndef HARNESS_TRACE_STATS_H
#define HARNESS_TRACE_STATS_H

#include "harness/trace_counts.h"
#include "ring/sink.h"
#include "synth_gen/source.h"

/* Signals by kind, those of bits by width. */
enum trace_class {
    TRACE_BIT,
    TRACE_BITS_8, /* 2 to 8 bits */
    TRACE_BITS_32,
    TRACE_BITS_64,
    TRACE_BITS_512,
    TRACE_BITS_MORE,
    TRACE_REAL,
    TRACE_STRING,
    TRACE_EVENT,
};
#define TRACE_CLASSES 9

extern const char *const trace_class_names[TRACE_CLASSES];

struct trace_figures {
    uint64_t variables, signals, aliases; /* an alias: a further variable of a signal */
    uint64_t changes, later_changes;
    uint64_t times; /* with a call */
    uint64_t first_time, last_time;
    uint64_t pauses; /* HO_MARK_OFF */
    uint32_t width_max;
    int32_t timescale;
    uint64_t signals_of[TRACE_CLASSES], changes_of[TRACE_CLASSES], later_of[TRACE_CLASSES];
    uint64_t logic, unknown;             /* changes of HO_LOGIC; those not all 0 and 1 */
    uint64_t later_logic, later_unknown; /* the same */

    /* Of the later changes. */
    struct trace_counts step;               /* changes a step */
    struct trace_counts activity;           /* changes a signal */
    struct trace_counts distance;           /* |id - id before it in the step| */
    uint64_t backward;                      /* times that the id before it was higher */
    uint64_t within_2, within_8, within_64; /* the signal had changed at most so many steps ago */
    uint64_t still_signals;                 /* with no later change */
    uint64_t clock_signals;                 /* single bits that change in 8 of 10 steps or more */
    uint64_t top_1_percent, top_10_percent; /* changes of the most active signals */
};

/* Returns 0 and a sink, or -ENOMEM. The sink answers -EINVAL to a time that decreases, an id
 * that the dictionary lacks, a call before setup, and a second setup. */
int trace_stats_open(struct ho_sink **sink);

/* The figures of all calls so far. Before close, after setup. Returns 0 or -ENOMEM. */
int trace_stats_result(const struct ho_sink *sink, struct trace_figures *figures);

/* The figures of all that the source has. Returns 0 or -errno. */
int trace_stats_collect(struct source *source, struct trace_figures *figures);

#endif
