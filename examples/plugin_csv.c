/* plugin_csv.c - a writer of one's own, for the bench to measure: time,signal,"value".
 *
 *    cc -O2 -shared -fPIC plugin_csv.c $(pkg-config --cflags handoff) -o plugin_csv.so
 *    ./bench --writer ./plugin_csv.so --writer-opt 'separator=;' --runs 3
 */
#include <ring/plugin.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct csv {
    struct ho_sink sink; /* first: a pointer to it points to all of this */
    const struct ho_signal *signals;
    FILE *file;
    char separator;
    int error; /* the first: later calls return it and write nothing */
};

/* The end of each call: a disk may be full at any time. */
static int result(struct csv *csv)
{
    if (!csv->error && ferror(csv->file))
        csv->error = -errno;
    return csv->error;
}

static int setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    ((struct csv *)sink)->signals = dictionary->signals; /* there until close */
    return 0;
}

static int change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value, uint32_t len)
{
    struct csv *csv = (struct csv *)sink;
    const unsigned char *bytes = value;

    if (csv->error)
        return csv->error;
    fprintf(csv->file, "%" PRIu64 "%c%" PRIu32 "%c\"", time, csv->separator, id, csv->separator);
    if (csv->signals[id].kind == HO_LOGIC || csv->signals[id].kind == HO_STRING)
        for (uint32_t i = 0; i < len; i++)
            fprintf(csv->file, bytes[i] == '"' ? "\"%c" : "%c", bytes[i]);
    else /* two-state values and doubles: in hexadecimal, the highest byte first */
        for (uint32_t i = len; i-- > 0;)
            fprintf(csv->file, "%02x", bytes[i]);
    fputs("\"\n", csv->file);
    return result(csv);
}

static int mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    return (void)time, (void)mark, result((struct csv *)sink); /* a table has no place for it */
}

static int cut(struct ho_sink *sink)
{
    if (!((struct csv *)sink)->error)
        fflush(((struct csv *)sink)->file);
    return result((struct csv *)sink);
}

static int finish(struct ho_sink *sink, struct ho_close_times *times)
{
    struct csv *csv = (struct csv *)sink;
    int error = ((void)times, cut(sink));

    if (fclose(csv->file) && !error)
        error = -errno;
    free(csv);
    return error;
}

static const struct ho_sink_ops ops = {
    .name = "csv", .setup = setup, .change = change, .mark = mark, .cut = cut, .close = finish};

static int start(const char *path, const struct ho_plugin_option *options, struct ho_sink **sink,
                 char *message, size_t message_bytes)
{
    struct csv *csv;
    FILE *file;
    char separator = ',';

    for (; options->key; separator = *options++->value)
        if (strcmp(options->key, "separator") != 0 || strlen(options->value) != 1)
            return snprintf(message, message_bytes, "csv has separator=C, no other"), -EINVAL;
    file = fopen(path, "w");
    csv = file ? malloc(sizeof *csv) : NULL;
    if (!csv)
        return file ? fclose(file), -ENOMEM : -errno;
    *csv = (struct csv){.sink.ops = &ops, .file = file, .separator = separator};
    *sink = &csv->sink;
    return 0;
}

const struct ho_plugin handoff_plugin = {HO_PLUGIN_ABI, "csv", ".csv", start};
