/*
 * json.h - what reading any results file has in common.
 */
#ifndef RESULTS_JSON_H
#define RESULTS_JSON_H

#include "results/context.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Reads a file and its context. Returns 0 and a root with a list of "benchmarks", for
 * json_decref, and a context for results_context_free; or -errno with one line in message. */
int results_json_open(const char *path, json_t **root, struct results_context *context,
                      char *message);

/* Says in message what is wrong with the file's runs: -ENODATA, -E2BIG, -ENOMEM. Returns error. */
int results_json_fail(const char *path, int error, char *message);

/* Whether benchmark is a single run, not a statistic; if so, its name and round. */
bool results_json_run(const json_t *benchmark, const char **name, uint32_t *round);

/* A counter, or NAN. */
double results_json_number(const json_t *benchmark, const char *name);

#endif
