/*
 * pages.h - memory for what is touched at random or once through: in large pages where the
 * system has them.
 *
 * With pages of 4 KiB, most accesses at random within tens of megabytes also miss the
 * translation buffer, and each first touch of a page is a fault.
 */
#ifndef HO_PAGES_H
#define HO_PAGES_H

#include <stddef.h>

/* bytes of memory, aligned to a cache line at least, contents undefined; NULL if there is none. */
void *ho_pages_alloc(size_t bytes);

/* memory may be NULL; bytes as in the call of alloc. */
void ho_pages_free(void *memory, size_t bytes);

#endif
