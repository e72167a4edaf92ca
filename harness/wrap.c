#include "harness/wrap.h"

static struct ho_sink *inner_of(struct ho_sink *sink)
{
    return ((struct wrap *)sink)->inner;
}

int wrap_setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    return ho_sink_setup(inner_of(sink), dictionary);
}

int wrap_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    return ho_sink_mark(inner_of(sink), time, mark);
}

int wrap_cut(struct ho_sink *sink)
{
    return ho_sink_cut(inner_of(sink));
}

int wrap_gap(struct ho_sink *sink, const struct ho_gap *gap)
{
    return ho_sink_gap(inner_of(sink), gap);
}
