/*
 * ordinal_sink.h - a sink that knows what comes next, for tests of drop-oldest.
 *
 * Events are numbered: a change's value begins with its number, a mark takes one too, and time
 * and mark follow from the number. So the sink checks by itself that it is given each event once,
 * in order, at its time, and that a gap says exactly what is missing. It can be held inside a
 * change.
 */
#ifndef TESTS_ORDINAL_SINK_H
#define TESTS_ORDINAL_SINK_H

#include "ring/sink.h"

#include <stdatomic.h>

struct ordinal_sink {
    struct ho_sink sink;
    uint64_t next; /* number of the next event */
    uint64_t given, missing, gaps, cuts;
    uint64_t wrong; /* things that were not as they should be */
    uint64_t stall_seed;
    uint32_t stall_in;   /* sleeps before one change in so many; 0: never */
    _Atomic bool hold;   /* the next change waits while this is set */
    _Atomic bool held;   /* one does */
    _Atomic bool closed; /* the sink outlives its close */
};

void ordinal_sink_init(struct ordinal_sink *ordinal);

/* The next change waits; returns when one does. */
void ordinal_sink_wait_held(struct ordinal_sink *ordinal);

/* Appends event number to sink: every 16th is a mark, the others are changes of len bytes, 8 or
 * more; at most 4096. */
int ordinal_append(struct ho_sink *sink, uint64_t number, uint32_t len);

/* The time of an event: some share it, now and then it leaps. */
uint64_t ordinal_time(uint64_t number);

#endif
