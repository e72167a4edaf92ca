/*
 * queues.h - a results file of the queue benchmark read back, and its tables.
 *
 * A case is a scenario and what varies within it. The runs of a case that have the same round
 * were made one after the other, so that they are compared within rounds.
 */
#ifndef RESULTS_QUEUES_H
#define RESULTS_QUEUES_H

#include "results/queue_result.h"
#include "results/results.h"

#include <stdio.h>

#define QUEUES_MAX       16
#define QUEUES_CASES_MAX 32

struct queue_case_name {
    const char *scenario, *place;
};

struct queue_set {
    struct queue_result *runs;
    size_t run_count;
    struct results_context context;
    uint32_t failed_runs; /* they are not among the runs */
    uint32_t rounds;      /* the largest round of a run, plus one */

    char queues[QUEUES_MAX][32]; /* all that were asked for, in the order to show them in */
    size_t queue_count;
    struct queue_case_name cases[QUEUES_CASES_MAX]; /* in the order of the file */
    size_t case_count;
};

/* Like results_read: 0 and a set for queues_free, or -errno with one line in message; -ENODATA if
 * the file has no runs of this kind. */
int queues_read(const char *path, struct queue_set *set, char message[RESULTS_MESSAGE_BYTES]);

/* set may be all zeros. */
void queues_free(struct queue_set *set);

/* A figure's rounds in a case; NAN where there is no run. */
void queues_figure(const struct queue_set *set, const struct queue_case_name *at, const char *queue,
                   enum queue_figure figure, struct results_series *series);

struct stats_summary queues_summary(const struct queue_set *set, const struct queue_case_name *at,
                                    const char *queue, enum queue_figure figure);

/* The latencies of all rounds. */
void queues_latency(const struct queue_set *set, const struct queue_case_name *at,
                    const char *queue, struct histogram *pooled);

/* A quantile of each round's latencies. */
struct stats_summary queues_quantile(const struct queue_set *set, const struct queue_case_name *at,
                                     const char *queue, double share);

/* Whether the queue has runs in a case. */
bool queues_has(const struct queue_set *set, const struct queue_case_name *at, const char *queue);

/* A case in words: "16-byte items, capacity 32K, 1 consumer". */
#define QUEUES_TITLE_BYTES 96
void queues_title(const struct queue_case_name *at, char title[QUEUES_TITLE_BYTES]);

/* A table for each case, at most 100 columns wide. */
void queues_print(FILE *file, const struct queue_set *set);

#endif
