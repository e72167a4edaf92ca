#include "results/histogram.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define STEPS 16 /* buckets to a power of two */

uint32_t histogram_bucket(uint64_t ns)
{
    uint32_t exponent = 0;

    while (ns >> exponent >= 2 * STEPS)
        exponent++;
    uint32_t bucket = exponent * STEPS + (uint32_t)(ns >> exponent);
    return bucket < HISTOGRAM_BUCKETS ? bucket : HISTOGRAM_BUCKETS - 1;
}

uint64_t histogram_floor(uint32_t bucket)
{
    if (bucket < 2 * STEPS)
        return bucket;
    return (uint64_t)(STEPS + bucket % STEPS) << (bucket / STEPS - 1);
}

void histogram_add(struct histogram *histogram, uint64_t ns)
{
    histogram->count[histogram_bucket(ns)]++;
}

void histogram_merge(struct histogram *histogram, const struct histogram *other)
{
    for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++)
        histogram->count[i] += other->count[i];
}

uint64_t histogram_total(const struct histogram *histogram)
{
    uint64_t total = 0;

    for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++)
        total += histogram->count[i];
    return total;
}

double histogram_quantile(const struct histogram *histogram, double share)
{
    double rank = ceil(share * (double)histogram_total(histogram));
    double seen = 0;

    for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
        seen += histogram->count[i];
        if (histogram->count[i] > 0 && seen >= rank) {
            uint64_t floor_ns = histogram_floor(i), last_ns = histogram_floor(i + 1) - 1;
            return (double)(floor_ns + last_ns) / 2;
        }
    }
    return (double)NAN;
}

void histogram_bucket_name(uint32_t bucket, char name[HISTOGRAM_NAME_BYTES])
{
    snprintf(name, HISTOGRAM_NAME_BYTES, "latency_from_%" PRIu64 "_ns", histogram_floor(bucket));
}

bool histogram_parse_name(const char *name, uint32_t *bucket)
{
    uint64_t ns;

    if (sscanf(name, "latency_from_%" SCNu64 "_ns", &ns) != 1)
        return false;
    *bucket = histogram_bucket(ns);
    return true;
}
