#include "direct_writer/null.h"

#include <errno.h>
#include <stdlib.h>

struct null {
    struct ho_sink sink;
    uint64_t events;
};

static int null_setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    (void)sink;
    (void)dictionary;
    return 0;
}

static int null_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                       uint32_t len)
{
    (void)time;
    (void)id;
    (void)value;
    (void)len;
    ((struct null *)sink)->events++;
    return 0;
}

static int null_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    (void)sink;
    (void)time;
    (void)mark;
    return 0;
}

static int null_cut(struct ho_sink *sink)
{
    (void)sink;
    return 0;
}

static int null_close(struct ho_sink *sink, struct ho_close_times *times)
{
    (void)times;
    free(sink);
    return 0;
}

static const struct ho_sink_ops null_ops = {
    .name = "null",
    .setup = null_setup,
    .change = null_change,
    .mark = null_mark,
    .cut = null_cut,
    .close = null_close,
};

static int null_open(const struct writer_options *options, struct ho_sink **sink, char *message)
{
    struct null *null = calloc(1, sizeof *null);

    (void)options;
    (void)message;
    if (!null)
        return -ENOMEM;
    null->sink.ops = &null_ops;
    *sink = &null->sink;
    return 0;
}

uint64_t null_events(const struct ho_sink *sink)
{
    return ((const struct null *)sink)->events;
}

const struct writer null_writer = {
    .name = "null",
    .open = null_open,
};
