/* bench advise: a few short runs, and what they say: is the ring worth it here? */
#include "harness/commands.h"
#include "harness/die.h"
#include "harness/kept_source.h"
#include "harness/measure.h"
#include "harness/path_child.h"
#include "harness/progress.h"
#include "harness/temporary.h"
#include "harness/work.h"
#include "results/advice.h"

#include "synth_gen/random.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS         STATS_INTERVAL_MIN /* of all paths */
#define ONE_CPU_ROUNDS 3
#define POOL_RUNS      3 /* of a smaller pool, at most */
#define RUN_NS         900e6
#define PROBE_EVENTS   2000000
#define CHUNK_BYTES    4096 /* smaller ones are not tried */

static const char *const paths[] = {"none", "direct", "direct-again", "ring"};
#define PATHS (sizeof paths / sizeof *paths)

struct advise {
    struct settings settings;
    uint64_t work_ns;

    struct random random;
    struct progress progress;
    uint32_t work_loops; /* of the situation */
};

#define FIELD(name) offsetof(struct advise, name)
#define BOTH        UINT64_MAX

static const struct option_spec specs[] = {
    OPTION("work-ns", OPTION_COUNT, FIELD(work_ns), NULL,
           "the producer's own work before each change [once 0, once 60]", .max = 1000000),
    {0},
};

/* One run, in a child. */
static struct result run(struct advise *advise, const struct settings *settings, const char *path,
                         uint32_t work_ns)
{
    char output[TEMPORARY_BYTES], message[PATH_CHILD_MESSAGE_BYTES], what[64];
    struct path_child child = {
        .settings = settings,
        .path = path,
        .work_ns = work_ns,
        .work_loops = advise->work_loops,
        .output = output,
        .unchecked = true,
    };
    struct result result = {.work_ns = work_ns};

    snprintf(what, sizeof what, "%s, %u ns of work", path, work_ns);
    progress_show(&advise->progress, what);
    temporary_file(path_child_suffix(settings), output);
    if (path_child_run(&child, &result, message)) {
        progress_clear(&advise->progress);
        die("%s", message);
    }
    snprintf(result.path, sizeof result.path, "%s", path);
    progress_step(&advise->progress);
    return result;
}

/* Each path once a round, in random order; the first ones may be left out. */
static void run_rounds(struct advise *advise, const struct settings *settings, uint32_t work_ns,
                       size_t first, uint32_t rounds, struct result_set *set)
{
    set->runs = calloc(rounds * PATHS, sizeof *set->runs);
    if (!set->runs)
        die("out of memory");
    set->rounds = rounds;
    for (uint32_t round = 0; round < rounds; round++) {
        const char *order[PATHS];

        memcpy(order, paths, sizeof order);
        for (size_t i = PATHS; i > first; i--) {
            size_t other = first + random_below(&advise->random, (uint32_t)(i - first));
            const char *path = order[other];

            order[other] = order[i - 1];
            order[i - 1] = path;

            struct result *result = &set->runs[set->run_count];
            *result = run(advise, settings, path, work_ns);
            result->round = round;
            set->run_count++;
        }
    }
}

/* How many events a run may have to take about a second in all. Traces are used as they are. */
static uint64_t limit_events(struct advise *advise, uint32_t work_ns)
{
    struct settings probe = advise->settings;
    uint64_t events = advise->settings.events, begun_ns = measure_wall_ns();

    if (strcmp(probe.source, "synth") != 0 || events <= PROBE_EVENTS)
        return events;
    probe.events = PROBE_EVENTS;
    run(advise, &probe, "direct", work_ns);
    double limit = PROBE_EVENTS * RUN_NS / (double)(measure_wall_ns() - begun_ns);
    return (uint64_t)fmin((double)events, limit);
}

