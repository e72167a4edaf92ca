/* Says that it writes VCD, and writes the same empty trace whatever it is called with. */
#include "ring/plugin.h"

#include <errno.h>
#include <stdio.h>

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

static int finish(struct ho_sink *sink, struct ho_close_times *times)
{
    (void)sink, (void)times;
    return 0;
}

static int start(const char *path, const struct ho_plugin_option *options, struct ho_sink **sink,
                 char *message, size_t message_bytes)
{
    static const struct ho_sink_ops ops = {.name = "false_vcd",
                                           .setup = setup,
                                           .change = change,
                                           .mark = mark,
                                           .cut = cut,
                                           .close = finish};
    static struct ho_sink nothing = {&ops};
    FILE *file = fopen(path, "w");

    (void)options, (void)message, (void)message_bytes;
    if (!file)
        return -errno;
    *sink = &nothing;
    fputs("$timescale 1 ns $end\n$enddefinitions $end\n", file);
    return fclose(file) ? -EIO : 0;
}

const struct ho_plugin handoff_plugin = {HO_PLUGIN_ABI, "false_vcd", ".vcd", start};
