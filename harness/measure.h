/*
 * measure.h - clocks, counters and the machine they were read on.
 *
 * What this system or build cannot measure is NAN. Reading the thread's CPU clock costs about
 * a microsecond, so do it at the ends of a phase.
 */
#ifndef HARNESS_MEASURE_H
#define HARNESS_MEASURE_H

#include <stdint.h>

uint64_t measure_wall_ns(void);       /* since some fixed point */
uint64_t measure_thread_cpu_ns(void); /* of the calling thread, user and system */

struct measure_process {
    uint64_t cpu_ns; /* all threads, user and system */
    uint64_t voluntary_switches;
    uint64_t involuntary_switches;
};

void measure_process(struct measure_process *process);

/* Of the calling thread, so far. */
double measure_thread_minor_faults(void);

/* Bytes that the calling thread has allocated so far, freed or not. The first call on a thread
 * looks the counter up; later ones only read it. */
double measure_thread_allocated(void);

/* Bytes of memory that the process had in use at its peak; since the last reset, if any. */
double measure_peak_memory(void);

/* Starts a new peak. 0, or -ENOTSUP where the peak is for the process's whole life. */
int measure_reset_peak_memory(void);

/* Lets the calling thread, and those that it starts from now on, run on count CPUs only. 0,
 * -EINVAL if there are not that many, -ENOTSUP where threads cannot be bound. */
int measure_limit_cpus(uint32_t count);

struct measure_machine {
    char cpu[128];    /* the processor's model */
    char kernel[256]; /* "Linux 6.1.0 x86_64" */
    uint32_t cpus;    /* that the calling thread may run on */
    double load[3];   /* average over 1, 5 and 15 minutes */
};

void measure_machine(struct measure_machine *machine);

#endif
