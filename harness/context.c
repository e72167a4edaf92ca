#include "harness/context.h"

#include "harness/child.h"
#include "harness/measure.h"
#include "harness/versions.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void context_add(struct context *context, const char *key, const char *format, ...)
{
    char *value = context->values[context->count];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(value, CONTEXT_VALUE_BYTES, format, arguments);
    va_end(arguments);
    context->entries[context->count++] = (struct gbench_context){key, value};
}

/* The commit that the source is at, with "-dirty" if it was changed since. */
static void add_commit(struct context *context)
{
    struct child_output output;
    const char *argv[] = {"git",      "-C",      HANDOFF_ROOT,  "describe",
                          "--always", "--dirty", "--abbrev=12", NULL};

    if (child_run(argv, &output) != 0)
        return; /* no git, or no repository */
    output.out[strcspn(output.out, "\n")] = '\0';
    context_add(context, "commit", "%s", output.out);
}

void context_machine(struct context *context)
{
    struct measure_machine machine;

    context->count = 0;
    measure_machine(&machine);
    context_add(context, "load_average", "%.2f", machine.load[0]);
    context_add(context, "cpu", "%s", machine.cpu);
    context_add(context, "cores", "%" PRIu32, machine.cpus);
    context_add(context, "kernel", "%s", machine.kernel);
    context_add(context, "compiler", "%s", VERSION_COMPILER);
    context_add(context, "flags", "%s", VERSION_FLAGS);
    context_add(context, "handoff", "%s", VERSION_HANDOFF);
    context_add(context, "google_benchmark", "%s", VERSION_BENCHMARK);
    context_add(context, "xxhash", "%s", VERSION_XXHASH);
    context_add(context, "jemalloc", "%s", VERSION_JEMALLOC);
    context_add(context, "lz4", "%s", VERSION_LZ4);
    add_commit(context);
}

void context_workload(struct context *context, const struct settings *settings)
{
    char text[SETTINGS_TEXT_BYTES], options[CONTEXT_VALUE_BYTES] = "";
    const char *words[SETTINGS_SPECS + 1];
    size_t used = 0;

    settings_words(settings, text, words);
    for (size_t i = 0; words[i] && used < sizeof options; i++)
        used += (size_t)snprintf(options + used, sizeof options - used, "%s%s", i ? " " : "",
                                 words[i]);
    context_add(context, "options", "%s", options);
    context_add(context, "source", "%s", settings->source);
    if (strcmp(settings->source, "synth") == 0) {
        context_add(context, "profile", "%s", settings->profile);
        context_add(context, "signals", "%" PRIu64, settings->signals);
    }
    context_add(context, "writer", "%s", settings->writer);
    context_add(context, "chunks", "%" PRIu64, settings->chunks);
    context_add(context, "chunk_bytes", "%" PRIu64, settings->chunk_bytes);
    context_add(context, "on_full", "%s", settings->on_full);
    context_add(context, "work_bytes", "%" PRIu64, settings->work_bytes);
    if (settings->latency)
        context_add(context, "latency_every", "%" PRIu64, settings->latency_every);
}
