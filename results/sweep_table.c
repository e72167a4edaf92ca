/*
 * sweep_table.c - the table of a sweep: a row for each point.
 */
#include "results/sweep.h"

#include <inttypes.h>
#include <string.h>

#define VALUE_WIDTH 12

struct format_text sweep_value(const char *parameter, uint64_t value)
{
    static const char *const units[] = {"", "K", "M", "G"};
    uint64_t step = strcmp(parameter, "chunk-bytes") == 0 ? 1024 : 1000;
    struct format_text out;
    size_t unit = 0;

    for (; value && value % step == 0 && unit < 3; unit++)
        value /= step;
    snprintf(out.text, sizeof out.text, "%" PRIu64 "%s", value, units[unit]);
    return out;
}

static bool varies(const struct sweep_set *set, const char *parameter)
{
    for (uint32_t p = 0; p < set->parameters; p++) {
        if (strcmp(set->parameter[p], parameter) == 0)
            return true;
    }
    return false;
}

static void put_heading(FILE *file, const struct sweep_set *set, const char *path)
{
    const char *work = results_context_find(&set->context, "work_ns");
    const char *spread = set->rounds >= STATS_INTERVAL_MIN ? "95% interval"
                         : set->rounds > 1                 ? "least..most"
                                                           : "";
    double events = results_summary(&set->points[0].runs, path, 0, RESULT_EVENTS).median;
    int length = (int)strcspn(path, "-"); /* "ring", "queue": there is little room */

    fprintf(file, "The %s beside direct, ", path);
    if (!varies(set, "events") && events > 0)
        fprintf(file, "%s events, ", sweep_value("events", (uint64_t)events).text);
    if (set->rounds == 1)
        fputs("one round", file);
    else
        fprintf(file, "medians of %u rounds", set->rounds);
    if (work && strcmp(work, "0") == 0)
        fputs(", no work between events", file);
    else if (work)
        fprintf(file, ", %s ns of work between events", work);
    fprintf(file, "\n\n%*s%17s%22s%17s%10s%18s\n", (int)set->parameters * VALUE_WIDTH, "",
            "producer net, ns", "process CPU, ratio", "producer waits", "peak", "total wall, ms");
    for (uint32_t p = 0; p < set->parameters; p++)
        fprintf(file, "%*s", VALUE_WIDTH, set->parameter[p]);
    fprintf(file, "%9s%8.*s%8s%14s%9s%8s%10s%9s%9.*s\n", "direct", length, path, "", spread,
            "times", "ms", "memory", "direct", length, path);
}

static void put_ratio(FILE *file, struct stats_ratio ratio)
{
    char range[2 * FORMAT_BYTES + 3] = "";

    if (ratio.count > 1)
        snprintf(range, sizeof range, "%s..%s", format_ratio(ratio.low).text,
                 format_ratio(ratio.high).text);
    fprintf(file, "%8s%14s", format_ratio(ratio.median).text, range);
}

static void put_row(FILE *file, const struct sweep_set *set, const struct sweep_point *point,
                    const char *path)
{
    const struct result_set *runs = &point->runs;

    for (uint32_t p = 0; p < set->parameters; p++)
        fprintf(file, "%*s", VALUE_WIDTH, sweep_value(set->parameter[p], point->value[p]).text);
    fprintf(file, "%9s%8s", format_number(results_net_summary(runs, "direct", 0).median).text,
            format_number(results_net_summary(runs, path, 0).median).text);
    put_ratio(file, results_ratio(runs, path, "direct", 0, RESULT_PROCESS_CPU));
    fprintf(file, "%9s%8s%10s%9s%9s\n",
            format_count(results_summary(runs, path, 0, RESULT_PRODUCER_WAITS).median).text,
            format_number(results_summary(runs, path, 0, RESULT_PRODUCER_WAIT).median).text,
            format_bytes(results_summary(runs, path, 0, RESULT_PEAK_MEMORY).median).text,
            format_number(results_summary(runs, "direct", 0, RESULT_TOTAL_WALL).median).text,
            format_number(results_summary(runs, path, 0, RESULT_TOTAL_WALL).median).text);
}

void sweep_print(FILE *file, const struct sweep_set *set)
{
    for (size_t p = 0; p < set->path_count; p++) {
        const char *path = set->paths[p];

        if (strcmp(path, "none") == 0 || strcmp(path, "direct") == 0)
            continue;
        put_heading(file, set, path);
        for (size_t i = 0; i < set->point_count; i++)
            put_row(file, set, &set->points[i], path);
        fputc('\n', file);
    }
}
