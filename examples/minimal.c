/*
 * minimal.c - a sink of one's own, put behind the ring.
 *
 *    cc minimal.c $(pkg-config --cflags --libs handoff) -o minimal
 */
#include <ring/offload.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

/* The sink; a program's own writer would stand here. After open its calls come from another
 * thread than main's. To have data of its own it would embed struct ho_sink in a larger one. */
static int setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    return (void)sink, printf("%s\n", dictionary->variables[0].name) < 0 ? -EIO : 0;
}

static int change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value, uint32_t len)
{
    (void)sink, (void)id;
    return printf("%" PRIu64 " %.*s\n", time, (int)len, (const char *)value) < 0 ? -EIO : 0;
}

static int mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    return (void)sink, (void)time, (void)mark, 0;
}

static int cut(struct ho_sink *sink)
{
    return (void)sink, 0;
}

static int finish(struct ho_sink *sink, struct ho_close_times *times)
{
    return (void)sink, (void)times, fflush(stdout) ? -EIO : 0;
}

static const struct ho_sink_ops printer = {
    .name = "printer", .setup = setup, .change = change, .mark = mark, .cut = cut, .close = finish};

int main(void)
{
    static const struct ho_signal signal = {.width = 4, .kind = HO_LOGIC};
    static const struct ho_variable variable = {"state [3:0]", "wire", HO_NO_SCOPE, 0, 4};
    static const struct ho_dictionary dictionary = {&signal, NULL, &variable, 1, 0, 1, -9};
    struct ho_offload_options options = ho_offload_options_defaults();
    struct ho_sink inner = {&printer}, *sink;
    struct ho_offload *offload;

    if (ho_offload_open(&options, &inner, &offload) != 0)
        return 1;
    sink = ho_offload_sink(offload);
    ho_sink_setup(sink, &dictionary);
    for (uint64_t time = 0; time < 3; time++)
        ho_sink_change(sink, time, 0, &"01xz01"[time], 4);
    return ho_sink_close(sink, NULL) != 0; /* waits; says the first error of all calls */
}
