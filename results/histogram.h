/*
 * histogram.h - how often something took how many nanoseconds.
 *
 * Sixteen buckets to a power of two: a bucket is at most 6 % wide, and its middle at most 3 %
 * from any value in it. Values below 32 ns have buckets of their own.
 */
#ifndef RESULTS_HISTOGRAM_H
#define RESULTS_HISTOGRAM_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HISTOGRAM_BUCKETS \
    592 /* up to 2^40 ns, which is 18 minutes; what is longer is in the last */

struct histogram {
    uint32_t count[HISTOGRAM_BUCKETS];
};

void histogram_add(struct histogram *histogram, uint64_t ns);

/* Adds all that is in other. */
void histogram_merge(struct histogram *histogram, const struct histogram *other);

uint64_t histogram_total(const struct histogram *histogram);

/* What a share of the values (0.5: the median) does not exceed; the middle of its bucket. NAN if
 * there are no values. */
double histogram_quantile(const struct histogram *histogram, double share);

/* A bucket's least value, and the bucket of a value. */
uint64_t histogram_floor(uint32_t bucket);
uint32_t histogram_bucket(uint64_t ns);

/* What a bucket is called in a results file: "latency_from_1024_ns". */
#define HISTOGRAM_NAME_BYTES 48
void histogram_bucket_name(uint32_t bucket, char name[HISTOGRAM_NAME_BYTES]);

/* Whether it is such a name; if so, its bucket. */
bool histogram_parse_name(const char *name, uint32_t *bucket);

#ifdef __cplusplus
}
#endif

#endif