/* A pool's runs, until most of them are sure to agree. */
static struct advice_pool try_pool(struct advise *advise, const struct settings *settings,
                                   uint32_t work_ns)
{
    struct advice_pool pool = {(uint32_t)settings->chunks, settings->chunk_bytes, 0, 0};

    while (2 * pool.runs_waited < POOL_RUNS && 2 * (pool.runs - pool.runs_waited) < POOL_RUNS) {
        struct result result = run(advise, settings, "ring", work_ns);

        pool.runs++;
        pool.runs_waited += result.figure[RESULT_PRODUCER_WAITS] > 0;
    }
    return pool;
}

/* The first pool's are the runs that there are. */
static struct advice_pool first_pool(const struct settings *settings, const struct result_set *set)
{
    struct advice_pool pool = {(uint32_t)settings->chunks, settings->chunk_bytes, 0, 0};

    for (size_t i = 0; i < set->run_count; i++) {
        if (strcmp(set->runs[i].path, "ring") != 0)
            continue;
        pool.runs++;
        pool.runs_waited += set->runs[i].figure[RESULT_PRODUCER_WAITS] > 0;
    }
    return pool;
}

/* Halves the chunks' size: the smallest that is enough, found by bisection of the halvings. */
static void try_pools(struct advise *advise, const struct settings *settings,
                      struct advice_figures *figures)
{
    uint32_t enough = 0, too_many = 1;
    struct settings halved = *settings;

    figures->pools[figures->pool_count++] = first_pool(settings, &figures->runs);
    if (!advice_pool_enough(&figures->pools[0]))
        return;
    while (settings->chunk_bytes >> too_many >= CHUNK_BYTES)
        too_many++;
    while (too_many - enough > 1) {
        uint32_t halvings = (enough + too_many) / 2;
        struct advice_pool *pool = &figures->pools[figures->pool_count++];

        halved.chunk_bytes = settings->chunk_bytes >> halvings & ~(uint64_t)7;
        *pool = try_pool(advise, &halved, figures->work_ns);
        if (advice_pool_enough(pool))
            enough = halvings;
        else
            too_many = halvings;
    }
}

static void advise_on(struct advise *advise, uint32_t work_ns)
{
    struct advice_figures figures = {.work_ns = work_ns};
    struct settings settings = advise->settings;
    struct measure_machine machine;
    struct advice advice;

    advise->work_loops = 0;
    if (work_ns && work_calibrate(work_ns, settings.work_bytes, &advise->work_loops))
        die("--work-bytes: out of memory");
    settings.events = limit_events(advise, work_ns);
    run_rounds(advise, &settings, work_ns, 0, ROUNDS, &figures.runs);
    try_pools(advise, &settings, &figures);

    measure_machine(&machine);
    if (machine.cpus > 1 && settings.cpus != 1) {
        settings.cpus = 1;
        run_rounds(advise, &settings, work_ns, 1, ONE_CPU_ROUNDS, &figures.one_cpu);
    }
    progress_clear(&advise->progress);
    advice_decide(&figures, &advice);
    advice_print(stdout, &figures, &advice);
    fflush(stdout);
    results_free(&figures.runs);
    results_free(&figures.one_cpu);
}

int advise_command(int argc, char **argv)
{
    struct advise advise = {.work_ns = BOTH, .random = random_start(measure_wall_ns(), 0)};
    uint32_t most = 1 + ROUNDS * PATHS + 4 * POOL_RUNS + ONE_CPU_ROUNDS * (PATHS - 1);

    settings_parse("advise", "Says, after a few short runs, whether the ring is worth it here.",
                   specs, argc, argv, &advise);
    if (settings_drop(&advise.settings))
        die("--on-full drop-oldest: advice is about a ring that waits");
    kept_source_open(&advise.settings);
    progress_init(&advise.progress, most * (advise.work_ns == BOTH ? 2 : 1));
    if (advise.work_ns != BOTH) {
        advise_on(&advise, (uint32_t)advise.work_ns);
    } else {
        advise_on(&advise, 0);
        putchar('\n');
        advise_on(&advise, 60);
    }
    return 0;
}
