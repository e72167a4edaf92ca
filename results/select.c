/*
 * select.c - what to take out of a set of runs.
 */
#include "results/results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct result *results_run(const struct result_set *set, const char *path, uint32_t work_ns,
                                 uint32_t round)
{
    for (size_t i = 0; i < set->run_count; i++) {
        const struct result *run = &set->runs[i];
        if (run->round == round && run->work_ns == work_ns && strcmp(run->path, path) == 0)
            return run;
    }
    return NULL;
}

bool results_has(const struct result_set *set, const char *path, uint32_t work_ns)
{
    for (size_t i = 0; i < set->run_count; i++) {
        if (set->runs[i].work_ns == work_ns && strcmp(set->runs[i].path, path) == 0)
            return true;
    }
    return false;
}

void results_figure(const struct result_set *set, const char *path, uint32_t work_ns,
                    enum result_figure figure, struct results_series *series)
{
    for (uint32_t round = 0; round < set->rounds; round++)
        series->value[round] = NAN;
    for (size_t i = 0; i < set->run_count; i++) {
        const struct result *run = &set->runs[i];
        if (run->work_ns == work_ns && strcmp(run->path, path) == 0)
            series->value[run->round] = run->figure[figure];
    }
}

void results_net_cpu(const struct result_set *set, const char *path, uint32_t work_ns,
                     struct results_series *series)
{
    struct results_series none;

    results_figure(set, path, work_ns, RESULT_PRODUCER_CPU, series);
    results_figure(set, "none", work_ns, RESULT_PRODUCER_CPU, &none);
    for (uint32_t round = 0; round < set->rounds; round++)
        series->value[round] -= none.value[round];
}

struct stats_summary results_summary(const struct result_set *set, const char *path,
                                     uint32_t work_ns, enum result_figure figure)
{
    struct results_series series;

    results_figure(set, path, work_ns, figure, &series);
    return stats_summarize(series.value, set->rounds);
}

struct stats_summary results_net_summary(const struct result_set *set, const char *path,
                                         uint32_t work_ns)
{
    struct results_series series;

    results_net_cpu(set, path, work_ns, &series);
    return stats_summarize(series.value, set->rounds);
}

struct stats_ratio results_ratio(const struct result_set *set, const char *path, const char *base,
                                 uint32_t work_ns, enum result_figure figure)
{
    struct results_series values, bases;

    results_figure(set, path, work_ns, figure, &values);
    results_figure(set, base, work_ns, figure, &bases);
    return stats_paired_ratio(values.value, bases.value, set->rounds);
}

struct stats_ratio results_net_ratio(const struct result_set *set, const char *path,
                                     const char *base, uint32_t work_ns)
{
    struct results_series values, bases;

    results_net_cpu(set, path, work_ns, &values);
    results_net_cpu(set, base, work_ns, &bases);
    return stats_paired_ratio(values.value, bases.value, set->rounds);
}

void results_latency(const struct result_set *set, const char *path, uint32_t work_ns,
                     struct histogram *pooled)
{
    *pooled = (struct histogram){0};
    for (size_t i = 0; i < set->run_count; i++) {
        const struct result *run = &set->runs[i];
        if (run->work_ns == work_ns && strcmp(run->path, path) == 0)
            histogram_merge(pooled, &run->latency);
    }
}

/* The middle of a bucket may lie above the longest call, which is known as it was. */
static double latency_quantile(const struct histogram *latency, double max_ns, double share)
{
    double longer = (1 - share) * (double)histogram_total(latency);

    if (share == 1)
        return max_ns;
    return longer >= 1 ? fmin(histogram_quantile(latency, share), max_ns) : (double)NAN;
}

double results_latency_quantile(const struct result_set *set, const char *path, uint32_t work_ns,
                                double share)
{
    double max_ns = results_summary(set, path, work_ns, RESULT_LATENCY_MAX).max;
    struct histogram pooled;

    results_latency(set, path, work_ns, &pooled);
    return latency_quantile(&pooled, max_ns, share);
}

static void latency_series(const struct result_set *set, const char *path, uint32_t work_ns,
                           double share, struct results_series *series)
{
    for (uint32_t round = 0; round < set->rounds; round++) {
        const struct result *run = results_run(set, path, work_ns, round);
        series->value[round] = run ? latency_quantile(&run->latency,
                                                      run->figure[RESULT_LATENCY_MAX], share)
                                   : (double)NAN;
    }
}

struct stats_ratio results_latency_ratio(const struct result_set *set, const char *path,
                                         const char *base, uint32_t work_ns, double share)
{
    struct results_series values, bases;

    latency_series(set, path, work_ns, share, &values);
    latency_series(set, base, work_ns, share, &bases);
    return stats_paired_ratio(values.value, bases.value, set->rounds);
}

bool results_same_output(const struct result_set *set)
{
    const char *first = "";

    for (size_t i = 0; i < set->run_count; i++) {
        const struct result *run = &set->runs[i];
        if (run->output_xxh3[0] == '\0' || result_has_gaps(run))
            continue;
        if (first[0] == '\0')
            first = run->output_xxh3;
        else if (strcmp(first, run->output_xxh3) != 0)
            return false;
    }
    return true;
}
