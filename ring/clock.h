/*
 * clock.h - the wall clock of waits and phases. Never read inside a chunk.
 */
#ifndef HO_CLOCK_H
#define HO_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline uint64_t ho_clock_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

#endif
