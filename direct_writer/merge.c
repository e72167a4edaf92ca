/*
 * With many signals every row of a step-by-step merge would be a cache miss or two, one
 * after the other. So the segment is cut into windows of time with a limited number of
 * rows. The rows of a window are gathered signal by signal, which is the order of memory,
 * and sorted by time; the sort is stable, so they stay ordered by signal inside a time.
 */
#include "direct_writer/merge.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define WINDOW_ROWS ((uint64_t)1 << 18)
#define BIN_BITS    10
#define BINS        (1u << BIN_BITS) /* that a range of time is counted in */
#define DIGIT_BITS  8
#define DIGITS      (1u << DIGIT_BITS)
#define ROWS_AHEAD  16 /* that a value is fetched before it is passed on */

struct row {
    uint64_t time;
    const unsigned char *value;
    uint32_t id;
    uint32_t len;
};

/* The marks of a segment, in two sequences: those that come before the changes at their
 * time, and HO_MARK_END, which comes after. */
struct mark_cursor {
    const struct format_mark *at[2]; /* [is_end] */
    const struct format_mark *end;
};

struct merge {
    struct tracks_cursor *cursors; /* that have rows left, by ascending id */
    size_t cursor_count;
    struct row *rows, *sorted; /* WINDOW_ROWS each */
    struct mark_cursor marks;
    struct ho_sink *sink;
};

static const struct format_mark *next_mark(const struct mark_cursor *cursor, bool is_end)
{
    const struct format_mark *mark = cursor->at[is_end];

    while (mark < cursor->end && (mark->mark == HO_MARK_END) != is_end)
        mark++;
    return mark;
}

/* Makes the marks that come before a change at time; all that are left, if all. */
static int replay_marks(struct merge *m, uint64_t time, bool all)
{
    struct mark_cursor *cursor = &m->marks;

    for (;;) {
        const struct format_mark *plain = cursor->at[false] = next_mark(cursor, false);
        const struct format_mark *last = cursor->at[true] = next_mark(cursor, true);
        bool is_end = last < cursor->end && (plain == cursor->end || last->time < plain->time);
        const struct format_mark *mark = is_end ? last : plain;
        int error;

        if (mark == cursor->end)
            return 0;
        if (!all && (mark->time > time || (is_end && mark->time == time)))
            return 0;
        error = ho_sink_mark(m->sink, mark->time, (enum ho_mark)mark->mark);
        if (error)
            return error;
        cursor->at[is_end]++;
    }
}

/* Moves the rows up to and including last from the cursors to rows[]; drops what is
 * exhausted. Returns how many rows there are. */
static size_t gather(struct merge *m, uint64_t last)
{
    size_t count = 0, left = 0;

    for (size_t i = 0; i < m->cursor_count; i++) {
        struct tracks_cursor *cursor = &m->cursors[i];
        bool more = true;

        while (more && cursor->row.time <= last) {
            m->rows[count++] = (struct row){cursor->row.time, cursor->row.value, cursor->id,
                                            cursor->row.len};
            more = tracks_next(cursor);
        }
        if (more)
            m->cursors[left++] = *cursor;
    }
    m->cursor_count = left;
    return count;
}

/* Radix sort by the time since first, lowest digit first. */
static void sort(struct merge *m, size_t count, uint64_t first, uint64_t last)
{
    for (unsigned shift = 0; shift < 64 && (last - first) >> shift != 0; shift += DIGIT_BITS) {
        struct row *rows = m->rows;
        size_t place[DIGITS] = {0}, sum = 0;

        for (size_t i = 0; i < count; i++)
            place[(rows[i].time - first) >> shift & (DIGITS - 1)]++;
        for (unsigned digit = 0; digit < DIGITS; digit++) {
            size_t here = place[digit];

            place[digit] = sum;
            sum += here;
        }
        for (size_t i = 0; i < count; i++)
            m->sorted[place[(rows[i].time - first) >> shift & (DIGITS - 1)]++] = rows[i];
        m->rows = m->sorted;
        m->sorted = rows;
    }
}

