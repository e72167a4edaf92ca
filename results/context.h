/*
 * context.h - what a results file says about machine, build and workload.
 */
#ifndef RESULTS_CONTEXT_H
#define RESULTS_CONTEXT_H

#include <stddef.h>
#include <stdio.h>

struct results_entry {
    char *key; /* "load_average" */
    char *value;
};

struct results_context {
    struct results_entry *entries;
    size_t count;
};

/* The value for key, or NULL. */
const char *results_context_find(const struct results_context *context, const char *key);

/* The machine's cores, or 0 if the file does not say. */
unsigned results_cores(const struct results_context *context);

/* A sentence with a blank before it: was the machine busy before the start? Nothing if the file
 * does not say. */
void results_put_load(FILE *file, const struct results_context *context);

/* context may be all zeros. */
void results_context_free(struct results_context *context);

#endif
