/*
 * cut_out.h - a sink that leaves out of a stream what a gap log says is missing.
 *
 * The source's stream behind it is what a ring that lost those events should have passed on:
 * the events that are left, in order, each gap told where it lies.
 */
#ifndef HARNESS_CUT_OUT_H
#define HARNESS_CUT_OUT_H

#include "harness/gap_log.h"

struct cut_out {
    struct ho_sink sink;
    struct ho_sink *inner;
    const struct gap_log *log;
    int error;             /* sticks */
    uint64_t events, cuts; /* that came, left out or not */
    uint64_t passed;       /* events that were not left out */
    size_t gaps;           /* told */
    size_t gap;            /* that events are now left out of, if any are */
    uint64_t left_out;     /* of that gap's events */
};

/* Passes all that is not in a gap of log, which it does not change, on to inner; cuts always,
 * though perhaps on a gap's other side. An event that
 * is left out though its time lies outside of its gap is answered with -ERANGE. Closing the sink
 * closes inner. */
void cut_out_init(struct cut_out *cut_out, const struct gap_log *log, struct ho_sink *inner);

#endif