/* Replays the times first to last, in which there are at most WINDOW_ROWS rows. */
static int replay_window(struct merge *m, uint64_t first, uint64_t last)
{
    size_t count = gather(m, last);
    int error = 0;

    sort(m, count, first, last);
    for (size_t i = 0; i < count && !error; i++) {
        const struct row *row = &m->rows[i];

        if (i + ROWS_AHEAD < count)
            __builtin_prefetch(row[ROWS_AHEAD].value);
        if (i == 0 || row[-1].time != row->time)
            error = replay_marks(m, row->time, false);
        if (!error)
            error = ho_sink_change(m->sink, row->time, row->id, row->value, row->len);
    }
    return error;
}

/* Replays one time, with any number of rows: they need no sorting. */
static int replay_step(struct merge *m, uint64_t time)
{
    int error = replay_marks(m, time, false);
    size_t left = 0;

    for (size_t i = 0; i < m->cursor_count && !error; i++) {
        struct tracks_cursor *cursor = &m->cursors[i];
        bool more = true;

        while (more && cursor->row.time == time && !error) {
            error = ho_sink_change(m->sink, time, cursor->id, cursor->row.value, cursor->row.len);
            more = tracks_next(cursor);
        }
        if (more)
            m->cursors[left++] = *cursor;
    }
    m->cursor_count = left;
    return error;
}

/* Counts the rows of the times first to last, by the upper bits of the time since first. */
static void count_rows(const struct merge *m, uint64_t first, uint64_t last, unsigned shift,
                       uint64_t bin[BINS])
{
    memset(bin, 0, BINS * sizeof bin[0]);
    for (size_t i = 0; i < m->cursor_count; i++) {
        struct tracks_cursor cursor = m->cursors[i];

        while (cursor.row.time <= last) {
            bin[(cursor.row.time - first) >> shift]++;
            if (!tracks_next(&cursor))
                break;
        }
    }
}

/* Replays the times first to last; nothing before is left. */
static int replay_range(struct merge *m, uint64_t first, uint64_t last)
{
    uint64_t bin[BINS];
    unsigned shift = 0, b = 0, bins;
    int error = 0;

    while ((last - first) >> shift >= BINS)
        shift++;
    bins = (unsigned)((last - first) >> shift) + 1;
    count_rows(m, first, last, shift, bin);

    while (b < bins && !error) {
        uint64_t window = first + ((uint64_t)b << shift), window_last, rows = bin[b++];
        bool large = rows > WINDOW_ROWS;

        while (b < bins && rows + bin[b] <= WINDOW_ROWS)
            rows += bin[b++];
        window_last = b < bins ? first + ((uint64_t)b << shift) - 1 : last;
        if (!large)
            error = rows > 0 ? replay_window(m, window, window_last) : 0;
        else if (shift > 0)
            error = replay_range(m, window, window_last);
        else
            error = replay_step(m, window);
    }
    return error;
}

int merge_replay(const struct tracks *tracks, const struct format_mark *marks, uint64_t mark_count,
                 struct ho_sink *sink)
{
    uint64_t events = tracks_events(tracks);
    size_t count = tracks_count(tracks);
    size_t rows = (size_t)(events < WINDOW_ROWS ? events : WINDOW_ROWS);
    struct merge m = {
        .cursors = malloc((count + 1) * sizeof *m.cursors),
        .cursor_count = count,
        .rows = malloc((rows + 1) * sizeof *m.rows),
        .sorted = malloc((rows + 1) * sizeof *m.sorted),
        .marks = {{marks, marks}, marks + mark_count},
        .sink = sink,
    };
    int error = -ENOMEM;

    if (m.cursors && m.rows && m.sorted) {
        tracks_cursors(tracks, m.cursors);
        error = events ? replay_range(&m, tracks_first_time(tracks), tracks_last_time(tracks)) : 0;
        if (!error)
            error = replay_marks(&m, 0, true);
    }
    free(m.sorted);
    free(m.rows);
    free(m.cursors);
    return error;
}
