/*
 * deadline.h - a timeout as condition variables want it.
 */
#ifndef HARNESS_PEERS_DEADLINE_H
#define HARNESS_PEERS_DEADLINE_H

#include <stdint.h>
#include <time.h>

#define DEADLINE_NS_PER_S 1000000000u

/* The moment timeout_ns from now, by the only clock that every system's condition variables
 * take. */
static inline struct timespec deadline(uint64_t timeout_ns)
{
    struct timespec at;

    clock_gettime(CLOCK_REALTIME, &at);
    at.tv_sec += (time_t)(timeout_ns / DEADLINE_NS_PER_S);
    at.tv_nsec += (long)(timeout_ns % DEADLINE_NS_PER_S);
    if (at.tv_nsec >= (long)DEADLINE_NS_PER_S) {
        at.tv_nsec -= (long)DEADLINE_NS_PER_S;
        at.tv_sec++;
    }
    return at;
}

#endif
