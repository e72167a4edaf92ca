/*
 * work.h - a sink that gives the producer work of its own.
 *
 * Between two changes a simulator evaluates its design. A tight loop of changes does nothing
 * there, and so lets the processor overlap the cache misses of several changes, which a real
 * producer cannot. This sink wraps another: before it passes a change on, it reads, mixes and
 * writes words of pseudo-random lines of a working set, enough instructions to fill the processor's
 * reorder window.
 */
#ifndef HARNESS_WORK_H
#define HARNESS_WORK_H

#include "ring/sink.h"

/*
 * Wraps inner: loops words of work before each change, on a working set of bytes (rounded up
 * to a power of two, 128 or more), which is allocated and touched here. Returns 0 and a sink
 * that owns inner: closing it closes inner. On failure (-EINVAL: bytes out of range, -ENOMEM)
 * inner is still the caller's.
 */
int work_open(uint32_t loops, uint64_t bytes, struct ho_sink *inner, struct ho_sink **sink);

/* Ends the sink alone and gives inner back. */
struct ho_sink *work_unwrap(struct ho_sink *sink);

/* Finds the number of loops with which a change takes work_ns of CPU on its way through the
 * sink, on this machine undisturbed. Takes some 150 ms. 0, or an error of work_open(). */
int work_calibrate(uint32_t work_ns, uint64_t bytes, uint32_t *loops);

#endif
