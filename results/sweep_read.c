/*
 * sweep_read.c - the names of a sweep's benchmarks, and its results file into points.
 */
#include "results/json.h"
#include "results/sweep.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define PREFIX "sweep/"

void sweep_name(const struct sweep_name *is, char name[SWEEP_NAME_BYTES])
{
    size_t used = (size_t)snprintf(name, SWEEP_NAME_BYTES, PREFIX);

    for (uint32_t p = 0; p < is->parameters; p++)
        used += (size_t)snprintf(name + used, SWEEP_NAME_BYTES - used, "%s:%" PRIu64 "/",
                                 is->parameter[p], is->value[p]);
    snprintf(name + used, SWEEP_NAME_BYTES - used, "%s", is->path);
}

/* "PARAMETER:VALUE/" at the start of name. Returns its length, or 0 if there is something else. */
static size_t parse_value(const char *name, char *parameter, uint64_t *value)
{
    size_t length = strcspn(name, ":/"), digits = 0;

    if (name[length] == ':')
        digits = strspn(name + length + 1, "0123456789");
    if (length == 0 || length >= SWEEP_PARAMETER_BYTES || digits == 0 ||
        name[length + 1 + digits] != '/')
        return 0;
    memcpy(parameter, name, length);
    parameter[length] = '\0';
    *value = strtoull(name + length + 1, NULL, 10);
    return length + 1 + digits + 1;
}

bool sweep_parse_name(const char *name, struct sweep_name *is)
{
    size_t length;

    *is = (struct sweep_name){0};
    if (strncmp(name, PREFIX, strlen(PREFIX)) != 0)
        return false;
    name += strlen(PREFIX);
    while (
        is->parameters < SWEEP_PARAMETERS_MAX &&
        (length = parse_value(name, is->parameter[is->parameters], &is->value[is->parameters]))) {
        name += length;
        is->parameters++;
    }
    length = strlen(name);
    if (is->parameters == 0 || length == 0 || length >= sizeof is->path || strchr(name, '/'))
        return false;
    memcpy(is->path, name, length + 1);
    return true;
}

/* The first run decides what the file sweeps over. */
static bool fits(struct sweep_set *set, const struct sweep_name *is)
{
    if (set->parameters == 0) {
        set->parameters = is->parameters;
        memcpy(set->parameter, is->parameter, sizeof set->parameter);
    }
    return set->parameters == is->parameters &&
           memcmp(set->parameter, is->parameter, sizeof set->parameter) == 0;
}

/* The point with those values, made if there is none; NULL if there would be too many. */
static struct sweep_point *point_of(struct sweep_set *set, const uint64_t *value)
{
    struct sweep_point *point = set->points;

    for (; point < set->points + set->point_count; point++) {
        if (memcmp(point->value, value, sizeof point->value) == 0)
            return point;
    }
    if (set->point_count == SWEEP_POINTS_MAX)
        return NULL;
    memcpy(point->value, value, sizeof point->value);
    set->point_count++;
    return point;
}

static int add_run(struct sweep_point *point, const struct result *run)
{
    struct result_set *set = &point->runs;

    if (results_run(set, run->path, 0, run->round))
        return 0;
    struct result *runs = realloc(set->runs, (set->run_count + 1) * sizeof *runs);
    if (!runs)
        return -ENOMEM;
    set->runs = runs;
    runs[set->run_count++] = *run;
    if (run->round >= set->rounds)
        set->rounds = run->round + 1;
    return 0;
}

/* What is no run of the sweep is passed over. */
static int add_benchmark(struct sweep_set *set, json_t *benchmark)
{
    struct result run = {0};
    struct sweep_name is;
    const char *name;

    if (!results_json_run(benchmark, &name, &run.round) || !sweep_parse_name(name, &is) ||
        !fits(set, &is))
        return 0;
    if (json_is_true(json_object_get(benchmark, "error_occurred"))) {
        set->failed_runs++;
        return 0;
    }
    struct sweep_point *point = point_of(set, is.value);
    if (!point)
        return -E2BIG;
    memcpy(run.path, is.path, sizeof run.path);
    results_json_result(benchmark, &run);
    if (run.round >= set->rounds)
        set->rounds = run.round + 1;
    return add_run(point, &run);
}

static int compare_points(const void *a, const void *b)
{
    const struct sweep_point *x = a, *y = b;

    for (int p = 0; p < SWEEP_PARAMETERS_MAX; p++) {
        if (x->value[p] != y->value[p])
            return x->value[p] < y->value[p] ? -1 : 1;
    }
    return 0;
}

static int list_paths(struct sweep_set *set)
{
    int error = 0;

    for (size_t i = 0; i < set->point_count && !error; i++) {
        struct result_set *runs = &set->points[i].runs;

        error = results_list_paths(runs);
        for (size_t p = 0; p < runs->path_count && !error; p++) {
            size_t at = 0;
            while (at < set->path_count && strcmp(set->paths[at], runs->paths[p]) != 0)
                at++;
            if (at == RESULTS_PATHS_MAX)
                error = -E2BIG;
            else if (at == set->path_count)
                set->paths[set->path_count++] = runs->paths[p];
        }
    }
    return error;
}

static int fill_set(json_t *benchmarks, void *argument)
{
    struct sweep_set *set = argument;
    json_t *benchmark;
    size_t i;
    int error = 0;

    set->points = calloc(SWEEP_POINTS_MAX, sizeof *set->points);
    if (!set->points)
        return -ENOMEM;
    json_array_foreach(benchmarks, i, benchmark)
    {
        if (!error)
            error = add_benchmark(set, benchmark);
    }
    if (error == 0 && set->point_count == 0)
        error = -ENODATA;
    qsort(set->points, set->point_count, sizeof *set->points, compare_points);
    return error ? error : list_paths(set);
}

int sweep_read(const char *path, struct sweep_set *set, char message[RESULTS_MESSAGE_BYTES])
{
    *set = (struct sweep_set){0};
    int error = results_json_read(path, &set->context, fill_set, set, message);
    if (error)
        sweep_free(set);
    return error;
}

void sweep_free(struct sweep_set *set)
{
    for (size_t i = 0; i < set->point_count; i++)
        results_free(&set->points[i].runs);
    free(set->points);
    results_context_free(&set->context);
    *set = (struct sweep_set){0};
}
