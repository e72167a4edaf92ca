/*
 * refusal.h - memory runs out at the n-th allocation of this thread.
 *
 * For tests that are linked with --wrap=malloc, calloc, realloc and aligned_alloc.
 */
#ifndef TESTS_REFUSAL_H
#define TESTS_REFUSAL_H

#include <stdbool.h>

/* From now on the calling thread's allocations are counted, and the one numbered at, from 1, is
 * refused. */
void refusal_start(unsigned at);

/* No more of that. */
void refusal_end(void);

/* Counts one more thing that can be refused; whether this is the one. */
bool refusal_due(void);

#endif
