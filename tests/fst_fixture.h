/*
 * fst_fixture.h - an FST file that GTKWave's library writes, then read by the source. For tests.
 */
#ifndef TESTS_FST_FIXTURE_H
#define TESTS_FST_FIXTURE_H

#include "tests/fst_reading.h"
#include "tests/fst_writing.h"

struct fst_fixture {
    struct fst_writing writing;
    struct fst_reading reading;
    uint32_t bit, byte, real, string, event; /* variables that most tests need, by handle */
};

/* Begins a file with these variables in a scope "top". packing is the library's number of it. */
void fst_fixture_begin(struct fst_fixture *f, int packing);

void fst_fixture_at(struct fst_fixture *f, uint64_t time);
void fst_fixture_set(struct fst_fixture *f, uint32_t handle, const void *value);
void fst_fixture_set_real(struct fst_fixture *f, double value);
void fst_fixture_set_string(struct fst_fixture *f, const char *text, uint32_t len);

/* Ends the file and reads it. */
void fst_fixture_end(struct fst_fixture *f);

/* Fails the test if it could not be read, or says something else than these lines. */
void fst_fixture_expect_calls(struct fst_fixture *f, const char *calls);

void fst_fixture_drop(struct fst_fixture *f);

#endif
