/*
 * queues_read.c - a results file of the queue benchmark into a set of runs, and what to take
 * out of it.
 */
#include "results/json.h"
#include "results/queues.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether benchmark is a run of ours; if so, it is in *run. */
static bool read_run(json_t *benchmark, struct queue_result *run)
{
    const char *name;

    *run = (struct queue_result){0};
    if (!results_json_run(benchmark, &name, &run->round) || !queue_result_parse_name(name, run))
        return false;
    for (int f = 0; f < QUEUE_FIGURES; f++)
        run->figure[f] = results_json_number(benchmark, queue_figures[f]);
    results_json_histogram(benchmark, &run->latency);
    return true;
}

static int read_runs(json_t *benchmarks, struct queue_set *set)
{
    size_t i;
    json_t *benchmark;

    set->runs = calloc(json_array_size(benchmarks) + 1, sizeof *set->runs);
    if (!set->runs)
        return -ENOMEM;
    json_array_foreach(benchmarks, i, benchmark)
    {
        struct queue_result *run = &set->runs[set->run_count];
        if (!read_run(benchmark, run))
            continue;
        if (json_is_true(json_object_get(benchmark, "error_occurred"))) {
            set->failed_runs++;
            continue;
        }
        set->run_count++;
        if (run->round >= set->rounds)
            set->rounds = run->round + 1;
    }
    return set->run_count || set->failed_runs ? 0 : -ENODATA;
}

static int add_queue(struct queue_set *set, const char *name, size_t length)
{
    for (size_t q = 0; q < set->queue_count; q++) {
        if (strlen(set->queues[q]) == length && memcmp(set->queues[q], name, length) == 0)
            return 0;
    }
    if (set->queue_count == QUEUES_MAX || length >= sizeof *set->queues)
        return -E2BIG;
    memcpy(set->queues[set->queue_count++], name, length);
    return 0;
}

/* The context has them in order, "A,B,C"; others follow as they come. */
static int list_queues(struct queue_set *set)
{
    const char *names = results_context_find(&set->context, "queues");
    int error = 0;

    while (names && *names && !error) {
        size_t length = strcspn(names, ",");
        error = add_queue(set, names, length);
        names += length + (names[length] == ',');
    }
    for (size_t r = 0; r < set->run_count && !error; r++)
        error = add_queue(set, set->runs[r].queue, strlen(set->runs[r].queue));
    return error;
}

static bool is_at(const struct queue_result *run, const struct queue_case_name *at)
{
    return strcmp(run->scenario, at->scenario) == 0 && strcmp(run->place, at->place) == 0;
}

static int list_cases(struct queue_set *set)
{
    for (size_t r = 0; r < set->run_count; r++) {
        size_t c = 0;
        while (c < set->case_count && !is_at(&set->runs[r], &set->cases[c]))
            c++;
        if (c == QUEUES_CASES_MAX)
            return -E2BIG;
        if (c == set->case_count)
            set->cases[set->case_count++] = (struct queue_case_name){set->runs[r].scenario,
                                                                     set->runs[r].place};
    }
    return 0;
}

static int fill_set(json_t *benchmarks, void *argument)
{
    struct queue_set *set = argument;
    int error = read_runs(benchmarks, set);

    if (!error)
        error = list_queues(set);
    return error ? error : list_cases(set);
}

int queues_read(const char *path, struct queue_set *set, char message[RESULTS_MESSAGE_BYTES])
{
    *set = (struct queue_set){0};
    int error = results_json_read(path, &set->context, fill_set, set, message);
    if (error)
        queues_free(set);
    return error;
}

void queues_free(struct queue_set *set)
{
    results_context_free(&set->context);
    free(set->runs);
    *set = (struct queue_set){0};
}

static const struct queue_result *next_run(const struct queue_set *set,
                                           const struct queue_case_name *at, const char *queue,
                                           size_t *next)
{
    while (*next < set->run_count) {
        const struct queue_result *run = &set->runs[(*next)++];
        if (is_at(run, at) && strcmp(run->queue, queue) == 0)
            return run;
    }
    return NULL;
}

bool queues_has(const struct queue_set *set, const struct queue_case_name *at, const char *queue)
{
    size_t next = 0;

    return next_run(set, at, queue, &next) != NULL;
}

void queues_figure(const struct queue_set *set, const struct queue_case_name *at, const char *queue,
                   enum queue_figure figure, struct results_series *series)
{
    const struct queue_result *run;
    size_t next = 0;

    for (uint32_t round = 0; round < set->rounds; round++)
        series->value[round] = (double)NAN;
    while ((run = next_run(set, at, queue, &next)))
        series->value[run->round] = run->figure[figure];
}

struct stats_summary queues_summary(const struct queue_set *set, const struct queue_case_name *at,
                                    const char *queue, enum queue_figure figure)
{
    struct results_series series;

    queues_figure(set, at, queue, figure, &series);
    return stats_summarize(series.value, set->rounds);
}

void queues_latency(const struct queue_set *set, const struct queue_case_name *at,
                    const char *queue, struct histogram *pooled)
{
    const struct queue_result *run;
    size_t next = 0;

    *pooled = (struct histogram){0};
    while ((run = next_run(set, at, queue, &next)))
        histogram_merge(pooled, &run->latency);
}

struct stats_summary queues_quantile(const struct queue_set *set, const struct queue_case_name *at,
                                     const char *queue, double share)
{
    const struct queue_result *run;
    struct results_series series;
    size_t next = 0;

    for (uint32_t round = 0; round < set->rounds; round++)
        series.value[round] = (double)NAN;
    while ((run = next_run(set, at, queue, &next)))
        series.value[run->round] = histogram_quantile(&run->latency, share);
    return stats_summarize(series.value, set->rounds);
}
