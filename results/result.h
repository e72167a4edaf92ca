/*
 * result.h - what one run measures: the names and units of its figures.
 *
 * `bench run` prints them as "name value" lines, the results file has them as counters, the
 * table and the plots read them. This list is the only one.
 */
#ifndef RESULTS_RESULT_H
#define RESULTS_RESULT_H

#include "results/histogram.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum result_figure {
    RESULT_EVENTS,
    RESULT_PRODUCER_CPU,  /* ns an event, gross, CLOCK_THREAD_CPUTIME_ID */
    RESULT_PROCESS_CPU,   /* ns an event, getrusage, open to closed */
    RESULT_SETUP_CPU,     /* ms of process CPU while the producer was in setup */
    RESULT_PRODUCE_CPU,   /* the same, in produce */
    RESULT_CLOSE_CPU,     /* the same, in close */
    RESULT_PRODUCE_WALL,  /* ns an event, CLOCK_MONOTONIC */
    RESULT_TOTAL_WALL,    /* ms, setup to closed */
    RESULT_OPEN_WALL,     /* ms: pool, file, threads */
    RESULT_SETUP_WALL,    /* ms, on the producer */
    RESULT_CLOSE_WALL,    /* ms, on the producer */
    RESULT_CLOSE_PUBLISH, /* ms; these five are the parts of close */
    RESULT_CLOSE_DRAIN,
    RESULT_CLOSE_ENCODE,
    RESULT_CLOSE_COMMIT,
    RESULT_CLOSE_JOIN,
    RESULT_PRODUCER_WAITS, /* times */
    RESULT_PRODUCER_WAIT,  /* ms */
    RESULT_EVENTS_DROPPED, /* changes and marks, by a full ring */
    RESULT_CHUNKS_DROPPED,
    RESULT_GAPS,               /* that the writer was told of */
    RESULT_PRODUCER_ALLOCATED, /* bytes, first change to last */
    RESULT_PRODUCER_FAULTS,    /* minor page faults of the producer, first change to last */
    RESULT_VOLUNTARY_SWITCHES, /* context switches of the process */
    RESULT_INVOLUNTARY_SWITCHES,
    RESULT_PEAK_MEMORY, /* bytes, VmHWM */
    RESULT_OUTPUT_BYTES,
    RESULT_PRODUCER_INSTRUCTIONS, /* an event, in user space, first change to last */
    RESULT_PRODUCER_CYCLES,
    RESULT_PRODUCER_CACHE_MISSES, /* of the last level */
    RESULT_PRODUCER_TLB_MISSES,   /* of loads */
    RESULT_PROCESS_INSTRUCTIONS,  /* these four in the same order, all threads, open to closed */
    RESULT_PROCESS_CYCLES,
    RESULT_PROCESS_CACHE_MISSES,
    RESULT_PROCESS_TLB_MISSES,
    RESULT_COUNTED_SHARE, /* of the time, by the least of these counters; 1: nothing is scaled */
    RESULT_LATENCY_MAX,   /* ns, of the calls that were timed */
    RESULT_LATENCY_CLOCK, /* ns that a call of no time would seem to take */
    RESULT_FIGURES
};

struct result_figure_info {
    const char *name; /* "producer_cpu_ns_per_event" */
    const char *unit; /* "ns/event", "ms", "bytes", "" */
};

extern const struct result_figure_info result_figures[RESULT_FIGURES];

/* One run of one path. A figure that this machine or build cannot measure is NAN. */
struct result {
    char path[32];    /* "direct", "ring", "ring-deferred", "none", "direct-again" */
    uint32_t work_ns; /* the producer's own work between changes */
    uint32_t round;   /* 0 up; runs of one round were made one after the other */
    double figure[RESULT_FIGURES];
    char output_xxh3[33]; /* 32 hex digits each, or "" where there is none */
    char source_xxh3[33]; /* of what is left of the source, if events were dropped */
    char decoded_xxh3[33];
    struct histogram latency; /* ns, of single calls of change; empty if none was timed */
};

/* Whether something is missing from its output. */
bool result_has_gaps(const struct result *result);

#define RESULT_NAME_BYTES 64

/* The name of the run's benchmark: "compare/ring", with work "compare/ring/work_ns:60". */
void result_name(const struct result *result, char name[RESULT_NAME_BYTES]);

/* Sets path and work_ns from such a name. Returns whether it was one. */
bool result_parse_name(const char *name, struct result *result);

#ifdef __cplusplus
}
#endif

#endif
