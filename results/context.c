#include "results/context.h"

#include <stdlib.h>
#include <string.h>

#define BUSY_LOAD_PER_CORE 0.5

const char *results_context_find(const struct results_context *context, const char *key)
{
    for (size_t i = 0; i < context->count; i++) {
        if (strcmp(context->entries[i].key, key) == 0)
            return context->entries[i].value;
    }
    return NULL;
}

unsigned results_cores(const struct results_context *context)
{
    const char *cores = results_context_find(context, "cores");

    if (!cores)
        cores = results_context_find(context, "num_cpus"); /* Google Benchmark's own */
    return cores ? (unsigned)strtoul(cores, NULL, 10) : 0;
}

void results_put_load(FILE *file, const struct results_context *context)
{
    const char *text = results_context_find(context, "load_average");
    unsigned cores = results_cores(context);

    if (!text || cores == 0)
        return;
    double load = strtod(text, NULL);
    if (load / cores > BUSY_LOAD_PER_CORE)
        fprintf(
            file,
            " The machine was BUSY in the minute before the start (load average %.2f on %u cores;"
            " a build counts): measure again on a quiet one before you quote a figure.",
            load, cores);
    else
        fprintf(file, " The machine was quiet before the start (load average %.2f on %u cores).",
                load, cores);
}

void results_context_free(struct results_context *context)
{
    for (size_t i = 0; i < context->count; i++) {
        free(context->entries[i].key);
        free(context->entries[i].value);
    }
    free(context->entries);
    *context = (struct results_context){0};
}
