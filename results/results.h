/*
 * results.h - a results file read back, and what is said about it.
 *
 * A results file holds the runs of one comparison, in Google Benchmark's JSON: each run of
 * a path is a repetition of the benchmark that result_name() names. A situation is all runs
 * with the same work_ns.
 */
#ifndef RESULTS_RESULTS_H
#define RESULTS_RESULTS_H

#include "results/context.h"
#include "results/result.h"
#include "results/stats.h"

#include <stdio.h>

#define RESULTS_MESSAGE_BYTES  512
#define RESULTS_ROUNDS_MAX     STATS_VALUES_MAX
#define RESULTS_PATHS_MAX      12
#define RESULTS_SITUATIONS_MAX 8

struct result_set {
    struct result *runs;
    size_t run_count;
    struct results_context context;
    uint32_t failed_runs; /* they are not among the runs */
    uint32_t rounds;      /* the largest round of a run, plus one */

    const char *paths[RESULTS_PATHS_MAX]; /* that have runs, in the order to show them in */
    size_t path_count;
    uint32_t situations[RESULTS_SITUATIONS_MAX]; /* work_ns, ascending */
    size_t situation_count;
};

/* Reads a results file. Figures that this program does not know are ignored, those that the
 * file does not have are NAN. Returns 0 and a set for results_free, or -errno with one line,
 * "FILE: reason", in message. */
int results_read(const char *path, struct result_set *set, char message[RESULTS_MESSAGE_BYTES]);

/* set may be all zeros. */
void results_free(struct result_set *set);

/* The run of that path, situation and round, or NULL. */
const struct result *results_run(const struct result_set *set, const char *path, uint32_t work_ns,
                                 uint32_t round);

/* Whether the path has runs in that situation. */
bool results_has(const struct result_set *set, const char *path, uint32_t work_ns);

/* A figure by round, NAN where there is no run. */
struct results_series {
    double value[RESULTS_ROUNDS_MAX];
};

void results_figure(const struct result_set *set, const char *path, uint32_t work_ns,
                    enum result_figure figure, struct results_series *series);

/* Producer CPU less what the generator alone ("none") took in the same round. */
void results_net_cpu(const struct result_set *set, const char *path, uint32_t work_ns,
                     struct results_series *series);

struct stats_summary results_summary(const struct result_set *set, const char *path,
                                     uint32_t work_ns, enum result_figure figure);

struct stats_summary results_net_summary(const struct result_set *set, const char *path,
                                         uint32_t work_ns);

/* figure of path to that of base, paired by round. */
struct stats_ratio results_ratio(const struct result_set *set, const char *path, const char *base,
                                 uint32_t work_ns, enum result_figure figure);

/* The same ratio of results_net_cpu. Rounds where the base's is not above 0 are left out. */
struct stats_ratio results_net_ratio(const struct result_set *set, const char *path,
                                     const char *base, uint32_t work_ns);

/* The times of single calls, ns, of all rounds; empty if none was timed. */
void results_latency(const struct result_set *set, const char *path, uint32_t work_ns,
                     struct histogram *pooled);

/* What a share of them (0.5: the median) does not exceed; 1: the longest. NAN if too few calls
 * were timed to say. */
double results_latency_quantile(const struct result_set *set, const char *path, uint32_t work_ns,
                                double share);

/* The quantile of path to that of base, paired by round. */
struct stats_ratio results_latency_ratio(const struct result_set *set, const char *path,
                                         const char *base, uint32_t work_ns, double share);

/* Whether all runs that have an output without gaps have the same one. */
bool results_same_output(const struct result_set *set);

/* The table: one block a situation, at most 100 columns wide for five paths. */
void results_print(FILE *file, const struct result_set *set);

/* The same in plain words, and how far they can be trusted. */
void results_verdict(FILE *file, const struct result_set *set);

/* Two sets side by side: every figure's medians, their ratio, and whether the ranges
 * overlap. a_name and b_name head the columns. */
void results_diff(FILE *file, const char *a_name, const struct result_set *a, const char *b_name,
                  const struct result_set *b);

#endif
