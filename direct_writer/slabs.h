/*
 * slabs.h - memory that grows by doubling, cut from large pages.
 *
 * Tens of thousands of vectors that grow by realloc lie scattered over as many small pages: each
 * of these is a page fault when it is new, and a miss of the translation buffer when it is
 * touched. Here pieces of 64, 128, 256... bytes come from regions of large pages; one that was
 * outgrown serves the next vector of its size.
 */
#ifndef DIRECT_WRITER_SLABS_H
#define DIRECT_WRITER_SLABS_H

#include <stddef.h>

#define SLABS_PIECE_MIN 64
#define SLABS_CLASSES   9 /* up to 16 KiB; larger pieces are malloc's */

struct slabs_piece {
    struct slabs_piece *next;
};

struct slabs_region {
    struct slabs_region *next;
};

/* All zeros is one without memory. */
struct slabs {
    struct slabs_piece *free[SLABS_CLASSES]; /* of 64 << class bytes */
    struct slabs_region *regions;
    unsigned char *at, *end; /* of the first region, what was not cut yet */
};

/* At least so many bytes, aligned to 64; NULL if there is no memory. */
void *slabs_alloc(struct slabs *slabs, size_t bytes);

/* piece may be NULL; bytes as in the call of alloc. */
void slabs_free(struct slabs *slabs, void *piece, size_t bytes);

/* Frees the regions, and all pieces in them at once; those above the largest class must be free. */
void slabs_fini(struct slabs *slabs);

#endif
