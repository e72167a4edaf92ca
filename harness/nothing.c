#include "harness/nothing.h"

static int setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    (void)sink, (void)dictionary;
    return 0;
}

static int change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value, uint32_t len)
{
    (void)sink, (void)time, (void)id, (void)value, (void)len;
    return 0;
}

static int mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    (void)sink, (void)time, (void)mark;
    return 0;
}

static int cut(struct ho_sink *sink)
{
    (void)sink;
    return 0;
}

static int close_nothing(struct ho_sink *sink, struct ho_close_times *times)
{
    (void)sink, (void)times;
    return 0;
}

static const struct ho_sink_ops ops = {
    .name = "nothing",
    .setup = setup,
    .change = change,
    .mark = mark,
    .cut = cut,
    .close = close_nothing,
};

struct ho_sink nothing_sink = {&ops};
