/*
 * gap_log.h - a sink that keeps count of what passes, and where something is missing.
 *
 * It stands between a ring that may drop events and the writer. What it has written down says
 * which events of the source the writer was not given: see cut_out.h. An event is a change or a
 * mark.
 */
#ifndef HARNESS_GAP_LOG_H
#define HARNESS_GAP_LOG_H

#include "ring/sink.h"

#include <stddef.h>

struct gap_log_entry {
    uint64_t events_before; /* that passed before the gap */
    struct ho_gap gap;
};

/* All zeros is an empty log. */
struct gap_log {
    struct ho_sink sink;
    struct ho_sink *inner;
    int error;                     /* sticks */
    uint64_t events, cuts;         /* that passed */
    uint64_t events_lost;          /* in all gaps */
    struct gap_log_entry *entries; /* [count], in order */
    size_t count, room;
};

/* The log's sink passes every call on to inner, and owns it: closing the one closes the other. A
 * gap that cannot be written down is answered with -ENOMEM. The log outlives its sink's close. */
void gap_log_init(struct gap_log *log, struct ho_sink *inner);
void gap_log_fini(struct gap_log *log);

#endif
