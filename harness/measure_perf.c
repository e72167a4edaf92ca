#include "harness/measure_perf.h"

#include <math.h>

double measure_perf_share(const struct measure_count *from, const struct measure_count *to)
{
    uint64_t counted_ns = to->counted_ns - from->counted_ns;

    return counted_ns ? (double)counted_ns / (double)(to->wanted_ns - from->wanted_ns)
                      : (double)NAN;
}

double measure_perf_between(const struct measure_count *from, const struct measure_count *to)
{
    return (double)(to->value - from->value) / measure_perf_share(from, to);
}
