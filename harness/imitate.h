/*
 * imitate.h - options that make the generator's rtl profile resemble a trace.
 *
 * Operation
 *    There is no formula from a trace's figures to the profile's parameters: blocks, followers and
 *    limits come between. So the generator itself is asked. A first guess is read off the trace;
 *    then a stream is generated and counted like the trace, each parameter is corrected by the
 *    figure that it moves most, and that a few times over. The best guess is kept.
 *
 *        parameter               corrected by
 *        rate                    changes a busy step
 *        width rates             share of the changes, of each class of signals
 *        still                   share of the signals that never change
 *        sigma                   share of the changes that the most active 10 % make
 *        jitter                  changes a step, p95
 *
 *    Widths, clocks, order and states are taken as the trace has them.
 */
#ifndef HARNESS_IMITATE_H
#define HARNESS_IMITATE_H

#include "harness/trace_stats.h"

#include <stdio.h>

#define IMITATE_TEXT_BYTES 128

struct imitation {
    uint64_t signals, events;
    uint64_t tried_events;           /* generated here: fewer, where all would take too long */
    char widths[IMITATE_TEXT_BYTES]; /* "5583,2741,..." */
    uint32_t clocks, unknowns;
    bool shuffled, four_state;

    /* Corrected. */
    double width_rate[TRACE_CLASSES]; /* percent */
    double rate;                      /* a cycle, of a median signal */
    double still;                     /* share */
    double sigma, jitter;

    struct trace_figures reached; /* by these parameters, with seed 1 */
    double distance;              /* from the trace; at most 1: each figure is within its band */
};

/* Finds the parameters for a trace with these figures, which has at least one signal. Returns 0 or
 * the generator's error, with one line for people in message. */
int imitate(const struct trace_figures *trace, struct imitation *found,
            char message[SOURCE_MESSAGE_BYTES]);

/* The options, in one line. */
void imitate_print_options(const struct imitation *found, FILE *out);

/* The trace's figures beside those reached, and what the profile does not imitate. */
void imitate_print_likeness(const struct imitation *found, const struct trace_figures *trace,
                            FILE *out);

#endif
