/*
 * wrap.h - what sinks that wrap a sink and pass its calls on have in common.
 */
#ifndef HARNESS_WRAP_H
#define HARNESS_WRAP_H

#include "ring/sink.h"

/* Embedded first in each. */
struct wrap {
    struct ho_sink sink;
    struct ho_sink *inner;
};

/* Operations that do nothing but to pass the call on. */
int wrap_setup(struct ho_sink *sink, const struct ho_dictionary *dictionary);
int wrap_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark);
int wrap_cut(struct ho_sink *sink);
int wrap_gap(struct ho_sink *sink, const struct ho_gap *gap);

#endif
