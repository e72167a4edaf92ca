#include "results/json.h"

#include "results/results.h"

#include <errno.h>
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

static int read_context(json_t *object, struct results_context *context)
{
    const char *key;
    json_t *value;

    context->entries = calloc(json_object_size(object) + 1, sizeof *context->entries);
    if (!context->entries)
        return -ENOMEM;
    json_object_foreach(object, key, value)
    {
        if (!json_is_string(value) && !json_is_integer(value))
            continue;
        struct results_entry *entry = &context->entries[context->count++];
        entry->key = strdup(key);
        entry->value = context_text(value);
        if (!entry->key || !entry->value)
            return -ENOMEM;
    }
    return 0;
}

static const char *reason(int error)
{
    switch (error) {
    case -EINVAL:
        return "not a results file (no \"context\" and \"benchmarks\")";
    case -ENODATA:
        return "no runs in it (no benchmark is named compare/..., queues/... or sweep/...)";
    case -E2BIG:
        return "too many different paths, queues or situations";
    default:
        return strerror(-error);
    }
}

static int fail_with(const char *path, int error, char *message)
{
    return fail(message, error, "%s: %s", path, reason(error));
}

static int load(const char *path, json_t **root, char *message)
{
    json_error_t json_error;
    FILE *file = fopen(path, "r");

    if (!file)
        return fail_with(path, -errno, message);
    *root = json_loadf(file, 0, &json_error);
    int error = ferror(file) ? -errno : 0;
    fclose(file);
    if (!error && !*root)
        return fail(message, -EBADMSG, "%s:%d: not JSON: %s", path, json_error.line,
                    json_error.text);
    return error ? fail_with(path, error, message) : 0;
}

int results_json_read(const char *path, struct results_context *context,
                      int (*fill)(json_t *benchmarks, void *set), void *set, char *message)
{
    json_t *root = NULL;
    int error = load(path, &root, message);

    *context = (struct results_context){0};
    if (!error) {
        json_t *object = json_object_get(root, "context");
        json_t *benchmarks = json_object_get(root, "benchmarks");

        error = json_is_object(object) && json_is_array(benchmarks) ? read_context(object, context)
                                                                    : -EINVAL;
        if (!error)
            error = fill(benchmarks, set);
        if (error)
            fail_with(path, error, message);
    }
    json_decref(root);
    return error;
}

double results_json_number(const json_t *benchmark, const char *name)
{
    const json_t *value = json_object_get(benchmark, name);

    return json_is_number(value) ? json_number_value(value) : NAN;
}

void results_json_histogram(json_t *benchmark, struct histogram *histogram)
{
    const char *key;
    json_t *value;
    uint32_t bucket;

    json_object_foreach(benchmark, key, value)
    {
        if (histogram_parse_name(key, &bucket))
            histogram->count[bucket] += (uint32_t)json_number_value(value);
    }
}

bool results_json_run(const json_t *benchmark, const char **name, uint32_t *round)
{
    const char *type = json_string_value(json_object_get(benchmark, "run_type"));
    double index = results_json_number(benchmark, "repetition_index");

    *name = json_string_value(json_object_get(benchmark, "name"));
    if (!*name || !type || strcmp(type, "iteration") != 0)
        return false;
    if (!(index >= 0 && index < RESULTS_ROUNDS_MAX))
        return false;
    *round = (uint32_t)index;
    return true;
}
