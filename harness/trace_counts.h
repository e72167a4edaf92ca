/*
 * trace_counts.h - how often something was how large, in as many counts as a long trace needs.
 *
 * The buckets are those of results/histogram.h: exact below 32, then at most 6 % wide.
 */
#ifndef HARNESS_TRACE_COUNTS_H
#define HARNESS_TRACE_COUNTS_H

#include "results/histogram.h"

/* Start with zeros. */
struct trace_counts {
    uint64_t count[HISTOGRAM_BUCKETS];
    uint64_t total, max;
};

void trace_counts_add(struct trace_counts *counts, uint64_t size);

/* What a share of the counted (0.5: the median) does not exceed, within 3 %; 0 if there are none.
 */
double trace_counts_quantile(const struct trace_counts *counts, double share);

#endif
