/*
 * sync_failure.h - fsync fails when it is told to.
 *
 * For tests that are linked with --wrap=fsync.
 */
#ifndef TESTS_SYNC_FAILURE_H
#define TESTS_SYNC_FAILURE_H

/* From now on calls are counted, and the one numbered at, from 1, fails; 0: none does. error is
 * the errno. */
void sync_failure_start(unsigned at, int error);

/* Calls since then. */
unsigned sync_failure_calls(void);

/* write_file writes a file, syncs it and its folder, and returns the error. Fails the test unless
 * a sync that fails is reported, one that is interrupted is done again, and one that says there is
 * nothing to sync (EINVAL) is no error. */
void sync_failure_expect_reported(int (*write_file)(const char *path));

#endif
