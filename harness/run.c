/* bench run: one run in this process, printed as "key value" lines. */
#include "harness/commands.h"
#include "harness/die.h"
#include "harness/drive.h"
#include "harness/measure.h"
#include "harness/paths.h"
#include "harness/temporary.h"
#include "harness/work.h"

#include "direct_writer/writer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct run {
    struct settings settings;
    const char *path;
    uint64_t work_ns;
    uint64_t work_loops;
    const char *output; /* NULL: a temporary file */
    bool unchecked;
    const char *proven; /* NULL: no output */
};

#define FIELD(name) offsetof(struct run, name)

static const struct option_spec specs[] = {
    OPTION("path", OPTION_TEXT, FIELD(path), "direct",
           "none, floor, direct, ring, ring-deferred or queue-...", .choices = paths_names,
           .shape = "NAME"),
    OPTION("work-ns", OPTION_COUNT, FIELD(work_ns), "0",
           "the producer's own work before each change", .max = 1000000),
    OPTION("work-loops", OPTION_COUNT, FIELD(work_loops), "0", "the same, already calibrated",
           .max = UINT32_MAX),
    OPTION("output", OPTION_TEXT, FIELD(output), NULL, "the writer's file, kept", .shape = "FILE"),
    OPTION("unchecked", OPTION_FLAG, FIELD(unchecked), NULL,
           "measure only: whether the output is right is not looked at"),
    OPTION("proven", OPTION_TEXT, FIELD(proven), NULL,
           "an output with this hash is known to decode to the source, and not read again",
           .shape = "XXH3"),
    {0},
};

static void print(const struct run *run, const struct result *result)
{
    printf("path %s\nwork_ns %llu\n", run->path, (unsigned long long)run->work_ns);
    for (int i = 0; i < RESULT_FIGURES; i++)
        if (!isnan(result->figure[i]))
            printf("%s %.17g\n", result_figures[i].name, result->figure[i]);
    for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
        char name[HISTOGRAM_NAME_BYTES];

        if (result->latency.count[i] == 0)
            continue;
        histogram_bucket_name(i, name);
        printf("%s %u\n", name, result->latency.count[i]);
    }
    if (result->output_xxh3[0])
        printf("output_xxh3 %s\n", result->output_xxh3);
    if (result->source_xxh3[0])
        printf("source_xxh3 %s\ndecoded_xxh3 %s\n", result->source_xxh3, result->decoded_xxh3);
}

static void tell_overflow(void *argument, uint64_t events_lost)
{
    (void)argument;
    fprintf(stderr, "bench: the ring was full: %llu events lost so far\n",
            (unsigned long long)events_lost);
}

static uint32_t loops_of(const struct run *run)
{
    uint32_t loops = (uint32_t)run->work_loops;
    int error;

    if (run->work_ns == 0 || loops)
        return loops;
    error = work_calibrate((uint32_t)run->work_ns, run->settings.work_bytes, &loops);
    if (error)
        die("--work-bytes: %s", strerror(-error));
    return loops;
}

int run_command(int argc, char **argv)
{
    struct run run = {0};
    struct result result = {0};
    char message[DRIVE_MESSAGE_BYTES], file[TEMPORARY_BYTES];
    int error;

    settings_parse("run", "One run of one path in this process, printed as \"key value\" lines.",
                   specs, argc, argv, &run);
    if (run.settings.cpus) {
        error = measure_limit_cpus((uint32_t)run.settings.cpus);
        if (error)
            die("--cpus %llu: %s", (unsigned long long)run.settings.cpus, strerror(-error));
    }
    run.settings.on_overflow = tell_overflow;
    if (!run.output)
        temporary_file(writer_find(run.settings.writer)->suffix, file);

    struct drive drive = {
        .settings = &run.settings,
        .path = run.path,
        .source = settings_open_source(&run.settings),
        .output = run.output ? run.output : file,
        .work_loops = loops_of(&run),
        .unchecked = run.unchecked,
        .proven = run.proven,
    };
    error = drive_run(&drive, &result, message);
    if (!run.output)
        unlink(file);
    if (error)
        die("%s", message);
    print(&run, &result);
    source_close(drive.source);
    if (drive_decoded_to_source(&result))
        return 0;
    fprintf(stderr, "bench: %s: the output does not decode to the source\n", drive.output);
    return 1;
}
