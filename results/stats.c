#include "results/stats.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define RESAMPLES 10000
#define TAIL      (RESAMPLES / 40) /* 2.5 % */

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Copies what is a number, ascending. */
static size_t sorted(const double *values, size_t count, double *out)
{
    size_t n = 0;

    assert(count <= STATS_VALUES_MAX);
    for (size_t i = 0; i < count; i++) {
        if (!isnan(values[i]))
            out[n++] = values[i];
    }
    qsort(out, n, sizeof *out, compare);
    return n;
}

static double median_of_sorted(const double *value, size_t count)
{
    return (value[(count - 1) / 2] + value[count / 2]) / 2;
}

struct stats_summary stats_summarize(const double *values, size_t count)
{
    double value[STATS_VALUES_MAX];
    size_t n = sorted(values, count, value);

    if (n == 0)
        return (struct stats_summary){0, NAN, NAN, NAN};
    return (struct stats_summary){n, median_of_sorted(value, n), value[0], value[n - 1]};
}

/* splitmix64 (Steele, Lea, Flood 2014) */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* The value of that rank in a resample that holds value[i] drawn[i] times. */
static double ranked(const double *value, const uint16_t *drawn, size_t rank)
{
    size_t i = 0;

    for (size_t seen = drawn[0]; seen <= rank; seen += drawn[i])
        i++;
    return value[i];
}

static void bootstrap_median(const double *value, size_t count, double *low, double *high)
{
    double medians[RESAMPLES];
    uint64_t state = 1;

    for (size_t r = 0; r < RESAMPLES; r++) {
        uint16_t drawn[STATS_VALUES_MAX] = {0};
        for (size_t i = 0; i < count; i++)
            drawn[(next_random(&state) >> 32) * count >> 32]++;
        medians[r] = (ranked(value, drawn, (count - 1) / 2) + ranked(value, drawn, count / 2)) / 2;
    }
    qsort(medians, RESAMPLES, sizeof *medians, compare);
    *low = medians[TAIL];
    *high = medians[RESAMPLES - 1 - TAIL];
}

struct stats_ratio stats_paired_ratio(const double *values, const double *base, size_t count)
{
    double ratio[STATS_VALUES_MAX], value[STATS_VALUES_MAX];
    struct stats_ratio result = {0, NAN, NAN, NAN, false};

    assert(count <= STATS_VALUES_MAX);
    for (size_t i = 0; i < count; i++)
        ratio[i] = base[i] > 0 ? values[i] / base[i] : NAN;

    size_t n = sorted(ratio, count, value);
    if (n == 0)
        return result;
    result.count = n;
    result.median = median_of_sorted(value, n);
    result.low = value[0];
    result.high = value[n - 1];
    result.interval = n >= STATS_INTERVAL_MIN;
    if (result.interval)
        bootstrap_median(value, n, &result.low, &result.high);
    return result;
}

double stats_noise(struct stats_ratio control)
{
    return control.count > 0 && control.low > 0 ? fmax(control.high, 1 / control.low) - 1 : 0;
}

enum stats_finding stats_find(struct stats_ratio ratio, double noise)
{
    if (ratio.high < 1 / (1 + noise))
        return STATS_LESS;
    if (ratio.low > 1 + noise)
        return STATS_MORE;
    return STATS_SAME;
}
