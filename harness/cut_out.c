#include "harness/cut_out.h"

#include <errno.h>

static struct cut_out *from_sink(struct ho_sink *sink)
{
    return (struct cut_out *)sink;
}

/* Tells of the gaps that lie here: there may be several, also with nothing lost in one. */
static int tell_gaps(struct cut_out *c)
{
    const struct gap_log *log = c->log;

    while (c->gaps < log->count && log->entries[c->gaps].events_before == c->passed && !c->error)
        c->error = ho_sink_gap(c->inner, &log->entries[c->gaps++].gap);
    return c->error;
}

/* Whether the event that comes now, at that time, lies in a gap; sets the error if the gap does
 * not say so of its time. */
static bool leave_out(struct cut_out *c, uint64_t time)
{
    const struct ho_gap *gap;

    c->events++;
    while (c->gap < c->gaps && c->left_out == c->log->entries[c->gap].gap.events) {
        c->gap++;
        c->left_out = 0;
    }
    if (c->gap == c->gaps)
        return false;
    gap = &c->log->entries[c->gap].gap;
    c->left_out++;
    if (time < gap->first_time || time > gap->last_time)
        c->error = -ERANGE;
    return true;
}

/* After an event that was not left out. */
static int passed(struct cut_out *c, int error)
{
    c->error = error;
    if (error)
        return error;
    c->passed++;
    return tell_gaps(c);
}

static int setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    struct cut_out *c = from_sink(sink);

    if (!c->error)
        c->error = ho_sink_setup(c->inner, dictionary);
    return c->error ? c->error : tell_gaps(c);
}

static int change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value, uint32_t len)
{
    struct cut_out *c = from_sink(sink);

    if (c->error || leave_out(c, time))
        return c->error;
    return passed(c, ho_sink_change(c->inner, time, id, value, len));
}

static int mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    struct cut_out *c = from_sink(sink);

    if (c->error || leave_out(c, time))
        return c->error;
    return passed(c, ho_sink_mark(c->inner, time, mark));
}

static int cut(struct ho_sink *sink)
{
    struct cut_out *c = from_sink(sink);

    c->cuts++;
    return c->error ? c->error : ho_sink_cut(c->inner);
}

static int close_cut_out(struct ho_sink *sink, struct ho_close_times *times)
{
    struct cut_out *c = from_sink(sink);
    int error = ho_sink_close(c->inner, times);

    return c->error ? c->error : error;
}

static const struct ho_sink_ops ops = {
    .name = "cut out",
    .setup = setup,
    .change = change,
    .mark = mark,
    .cut = cut,
    .close = close_cut_out,
};

void cut_out_init(struct cut_out *cut_out, const struct gap_log *log, struct ho_sink *inner)
{
    *cut_out = (struct cut_out){.sink = {&ops}, .inner = inner, .log = log};
}
