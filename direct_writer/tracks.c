#include "direct_writer/tracks.h"

#include "direct_writer/varint.h"

#include <errno.h>
#include <stdlib.h>

/* Rows of one signal that are together in a block. */
struct tracks_run {
    const unsigned char *at, *end;
    struct tracks_run *next; /* of the same signal */
};

struct track {
    struct tracks_run *first, *last;
    uint64_t time;        /* of the last row */
    uint32_t value_bytes; /* ho_signal_value_bytes() */
};

struct block {
    struct block *next;
    unsigned char *raw;
    struct tracks_run runs[];
};

struct tracks {
    uint32_t signal_count;
    struct block *blocks;
    uint64_t base_time;
    uint64_t first_time, last_time; /* of the rows */
    uint64_t events;
    size_t count;         /* of signals that have rows */
    struct track track[]; /* by id */
};

int tracks_open(const struct ho_dictionary *dictionary, struct tracks **tracks)
{
    uint32_t count = dictionary->signal_count;
    struct tracks *t = calloc(1, sizeof *t + count * sizeof t->track[0]);

    if (!t)
        return -ENOMEM;
    t->signal_count = count;
    for (uint32_t id = 0; id < count; id++)
        t->track[id].value_bytes = ho_signal_value_bytes(&dictionary->signals[id]);
    *tracks = t;
    return 0;
}

static void free_blocks(struct tracks *t)
{
    for (struct block *block = t->blocks, *next; block; block = next) {
        next = block->next;
        free(block->raw);
        free(block);
    }
    t->blocks = NULL;
}

void tracks_close(struct tracks *t)
{
    if (!t)
        return;
    free_blocks(t);
    free(t);
}

void tracks_start(struct tracks *t, uint64_t base_time)
{
    free_blocks(t);
    t->base_time = base_time;
    t->first_time = UINT64_MAX;
    t->last_time = base_time;
    t->events = 0;
    t->count = 0;
    for (uint32_t id = 0; id < t->signal_count; id++) {
        t->track[id].first = t->track[id].last = NULL;
        t->track[id].time = base_time;
    }
}

/* Decodes the row at at, whose time counts from row->time. Returns the first byte behind it,
 * or NULL if that is no row. */
static inline const unsigned char *get_row(const unsigned char *at, const unsigned char *end,
                                           uint32_t value_bytes, struct tracks_row *row)
{
    uint64_t delta, len = value_bytes;

    at = varint_get(at, end, &delta);
    if (!at || delta > UINT64_MAX - row->time)
        return NULL;
    if (value_bytes == UINT32_MAX) {
        at = varint_get(at, end, &len);
        if (!at || len > UINT32_MAX)
            return NULL;
    }
    if (len > (size_t)(end - at))
        return NULL;
    row->time += delta;
    row->value = at;
    row->len = (uint32_t)len;
    return at + len;
}

/* Returns the first byte behind the head of the run at at, or NULL if that is no run. */
static const unsigned char *get_run(const struct tracks *t, const unsigned char *at,
                                    const unsigned char *end, uint64_t *id, uint64_t *bytes)
{
    at = varint_get(at, end, id);
    if (!at || *id >= t->signal_count)
        return NULL;
    at = varint_get(at, end, bytes);
    return at && *bytes > 0 && *bytes <= (size_t)(end - at) ? at : NULL;
}

/* Checks and counts the rows of a run, appends it to its signal's. */
static bool add_run(struct tracks *t, struct track *track, struct tracks_run *run)
{
    struct tracks_row row = {.time = track->time};

    for (const unsigned char *at = run->at; at < run->end;) {
        at = get_row(at, run->end, track->value_bytes, &row);
        if (!at)
            return false;
        if (t->first_time > row.time)
            t->first_time = row.time;
        t->events++;
    }
    track->time = row.time;
    if (t->last_time < row.time)
        t->last_time = row.time;

    if (track->last) {
        track->last->next = run;
    } else {
        track->first = run;
        t->count++;
    }
    track->last = run;
    return true;
}

int tracks_add_block(struct tracks *t, unsigned char *raw, size_t bytes)
{
    const unsigned char *at, *end = raw + bytes;
    uint64_t id, run_bytes;
    struct tracks_run *run;
    struct block *block;
    size_t count = 0;

    for (at = raw; at < end; at += run_bytes, count++) {
        at = get_run(t, at, end, &id, &run_bytes);
        if (!at) {
            free(raw);
            return -EBADMSG;
        }
    }
    block = malloc(sizeof *block + count * sizeof block->runs[0]);
    if (!block) {
        free(raw);
        return -ENOMEM;
    }
    block->raw = raw;
    block->next = t->blocks;
    t->blocks = block;

    run = block->runs;
    for (at = raw; at < end; at += run_bytes, run++) {
        at = get_run(t, at, end, &id, &run_bytes);
        *run = (struct tracks_run){.at = at, .end = at + run_bytes};
        if (!add_run(t, &t->track[id], run))
            return -EBADMSG;
    }
    return 0;
}

uint64_t tracks_events(const struct tracks *t)
{
    return t->events;
}

uint64_t tracks_first_time(const struct tracks *t)
{
    return t->first_time;
}

uint64_t tracks_last_time(const struct tracks *t)
{
    return t->last_time;
}

size_t tracks_count(const struct tracks *t)
{
    return t->count;
}

void tracks_cursors(const struct tracks *t, struct tracks_cursor *cursor)
{
    for (uint32_t id = 0; id < t->signal_count; id++) {
        const struct track *track = &t->track[id];

        if (!track->first)
            continue;
        *cursor = (struct tracks_cursor){
            .row.time = t->base_time,
            .next = track->first,
            .id = id,
            .value_bytes = track->value_bytes,
        };
        tracks_next(cursor++);
    }
}

bool tracks_next(struct tracks_cursor *cursor)
{
    if (cursor->at == cursor->end) {
        if (!cursor->next)
            return false;
        cursor->at = cursor->next->at;
        cursor->end = cursor->next->end;
        cursor->next = cursor->next->next;
    }
    /* Checked when its block was added. */
    cursor->at = get_row(cursor->at, cursor->end, cursor->value_bytes, &cursor->row);
    return true;
}
