/*
 * queue_result.h - what one run of the queue benchmark measures: names and units of its figures.
 *
 * The harness fills it, the results file has the figures as counters, table and plots read them.
 */
#ifndef RESULTS_QUEUE_RESULT_H
#define RESULTS_QUEUE_RESULT_H

#include "results/histogram.h"

#include <stdbool.h>
#include <stdint.h>

enum queue_figure {
    QUEUE_ITEMS, /* pushed, while the clock ran */

    /* flat */
    QUEUE_RATE,         /* items a second, first push to last pop */
    QUEUE_WALL,         /* ns an item, the same */
    QUEUE_PRODUCER_CPU, /* ns an item, CLOCK_THREAD_CPUTIME_ID */
    QUEUE_CONSUMER_CPU, /* ns an item, all consumers together */

    /* full */
    QUEUE_PUSH_CPU,     /* ns a push, accepted or refused */
    QUEUE_PUSH_WALL,    /* ns a push */
    QUEUE_LOST,         /* items that were displaced, as the queue says */
    QUEUE_REFUSED,      /* pushes */
    QUEUE_UNACCOUNTED,  /* items neither popped, lost, nor left in the end */
    QUEUE_LOST_AT_ONCE, /* most items lost in one push */
    QUEUE_LONGEST_PUSH, /* ns, with a clock read around each, in a pass of its own */

    /* low-rate */
    QUEUE_PRODUCER_SHARE, /* of a core: CPU time to wall time */
    QUEUE_CONSUMER_SHARE,

    /* low-rate: push to the pop's return; round-trip: there and back */
    QUEUE_LATENCY_MAX, /* ns */

    QUEUE_FIGURES
};

/* A figure's counter, with its unit: "push_cpu_ns". */
extern const char *const queue_figures[QUEUE_FIGURES];

/* One run of one queue. A figure that it does not have is NAN. */
struct queue_result {
    char scenario[16]; /* "flat", "full", "low-rate", "round-trip" */
    char place[32];    /* what varies within: "16B/32K/1", "stopped", "100"; may be "" */
    char queue[32];    /* the peer's name */
    uint32_t round;    /* 0 up */
    double wall_seconds, cpu_seconds; /* of what was timed; 0 when read back */
    double figure[QUEUE_FIGURES];
    struct histogram latency;
};

#define QUEUE_RESULT_NAME_BYTES 96

/* "queues/flat/16B/32K/1/spmc", "queues/round-trip/spmc" */
void queue_result_name(const struct queue_result *result, char name[QUEUE_RESULT_NAME_BYTES]);

/* Sets scenario, place and queue from such a name. Returns whether it was one. */
bool queue_result_parse_name(const char *name, struct queue_result *result);

#endif
