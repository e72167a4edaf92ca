/*
 * fst_contents.h - what GTKWave's library reads from an FST file, as text, for tests.
 */
#ifndef TESTS_FST_CONTENTS_H
#define TESTS_FST_CONTENTS_H

#include "ring/sink.h"

#include <stdbool.h>

struct fst_contents_change;

/* Changes in any order; all zero is an empty list. */
struct fst_contents_list {
    struct fst_contents_change *changes;
    size_t count, size;
};

/* What a change of signal, the library's number handle, says. */
void fst_contents_add(struct fst_contents_list *list, uint64_t time, uint32_t handle,
                      const struct ho_signal *signal, const void *value, uint32_t len);

/* One line a change, by time, then by handle: "@10 3=0101", "@10 3=#bits of a real",
 * "@10 3=<a string>", "@10 3!" for an event. Empties the list. To be freed. */
char *fst_contents_text(struct fst_contents_list *list);

struct fst_contents {
    bool opened; /* the rest is there only if it is */
    uint64_t start, end;
    uint64_t sections;
    int timescale;
    char *declared; /* "scope 0 top", "up", "16 8 1 data [7:0]": type, bits, handle, name */
    char *changes;  /* as above */
    char *pauses;   /* "@7 off" and "@9 on", one a line */
};

/* Fails the process when memory is out. */
void fst_contents_init(struct fst_contents *contents, const char *path);
void fst_contents_fini(struct fst_contents *contents);

#endif
