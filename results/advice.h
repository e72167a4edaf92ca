/*
 * advice.h - is the ring worth it, from a few short runs?
 *
 * The decision is a function of the figures alone, and claims no more than they carry: what does
 * not stand out of the machine's own noise (direct against direct-again) is not called a
 * difference.
 */
#ifndef RESULTS_ADVICE_H
#define RESULTS_ADVICE_H

#include "results/results.h"

#define ADVICE_POOLS_MAX 16

/* A size of the pool that was tried. */
struct advice_pool {
    uint32_t chunks;
    uint64_t chunk_bytes;
    uint32_t runs, runs_waited; /* in how many of how many the producer waited */
};

/* What was measured: one situation. */
struct advice_figures {
    uint32_t work_ns;
    struct result_set runs;    /* none, direct, direct-again, ring; with the first of the pools */
    struct result_set one_cpu; /* direct, direct-again, ring on one processor; or no runs */
    struct advice_pool pools[ADVICE_POOLS_MAX];
    size_t pool_count; /* 1 or more */
};

/* Ring to direct, and what of it stands out of the noise. */
struct advice_ratio {
    struct stats_ratio ring;
    double noise; /* direct-again differs from direct by so much: 0.05 is 5 % */
    enum stats_finding finding;
};

struct advice {
    struct advice_ratio hot_time;    /* the producer's CPU and its waits */
    struct advice_ratio process_cpu; /* all threads */
    struct advice_ratio one_cpu;     /* total wall on one processor; count 0: not tried */

    struct stats_summary direct_ns, ring_ns; /* the producer's CPU an event, net of none */
    struct stats_summary wait_ns;            /* the ring's producer, an event */
    struct stats_summary saved_ns;           /* of the hot thread's time an event, by round */
    double events_per_second;                /* the producer's pace with the ring */

    struct advice_pool smallest; /* tried that is enough; chunks 0: none is */
    double pool_turns;           /* how often a run goes through it, about */
    uint64_t chunk_bytes;        /* to set; 0: leave the direct call */
};

/* Whether the producer did not wait in most runs. */
bool advice_pool_enough(const struct advice_pool *pool);

void advice_decide(const struct advice_figures *figures, struct advice *advice);

/* The same in plain words. */
void advice_print(FILE *file, const struct advice_figures *figures, const struct advice *advice);

#endif
