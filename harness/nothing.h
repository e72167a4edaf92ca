/*
 * nothing.h - the sink that does nothing: what remains is the caller, and the call.
 */
#ifndef HARNESS_NOTHING_H
#define HARNESS_NOTHING_H

#include "ring/sink.h"

/* For any number of users; closing it is not needed. */
extern struct ho_sink nothing_sink;

#endif
