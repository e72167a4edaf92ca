/*
 * stats.h - what a few repeated measurements say.
 *
 * Values stand in the order of their rounds; a NAN is a round without a value and is left
 * out.
 */
#ifndef RESULTS_STATS_H
#define RESULTS_STATS_H

#include <stdbool.h>
#include <stddef.h>

#define STATS_VALUES_MAX 1024

/* Below this count no two values bound the median with 95 % confidence: the least and the
 * most of n values miss it with probability 2^(1 - n), which is 6 % for 5 and 3 % for 6. */
#define STATS_INTERVAL_MIN 6

struct stats_summary {
    size_t count;
    double median, min, max; /* NAN if count is 0 */
};

struct stats_summary stats_summarize(const double *values, size_t count);

/* The median of ratios, each taken within one round, and how sure it is. */
struct stats_ratio {
    size_t count; /* rounds that have both values */
    double median;
    double low, high; /* NAN if count is 0 */
    bool interval;    /* low to high is a 95 % interval of the median; otherwise, with fewer
                         than STATS_INTERVAL_MIN rounds, the range of the ratios */
};

/* Ratios value[i] / base[i]. The interval is the percentile bootstrap's (Efron 1979), from
 * 10,000 resamples with a fixed seed: the same values give the same interval. At most
 * STATS_VALUES_MAX values. */
struct stats_ratio stats_paired_ratio(const double *values, const double *base, size_t count);

/* How far from 1 a ratio may be without saying anything, by a control, which is a ratio of two that
 * are the same: up to 1 + noise, or down to 1 / (1 + noise). 0 if there was none. */
double stats_noise(struct stats_ratio control);

/* A difference is one only where the whole interval lies on one side of 1, beyond the noise. */
enum stats_finding { STATS_LESS, STATS_SAME, STATS_MORE };

enum stats_finding stats_find(struct stats_ratio ratio, double noise);

#endif
