/*
 * obedient.c - does what its options say, and makes no file.
 *
 *    fail-at=N           the N-th change returns -EIO, and what follows too
 *    error=N,message=M   open returns N and says M
 *    lines=              open says several lines, without an end
 *    nothing=            open returns 0 and no sink
 *    without=close       the sink lacks a function
 *    echo=               open refuses, and says all keys and values in order
 */
#include "ring/plugin.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct obedient {
    struct ho_sink sink;
    unsigned long fail_at, changes;
};

static int result(const struct ho_sink *sink)
{
    const struct obedient *obedient = (const struct obedient *)sink;

    return obedient->fail_at && obedient->changes >= obedient->fail_at ? -EIO : 0;
}

static int setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    (void)dictionary;
    return result(sink);
}

static int change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value, uint32_t len)
{
    (void)time, (void)id, (void)value, (void)len;
    ((struct obedient *)sink)->changes++;
    return result(sink);
}

static int mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    (void)time, (void)mark;
    return result(sink);
}

static int cut(struct ho_sink *sink)
{
    return result(sink);
}

static int finish(struct ho_sink *sink, struct ho_close_times *times)
{
    int error = result(sink);

    (void)times;
    free(sink);
    return error;
}

static const struct ho_sink_ops whole = {.name = "obedient",
                                         .setup = setup,
                                         .change = change,
                                         .mark = mark,
                                         .cut = cut,
                                         .close = finish};
static const struct ho_sink_ops without_close = {
    .name = "obedient", .setup = setup, .change = change, .mark = mark, .cut = cut};

static const char *find(const struct ho_plugin_option *options, const char *key)
{
    for (; options->key; options++)
        if (strcmp(options->key, key) == 0)
            return options->value;
    return NULL;
}

static int echo(const struct ho_plugin_option *options, char *message, size_t message_bytes)
{
    size_t used = 0;

    for (; options->key && used < message_bytes; options++)
        used += (size_t)snprintf(message + used, message_bytes - used, "<%s|%s>", options->key,
                                 options->value);
    return -EINVAL;
}

static int start(const char *path, const struct ho_plugin_option *options, struct ho_sink **sink,
                 char *message, size_t message_bytes)
{
    /* Left to the operating system: a sink without close is nobody's to free. */
    static struct obedient unclosed = {.sink.ops = &without_close};
    const char *fail_at = find(options, "fail-at"), *error = find(options, "error");
    struct obedient *obedient;

    (void)path;
    if (find(options, "echo"))
        return echo(options, message, message_bytes);
    if (find(options, "message"))
        snprintf(message, message_bytes, "%s", find(options, "message"));
    if (find(options, "lines"))
        memset(memset(message, '\n', message_bytes), 'x', message_bytes / 2);
    if (error)
        return (int)strtol(error, NULL, 10);
    if (find(options, "nothing"))
        return 0;
    *sink = &unclosed.sink;
    if (find(options, "without"))
        return 0;
    obedient = malloc(sizeof *obedient);
    if (!obedient)
        return -ENOMEM;
    *obedient = (struct obedient){{&whole}, fail_at ? strtoul(fail_at, NULL, 10) : 0, 0};
    *sink = &obedient->sink;
    return 0;
}

const struct ho_plugin handoff_plugin = {HO_PLUGIN_ABI, "obedient", NULL, start};
