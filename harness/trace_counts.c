#include "harness/trace_counts.h"

void trace_counts_add(struct trace_counts *counts, uint64_t size)
{
    counts->count[histogram_bucket(size)]++;
    counts->total++;
    if (size > counts->max)
        counts->max = size;
}

double trace_counts_quantile(const struct trace_counts *counts, double share)
{
    double seen = 0, rank = share * (double)counts->total;

    for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
        seen += (double)counts->count[i];
        if (counts->count[i] && seen >= rank) {
            double low = (double)histogram_floor(i), high = (double)histogram_floor(i + 1) - 1;
            double middle = (low + high) / 2;

            return middle < (double)counts->max ? middle : (double)counts->max;
        }
    }
    return 0;
}
