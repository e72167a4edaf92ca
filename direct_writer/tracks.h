/*
 * tracks.h - the rows of one segment of a column file, by signal.
 *
 * Blocks are added as they are read; every row is checked then. After that a cursor walks
 * the rows of each signal, through however many blocks they are in.
 */
#ifndef DIRECT_WRITER_TRACKS_H
#define DIRECT_WRITER_TRACKS_H

#include "ring/dictionary.h"

#include <stddef.h>

struct tracks;

/* dictionary must outlive the tracks. Returns 0 or -ENOMEM. */
int tracks_open(const struct ho_dictionary *dictionary, struct tracks **tracks);

/* Forgets the segment before; the next one begins at base_time. */
void tracks_start(struct tracks *tracks, uint64_t base_time);

/* Checks and counts every row of a block's payload. Takes raw (from malloc), also on
 * failure. Returns 0, -EBADMSG or -ENOMEM. */
int tracks_add_block(struct tracks *tracks, unsigned char *raw, size_t bytes);

/* Rows in all blocks, and the earliest and latest time of any. Without rows the one is
 * UINT64_MAX, the other the base time. */
uint64_t tracks_events(const struct tracks *tracks);
uint64_t tracks_first_time(const struct tracks *tracks);
uint64_t tracks_last_time(const struct tracks *tracks);

struct tracks_row {
    uint64_t time;
    const unsigned char *value;
    uint32_t len;
};

/* A signal's next row, and where those after it are. */
struct tracks_cursor {
    struct tracks_row row;
    const unsigned char *at, *end; /* of the run that row is in */
    const struct tracks_run *next; /* of the same signal */
    uint32_t id;
    uint32_t value_bytes;
};

/* How many signals have rows. */
size_t tracks_count(const struct tracks *tracks);

/* One cursor for each of them, by ascending id, at its first row. */
void tracks_cursors(const struct tracks *tracks, struct tracks_cursor *cursors);

/* Returns false if there are no more rows. */
bool tracks_next(struct tracks_cursor *cursor);

/* tracks may be NULL. */
void tracks_close(struct tracks *tracks);

#endif
