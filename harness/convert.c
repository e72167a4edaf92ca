/* bench convert: any source into any writer's file. The file is written under another name and
 * gets its own when it is whole. */
#include "harness/commands.h"
#include "harness/die.h"
#include "harness/interrupt.h"
#include "harness/measure.h"
#include "harness/paths.h"
#include "harness/progress.h"
#include "harness/trace_open.h"
#include "harness/wrap.h"

#include "direct_writer/writer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Changes between two looks at the clock and for an interrupt. */
#define TICK_CHANGES 65536

struct convert {
    struct settings settings;
    const char *in, *out;
};

static const struct option_spec arguments[] = {
    OPTION("IN", OPTION_ARGUMENT, offsetof(struct convert, in), NULL,
           "a trace file, or synth for the generator"),
    OPTION("OUT", OPTION_ARGUMENT, offsetof(struct convert, out), NULL,
           "the file to make; how it ends says what it is"),
};

/* Passes all on to the writer and counts it. */
struct counted {
    struct wrap wrap;
    struct progress *progress;
    const char *what;
    uint64_t changes, expected;
    uint64_t times, time; /* distinct ones; the last */
};

static void reach(struct counted *counted, uint64_t time)
{
    if (counted->times == 0 || time != counted->time)
        counted->times++;
    counted->time = time;
}

static int change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value, uint32_t len)
{
    struct counted *counted = (struct counted *)sink;

    reach(counted, time);
    if (++counted->changes % TICK_CHANGES == 0) {
        progress_part(counted->progress, counted->what, counted->changes, counted->expected);
        if (interrupt_seen())
            return -EINTR;
    }
    return ho_sink_change(counted->wrap.inner, time, id, value, len);
}

static int mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    reach((struct counted *)sink, time);
    return wrap_mark(sink, time, mark);
}

/* What is counted is not its own to close. */
static const struct ho_sink_ops counted_ops = {
    .name = "counted",
    .setup = wrap_setup,
    .change = change,
    .mark = mark,
    .cut = wrap_cut,
    .gap = wrap_gap,
};

/* The groups of struct settings that say something here: the source but for its name, and the
 * writer but for its. */
static bool is_wanted(const struct option_spec *spec)
{
    return (spec->offset > offsetof(struct settings, source) &&
            spec->offset < offsetof(struct settings, chunks)) ||
           (spec->offset >= offsetof(struct settings, workers) &&
            spec->offset < offsetof(struct settings, stall_every));
}

static void parse(int argc, char **argv, struct convert *convert)
{
    struct option_spec specs[OPTIONS_MAX];
    const struct option_table table = {
        "convert",
        "Makes OUT of IN: .vcd, .vcd.gz, .vcd.zst, .fst or .hcol into .vcd, .fst or .hcol.", specs};
    size_t count = 0;

    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++)
        specs[count++] = arguments[i];
    for (size_t i = 0; i < SETTINGS_SPECS; i++)
        if (is_wanted(&settings_specs[i]))
            specs[count++] = settings_specs[i];
    specs[count] = (struct option_spec){0};
    *convert = (struct convert){0};
    options_parse_or_exit(&table, argc, argv, convert);
    convert->settings.source = convert->in;
}

static const char *writer_of(const char *out)
{
    char suffixes[128] = "";
    size_t used = 0;

    for (size_t i = 0; writer_table[i]; i++) {
        const char *suffix = writer_table[i]->suffix;

        if (!suffix)
            continue;
        if (trace_ends_with(out, suffix))
            return writer_table[i]->name;
        if (used < sizeof suffixes)
            used += (size_t)snprintf(suffixes + used, sizeof suffixes - used, " %s", suffix);
    }
    die("%s: no writer makes such a file; there are:%s", out, suffixes);
}

static void refuse_same_file(const struct convert *convert)
{
    struct stat in, out;

    if (stat(convert->in, &in) == 0 && stat(convert->out, &out) == 0 && in.st_dev == out.st_dev &&
        in.st_ino == out.st_ino)
        die("%s and %s are the same file", convert->in, convert->out);
}

/* Writes the whole file of that name. Returns 0, or -errno with one line in message. */
static int write_file(const struct convert *convert, const char *name, struct source *source,
                      struct counted *counted, char message[PATHS_MESSAGE_BYTES])
{
    struct ho_close_times times = {0};
    struct ho_offload_stats stats;
    struct path path;
    int error = paths_open(&convert->settings, "direct", name, 0, &path, message), close_error;

    if (error)
        return error;
    counted->wrap = (struct wrap){{&counted_ops}, path.sink};
    error = ho_sink_setup(&counted->wrap.sink, &source->dictionary);
    if (!error)
        error = source_drive(source, &counted->wrap.sink);
    close_error = paths_close(&path, &times, &stats);
    paths_fini(&path);
    if (!error)
        error = close_error;
    if (error)
        snprintf(message, PATHS_MESSAGE_BYTES, "%s: %s", convert->out, strerror(-error));
    return error;
}

/* Gives the file its name. */
static int publish(const struct convert *convert, const char *name,
                   char message[PATHS_MESSAGE_BYTES])
{
    int error = rename(name, convert->out) ? -errno : 0;

    if (error)
        snprintf(message, PATHS_MESSAGE_BYTES, "%s: %s", convert->out, strerror(-error));
    return error;
}

static void print(const struct convert *convert, const struct counted *counted, double seconds)
{
    struct stat status = {0};

    stat(convert->out, &status);
    printf("%s: %" PRIu64 " changes at %" PRIu64 " times, %lld bytes, %.1f s\n", convert->out,
           counted->changes, counted->times, (long long)status.st_size, seconds);
}

int convert_command(int argc, char **argv)
{
    struct convert convert;
    struct counted counted = {0};
    struct progress progress;
    struct source *source;
    char message[PATHS_MESSAGE_BYTES], name[4096];
    uint64_t begun_ns = measure_wall_ns();
    int error;

    parse(argc, argv, &convert);
    convert.settings.writer = writer_of(convert.out);
    refuse_same_file(&convert);
    if (snprintf(name, sizeof name, "%s.%ld.part", convert.out, (long)getpid()) >= (int)sizeof name)
        die("%s: %s", convert.out, strerror(ENAMETOOLONG));
    progress_init(&progress, 1);
    progress_part(&progress, convert.in, 0, 0);
    source = settings_open_source(&convert.settings);
    interrupt_catch();

    counted.progress = &progress;
    counted.what = convert.out;
    counted.expected = source->events;
    error = write_file(&convert, name, source, &counted, message);
    if (!error)
        error = publish(&convert, name, message);
    source_close(source);
    progress_clear(&progress);
    if (error)
        unlink(name);
    if (error == -EINTR && interrupt_seen()) {
        fprintf(stderr, "bench: interrupted; %s is not made\n", convert.out);
        return 130;
    }
    if (error)
        die("%s", message);
    print(&convert, &counted, (double)(measure_wall_ns() - begun_ns) / 1e9);
    return 0;
}
