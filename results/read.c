/*
 * read.c - a results file into a set of runs.
 */
#include "results/results.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static int fail(char *message, int error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int fail(char *message, int error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(message, RESULTS_MESSAGE_BYTES, format, args);
    va_end(args);
    return error;
}

/* The text of a context value that is a string or an integer; NULL for other kinds, and
 * when memory is short. */
static char *context_text(const json_t *value)
{
    char number[32];

    if (json_is_string(value))
        return strdup(json_string_value(value));
    if (!json_is_integer(value))
        return NULL;
    snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    return strdup(number);
}

static int read_context(json_t *context, struct result_set *set)
{
    const char *key;
    json_t *value;

    set->context = calloc(json_object_size(context) + 1, sizeof *set->context);
    if (!set->context)
        return -ENOMEM;
    json_object_foreach(context, key, value)
    {
        if (!json_is_string(value) && !json_is_integer(value))
            continue;
        struct results_context *entry = &set->context[set->context_count++];
        entry->key = strdup(key);
        entry->value = context_text(value);
        if (!entry->key || !entry->value)
            return -ENOMEM;
    }
    return 0;
}

static double number_or_nan(const json_t *value)
{
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* Whether benchmark is a run of ours; if so, it is in *run. */
static bool read_run(const json_t *benchmark, struct result *run)
{
    const char *name = json_string_value(json_object_get(benchmark, "name"));
    const char *type = json_string_value(json_object_get(benchmark, "run_type"));
    const char *label = json_string_value(json_object_get(benchmark, "label"));
    double round = number_or_nan(json_object_get(benchmark, "repetition_index"));

    *run = (struct result){0};
    if (!name || !result_parse_name(name, run) || !type || strcmp(type, "iteration") != 0)
        return false;
    if (!(round >= 0 && round < RESULTS_ROUNDS_MAX))
        return false;
    run->round = (uint32_t)round;
    for (int f = 0; f < RESULT_FIGURES; f++)
        run->figure[f] = number_or_nan(json_object_get(benchmark, result_figures[f].name));
    snprintf(run->output_xxh3, sizeof run->output_xxh3, "%s", label ? label : "");
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
static int list_paths(struct result_set *set)
{
    static const char *const order[] = {"none", "direct", "direct-again", "ring", "ring-deferred"};

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

static int fill_set(json_t *root, struct result_set *set)
{
    json_t *context = json_object_get(root, "context");
    json_t *benchmarks = json_object_get(root, "benchmarks");

    if (!json_is_object(context) || !json_is_array(benchmarks))
        return -EINVAL;
    int error = read_context(context, set);
    if (error == 0)
        error = read_runs(benchmarks, set);
    if (error == 0 && set->run_count == 0 && set->failed_runs == 0)
        error = -ENODATA;
    if (error == 0)
        error = list_paths(set);
    if (error == 0)
        error = list_situations(set);
    return error;
}

static const char *reason(int error)
{
    switch (error) {
    case -EINVAL:
        return "not a results file (no \"context\" and \"benchmarks\")";
    case -ENODATA:
        return "no runs in it (no benchmark is named compare/PATH)";
    case -E2BIG:
        return "too many different paths or work situations";
    default:
        return strerror(-error);
    }
}

int results_read(const char *path, struct result_set *set, char message[RESULTS_MESSAGE_BYTES])
{
    json_error_t json_error;

    *set = (struct result_set){0};
    FILE *file = fopen(path, "r");
    if (!file) {
        int error = -errno;
        return fail(message, error, "%s: %s", path, strerror(-error));
    }
    json_t *root = json_loadf(file, 0, &json_error);
    int error = ferror(file) ? -errno : 0;
    fclose(file);
    if (error)
        return fail(message, error, "%s: %s", path, strerror(-error));
    if (!root)
        return fail(message, -EBADMSG, "%s:%d: not JSON: %s", path, json_error.line,
                    json_error.text);

    error = fill_set(root, set);
    json_decref(root);
    if (error) {
        results_free(set);
        return fail(message, error, "%s: %s", path, reason(error));
    }
    return 0;
}

void results_free(struct result_set *set)
{
    for (size_t i = 0; i < set->context_count; i++) {
        free(set->context[i].key);
        free(set->context[i].value);
    }
    free(set->context);
    free(set->runs);
    *set = (struct result_set){0};
}
