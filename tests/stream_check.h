/*
 * stream_check.h - drives a source into a sink that looks at every call, for tests.
 */
#ifndef TESTS_STREAM_CHECK_H
#define TESTS_STREAM_CHECK_H

#include "synth_gen/source.h"

struct stream_check {
    uint64_t fail_at; /* in: the call that fails with -EIO; 0: none */
    uint64_t origin;  /* in: times are hashed as if they counted from here */

    int error;      /* what drive returned */
    uint64_t calls; /* of every kind */
    uint64_t changes;
    uint64_t cuts;
    uint64_t steps;                 /* distinct times of changes */
    uint64_t ends;                  /* marks HO_MARK_END */
    uint64_t first_time, last_time; /* of changes */
    uint64_t end_time;
    uint64_t hash; /* XXH3 over all calls in their order */

    /* Calls that break the rules of sink.h and dictionary.h: the time decreases, no such id, a
     * length or a character that the kind does not allow, bits above the width, anything
     * after the end. */
    uint64_t faults;
};

void stream_check_drive(struct stream_check *check, struct source *source);

#endif
