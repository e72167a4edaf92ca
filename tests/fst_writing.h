/*
 * fst_writing.h - FST files made by GTKWave's library, for tests.
 */
#ifndef TESTS_FST_WRITING_H
#define TESTS_FST_WRITING_H

#include <stddef.h>

struct fst_writing {
    void *writer; /* the library's */
    char folder[4096];
    char path[4200];
    unsigned char *data; /* [bytes]; once it is closed */
    size_t bytes;
};

/* Begins a file in a folder of its own; packing is the library's number of it. Fails the process
 * where that cannot be done. */
void fst_writing_init(struct fst_writing *writing, int packing);

/* Ends the file, which stays at path, and reads it. */
void fst_writing_close(struct fst_writing *writing);

/* Removes it. */
void fst_writing_fini(struct fst_writing *writing);

#endif
