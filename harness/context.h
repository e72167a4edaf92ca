/*
 * context.h - what a results file says about machine, build and workload.
 */
#ifndef HARNESS_CONTEXT_H
#define HARNESS_CONTEXT_H

#include "harness/gbench.h"
#include "harness/settings.h"

#define CONTEXT_MAX         32
#define CONTEXT_VALUE_BYTES 1024

struct context {
    struct gbench_context entries[CONTEXT_MAX];
    size_t count;
    char values[CONTEXT_MAX][CONTEXT_VALUE_BYTES];
};

/* Machine and build, as the first entries. Looks at the machine now: call it before it is made
 * busy. */
void context_machine(struct context *context);

/* Then what is run there: what the settings say, and anything else. key is not copied. */
void context_workload(struct context *context, const struct settings *settings);
void context_add(struct context *context, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
