#include "harness/gap_log.h"

#include <errno.h>
#include <stdlib.h>

static struct gap_log *from_sink(struct ho_sink *sink)
{
    return (struct gap_log *)sink;
}

static int setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    return ho_sink_setup(from_sink(sink)->inner, dictionary);
}

static int change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value, uint32_t len)
{
    struct gap_log *log = from_sink(sink);

    if (log->error)
        return log->error;
    log->events++;
    return ho_sink_change(log->inner, time, id, value, len);
}

static int mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    struct gap_log *log = from_sink(sink);

    if (log->error)
        return log->error;
    log->events++;
    return ho_sink_mark(log->inner, time, mark);
}

static int cut(struct ho_sink *sink)
{
    struct gap_log *log = from_sink(sink);

    if (log->error)
        return log->error;
    log->cuts++;
    return ho_sink_cut(log->inner);
}

static int make_room(struct gap_log *log)
{
    size_t room = log->room ? 2 * log->room : 16;
    struct gap_log_entry *entries;

    if (log->count < log->room)
        return 0;
    entries = realloc(log->entries, room * sizeof *entries);
    if (!entries)
        return log->error = -ENOMEM;
    log->entries = entries;
    log->room = room;
    return 0;
}

static int gap(struct ho_sink *sink, const struct ho_gap *gap)
{
    struct gap_log *log = from_sink(sink);

    if (log->error || make_room(log))
        return log->error;
    log->entries[log->count++] = (struct gap_log_entry){log->events, *gap};
    log->events_lost += gap->events;
    return ho_sink_gap(log->inner, gap);
}

static int changes(struct ho_sink *sink, const struct ho_change *changes, size_t count)
{
    struct gap_log *log = from_sink(sink);

    if (log->error)
        return log->error;
    log->events += count;
    return ho_sink_changes(log->inner, changes, count);
}

static int close_log(struct ho_sink *sink, struct ho_close_times *times)
{
    struct gap_log *log = from_sink(sink);
    int error = ho_sink_close(log->inner, times);

    return log->error ? log->error : error;
}

static const struct ho_sink_ops ops = {
    .name = "gap log",
    .setup = setup,
    .change = change,
    .mark = mark,
    .cut = cut,
    .gap = gap,
    .changes = changes,
    .close = close_log,
};

void gap_log_init(struct gap_log *log, struct ho_sink *inner)
{
    *log = (struct gap_log){.sink = {&ops}, .inner = inner};
}

void gap_log_fini(struct gap_log *log)
{
    free(log->entries);
    *log = (struct gap_log){0};
}
