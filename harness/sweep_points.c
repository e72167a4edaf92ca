#include "harness/sweep_points.h"

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>

static_assert(OPTION_LIST_MAX * OPTION_LIST_MAX <= SWEEP_POINTS_MAX, "a grid fits");
static_assert(offsetof(struct sweep_workload, settings) == 0, "offsets of settings_specs hold");

const char *const sweep_points_parameters[] = {"work-ns", "chunks",  "chunk-bytes", "signals",
                                               "events",  "workers", "lookahead",   NULL};

/* What is swept over if nobody says; in the same order. */
static const char *const usual_values[] = {
    "0,20,40,60,80,120,160", "2,4,8,16,32,64", "4K,16K,64K,256K,1M", "1K,10K,100K,1M",
    "1M,3M,10M,30M",         "1,2,4",          "0,8,16,32,64",
};

static const struct option_spec work_spec = OPTION(
    "work-ns", OPTION_COUNT, offsetof(struct sweep_workload, work_ns), NULL, "", .max = 1000000);

static const struct option_spec *spec_of(const char *parameter)
{
    for (size_t i = 0; i < SETTINGS_SPECS; i++) {
        if (strcmp(settings_specs[i].name, parameter) == 0)
            return &settings_specs[i];
    }
    return &work_spec;
}

/* Gives a parameter of point the value that text says, checked as the option of that name is. */
static int set_value(struct sweep_at *point, const char *parameter, const char *text, char *message)
{
    const struct option_spec *spec = spec_of(parameter);
    struct option_table table = {"sweep", "", (struct option_spec[]){*spec, {0}}};
    struct sweep_name *name = &point->name;
    char word[64];

    snprintf(word, sizeof word, "--%s=%s", parameter, text);
    int error = options_parse(&table, 1, (char *[]){word}, &point->workload, message);
    if (error)
        return error;
    snprintf(name->parameter[name->parameters], SWEEP_PARAMETER_BYTES, "%s", parameter);
    memcpy(&name->value[name->parameters], (const char *)&point->workload + spec->offset,
           sizeof name->value[0]);
    name->parameters++;
    return 0;
}

/* The values given, or the usual ones. */
static int values_of(const struct sweep_axis *axis, struct option_list *values, char *message)
{
    size_t at = 0;

    *values = axis->values;
    if (values->count)
        return 0;
    while (strcmp(sweep_points_parameters[at], axis->parameter) != 0)
        at++;
    struct option_table table = {
        "sweep", "",
        (struct option_spec[]){OPTION("values", OPTION_LIST, 0, usual_values[at], ""), {0}}};
    return options_parse(&table, 0, NULL, values, message);
}

static bool is_twice(const struct sweep_at *points, size_t count)
{
    for (size_t i = 0; i + 1 < count; i++) {
        if (memcmp(points[i].name.value, points[count - 1].name.value, sizeof points->name.value) ==
            0)
            return true;
    }
    return false;
}

int sweep_points(const struct sweep_workload *base,
                 const struct sweep_axis axes[SWEEP_PARAMETERS_MAX],
                 struct sweep_at points[SWEEP_POINTS_MAX], char message[OPTIONS_MESSAGE_BYTES])
{
    struct option_list first, second = {.count = 1};
    bool grid = axes[1].parameter != NULL;
    int error, count = 0;

    if (grid && strcmp(axes[0].parameter, axes[1].parameter) == 0) {
        snprintf(message, OPTIONS_MESSAGE_BYTES, "--over2 %s: a second parameter must be another",
                 axes[1].parameter);
        return -EINVAL;
    }
    error = values_of(&axes[0], &first, message);
    if (!error && grid)
        error = values_of(&axes[1], &second, message);
    for (uint32_t i = 0; i < first.count * second.count && !error; i++) {
        struct sweep_at *point = &points[count++];
        const char *value = first.item[i / second.count], *value2 = second.item[i % second.count];

        *point = (struct sweep_at){.workload = *base};
        error = set_value(point, axes[0].parameter, value, message);
        if (!error && grid)
            error = set_value(point, axes[1].parameter, value2, message);
        if (!error && is_twice(points, (size_t)count)) {
            snprintf(message, OPTIONS_MESSAGE_BYTES, "the same values twice: %s%s%s", value,
                     grid ? " " : "", value2);
            error = -EINVAL;
        }
    }
    return error ? error : count;
}
