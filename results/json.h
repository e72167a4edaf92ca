/*
 * json.h - what reading any results file has in common.
 */
#ifndef RESULTS_JSON_H
#define RESULTS_JSON_H

#include "results/results.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Reads a file: its context, then fill(benchmarks, set). fill returns 0, or -ENODATA, -E2BIG or
 * -ENOMEM. Returns 0 or -errno with one line in message; the context, for
 * results_context_free, may be there either way.
 */
int results_json_read(const char *path, struct results_context *context,
                      int (*fill)(json_t *benchmarks, void *set), void *set, char *message);

/* Whether benchmark is a single run, not a statistic; if so, its name and round. */
bool results_json_run(const json_t *benchmark, const char **name, uint32_t *round);

/* A counter, or NAN. */
double results_json_number(const json_t *benchmark, const char *name);

/* A run's figures, its latency and the hash of its output. */
void results_json_result(json_t *benchmark, struct result *run);

/* Lists the paths of a set that has its runs. Returns 0, or -E2BIG. */
int results_list_paths(struct result_set *set);

/* Adds the counters of buckets, if there are any. */
void results_json_histogram(json_t *benchmark, struct histogram *histogram);

#endif
