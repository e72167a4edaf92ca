/*
 * measure_perf.h - what the processor counts, and the kernel: perf_event_open(2), where it is.
 *
 * Counted in user space only, so that a figure means the same whatever this user may see of the
 * kernel. What this system, machine or user cannot count is NAN.
 *
 * A processor counts a few events at a time; more of them take turns. What was counted is then
 * scaled up to the whole time, and the share of the time that it is based on is told.
 */
#ifndef HARNESS_MEASURE_PERF_H
#define HARNESS_MEASURE_PERF_H

#include <stdbool.h>
#include <stdint.h>

/* As perf_event_open(2) names what it counts. */
struct measure_event {
    uint32_t type;
    uint64_t config;
};

/* Instructions, cycles, misses of the last cache, and loads that miss the data TLB. */
#define MEASURE_EVENTS 4
extern const struct measure_event measure_processor[MEASURE_EVENTS];

struct measure_perf {
    int fd[MEASURE_EVENTS]; /* -1: cannot be counted */
};

/* Counts from now on for the calling thread; with threads, also for those that it will start,
 * and for theirs. */
void measure_perf_open(struct measure_perf *perf, const struct measure_event event[MEASURE_EVENTS],
                       bool threads);
void measure_perf_close(struct measure_perf *perf);

/* So far. */
struct measure_count {
    uint64_t value;
    uint64_t wanted_ns;  /* time in which it was to be counted */
    uint64_t counted_ns; /* time in which it was; 0: it cannot be */
};

void measure_perf_read(const struct measure_perf *perf, struct measure_count count[MEASURE_EVENTS]);

/* Between two readings: how much, scaled up if need be, and the share of the time counted. NAN
 * if nothing was counted. */
double measure_perf_between(const struct measure_count *from, const struct measure_count *to);
double measure_perf_share(const struct measure_count *from, const struct measure_count *to);

#endif
