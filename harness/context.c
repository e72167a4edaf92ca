#include "harness/context.h"

#include "harness/child.h"
#include "harness/measure.h"
#include "harness/versions.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 3, 4))) static void add(struct context *context, const char *key,
                                                      const char *format, ...)
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
    add(context, "commit", "%s", output.out);
}

static void add_workload(struct context *context, const struct settings *settings)
{
    char text[SETTINGS_TEXT_BYTES], options[CONTEXT_VALUE_BYTES] = "";
    const char *words[SETTINGS_SPECS + 1];
    size_t used = 0;

    settings_words(settings, text, words);
    for (size_t i = 0; words[i] && used < sizeof options; i++)
        used += (size_t)snprintf(options + used, sizeof options - used, "%s%s", i ? " " : "",
                                 words[i]);
    add(context, "options", "%s", options);
    add(context, "source", "%s", settings->source);
    if (strcmp(settings->source, "synth") == 0) {
        add(context, "profile", "%s", settings->profile);
        add(context, "signals", "%" PRIu64, settings->signals);
    }
    add(context, "writer", "%s", settings->writer);
    add(context, "chunks", "%" PRIu64, settings->chunks);
    add(context, "chunk_bytes", "%" PRIu64, settings->chunk_bytes);
    add(context, "work_bytes", "%" PRIu64, settings->work_bytes);
}

void context_fill(struct context *context, const struct settings *settings)
{
    struct measure_machine machine;

    context->count = 0;
    measure_machine(&machine);
    add(context, "load_average", "%.2f", machine.load[0]);
    add(context, "cpu", "%s", machine.cpu);
    add(context, "cores", "%" PRIu32, machine.cpus);
    add(context, "kernel", "%s", machine.kernel);
    add(context, "compiler", "%s", VERSION_COMPILER);
    add(context, "flags", "%s", VERSION_FLAGS);
    add(context, "handoff", "%s", VERSION_HANDOFF);
    add(context, "google_benchmark", "%s", VERSION_BENCHMARK);
    add(context, "xxhash", "%s", VERSION_XXHASH);
    add(context, "jemalloc", "%s", VERSION_JEMALLOC);
    add(context, "lz4", "%s", VERSION_LZ4);
    add_commit(context);
    add_workload(context, settings);
}
