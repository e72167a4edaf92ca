/*
 * context.h - what a results file says about machine, build and workload.
 */
#ifndef HARNESS_CONTEXT_H
#define HARNESS_CONTEXT_H

#include "harness/gbench.h"
#include "harness/settings.h"

#define CONTEXT_MAX         32
#define CONTEXT_VALUE_BYTES 512

struct context {
    struct gbench_context entries[CONTEXT_MAX];
    size_t count;
    char values[CONTEXT_MAX][CONTEXT_VALUE_BYTES];
};

/* Looks at the machine now: call it before it is made busy. */
void context_fill(struct context *context, const struct settings *settings);

#endif
