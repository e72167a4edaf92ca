/*
 * read.c - a results file into a set of runs.
 */
#include "results/json.h"
#include "results/results.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void results_json_result(json_t *benchmark, struct result *run)
{
    const char *label = json_string_value(json_object_get(benchmark, "label"));

    for (int f = 0; f < RESULT_FIGURES; f++)
        run->figure[f] = results_json_number(benchmark, result_figures[f].name);
    results_json_histogram(benchmark, &run->latency);
    snprintf(run->output_xxh3, sizeof run->output_xxh3, "%s", label ? label : "");
}

/* Whether benchmark is a run of ours; if so, it is in *run. */
static bool read_run(json_t *benchmark, struct result *run)
{
    const char *name;

    *run = (struct result){0};
    if (!results_json_run(benchmark, &name, &run->round) || !result_parse_name(name, run))
        return false;
    results_json_result(benchmark, run);
    return true;
}

/* The benchmarks that failed are counted; those that are not ours are passed over. */
static int read_runs(json_t *benchmarks, struct result_set *set)
{
    size_t i;
    json_t *benchmark;

    set->runs = calloc(json_array_size(benchmarks) + 1, sizeof *set->runs);
    if (!set->runs)
        return -ENOMEM;
    json_array_foreach(benchmarks, i, benchmark)
    {
        struct result *run = &set->runs[set->run_count];
        if (!read_run(benchmark, run) || results_run(set, run->path, run->work_ns, run->round))
            continue;
        if (json_is_true(json_object_get(benchmark, "error_occurred"))) {
            set->failed_runs++;
            continue;
        }
        set->run_count++;
        if (run->round >= set->rounds)
            set->rounds = run->round + 1;
    }
    return 0;
}

/* Paths as people compare them; others follow as they come. */
int results_list_paths(struct result_set *set)
{
    static const char *const order[] = {
        "none", "floor",         "direct",      "direct-again", "direct-parallel",
        "ring", "ring-deferred", "queue-mutex", "queue-spsc",   "queue-boost"};

    for (size_t o = 0; o < sizeof order / sizeof *order; o++) {
        for (size_t r = 0; r < set->run_count; r++) {
            if (strcmp(set->runs[r].path, order[o]) == 0) {
                set->paths[set->path_count++] = order[o];
                break;
            }
        }
    }
    for (size_t r = 0; r < set->run_count; r++) {
        size_t p = 0;
        while (p < set->path_count && strcmp(set->paths[p], set->runs[r].path) != 0)
            p++;
        if (p == RESULTS_PATHS_MAX)
            return -E2BIG;
        if (p == set->path_count)
            set->paths[set->path_count++] = set->runs[r].path;
    }
    return 0;
}

static int list_situations(struct result_set *set)
{
    for (size_t r = 0; r < set->run_count; r++) {
        uint32_t work_ns = set->runs[r].work_ns;
        size_t at = 0;
        while (at < set->situation_count && set->situations[at] < work_ns)
            at++;
        if (at < set->situation_count && set->situations[at] == work_ns)
            continue;
        if (set->situation_count == RESULTS_SITUATIONS_MAX)
            return -E2BIG;
        memmove(&set->situations[at + 1], &set->situations[at],
                (set->situation_count - at) * sizeof *set->situations);
        set->situations[at] = work_ns;
        set->situation_count++;
    }
    return 0;
}

static int fill_set(json_t *benchmarks, void *argument)
{
    struct result_set *set = argument;
    int error = read_runs(benchmarks, set);

    if (error == 0 && set->run_count == 0 && set->failed_runs == 0)
        error = -ENODATA;
    if (error == 0)
        error = results_list_paths(set);
    if (error == 0)
        error = list_situations(set);
    return error;
}

int results_read(const char *path, struct result_set *set, char message[RESULTS_MESSAGE_BYTES])
{
    *set = (struct result_set){0};
    int error = results_json_read(path, &set->context, fill_set, set, message);
    if (error)
        results_free(set);
    return error;
}

void results_free(struct result_set *set)
{
    results_context_free(&set->context);
    free(set->runs);
    *set = (struct result_set){0};
}
