/*
 * sink_around.h - what a sink that stands around another one has to pass on, for tests.
 */
#ifndef TESTS_SINK_AROUND_H
#define TESTS_SINK_AROUND_H

#include "tests/recorder.h"

/* Makes every kind of call on sink and closes it. Fails the test unless inner, which is new, was
 * given the same calls. */
void sink_around_expect_calls(struct ho_sink *sink, const struct recorder *inner);

/* Has inner fail from now on, makes every kind of call on sink and closes it. Fails the test
 * unless each call returns inner's error. */
void sink_around_expect_errors(struct ho_sink *sink, struct recorder *inner);

#endif
