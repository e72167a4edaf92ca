#include "harness/settings.h"

#include "direct_writer/plugin.h"
#include "harness/die.h"
#include "harness/trace_open.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define FIELD(name) offsetof(struct settings, name)

static const char *const on_full[] = {"wait", "drop-oldest", NULL};
static const char *const rtl_orders[] = {"ascending", "blocks", NULL};
static const char *const rtl_states[] = {"two", "four", NULL};
static const char *const final[] = {"grouped", "per-signal", NULL};

const struct option_spec settings_specs[SETTINGS_SPECS] = {
    OPTION("source", OPTION_TEXT, FIELD(source), "synth",
           "the generator, or a trace file: .vcd, .vcd.gz, .vcd.zst, .fst, .hcol",
           .shape = "synth|FILE"),
    OPTION("profile", OPTION_TEXT, FIELD(profile), "uniform",
           "synth: uniform, rtl, event, netlist, one, all or quiet", .shape = "NAME"),
    OPTION("events", OPTION_COUNT, FIELD(events), "9M", "synth: changes"),
    OPTION("signals", OPTION_COUNT, FIELD(signals), "78K", "synth: signals", .min = 1,
           .max = UINT32_MAX / 2),
    OPTION("seed", OPTION_NUMBER, FIELD(seed), "1", "synth: another seed, another stream"),
    OPTION("time-start", OPTION_NUMBER, FIELD(time_start), "0", "synth: the first time"),
    OPTION("cut-every", OPTION_COUNT, FIELD(cut_every), "0", "changes between two cuts; 0: none"),
    OPTION("spill-every", OPTION_COUNT, FIELD(spill_every), "0",
           "synth: changes between two large values; 0: none"),
    OPTION("spill-bytes", OPTION_SIZE, FIELD(spill_bytes), "2097153",
           "synth: the size of a large value", .max = 1u << 30),
    OPTION("rtl-widths", OPTION_TEXT, FIELD(rtl.widths), NULL,
           "rtl: ids of 1, 2-8, 9-32, 33-64, 65-512, more bits, real, string, event, in any unit "
           "[the profile's]",
           .shape = "A,B,..."),
    OPTION("rtl-width-rates", OPTION_TEXT, FIELD(rtl.width_rates), NULL,
           "rtl: how lively those of each of these nine are, in percent [the profile's]",
           .shape = "A,B,..."),
    OPTION("rtl-order", OPTION_TEXT, FIELD(rtl.order), NULL,
           "rtl: of the changes in a step: by id, or blocks of ids in any order [the profile's]",
           .choices = rtl_orders),
    OPTION("rtl-states", OPTION_TEXT, FIELD(rtl.states), NULL, "rtl: of a bit [the profile's]",
           .choices = rtl_states),
    OPTION("rtl-unknowns", OPTION_COUNT, FIELD(rtl.unknowns), "0",
           "rtl: changes to x in 10,000, and all x at first; 0: the profile's", .max = 10000),
    OPTION("rtl-still", OPTION_COUNT, FIELD(rtl.still), "0",
           "rtl: ids in 1,000 that never change after the first step; 0: the profile's",
           .max = 1000),
    OPTION("rtl-rate", OPTION_COUNT, FIELD(rtl.rate), "0",
           "rtl: changes of a median id in a million cycles; 0: the profile's", .max = 1000000),
    OPTION("rtl-sigma", OPTION_COUNT, FIELD(rtl.sigma), "0",
           "rtl: how much the logarithms of the rates differ, in 1/1,000; 0: the profile's",
           .max = 6000),
    OPTION("rtl-jitter", OPTION_COUNT, FIELD(rtl.jitter), "0",
           "rtl: how much those of the cycles differ, in 1/1,000; 0: the profile's", .max = 6000),
    OPTION("rtl-clocks", OPTION_COUNT, FIELD(rtl.clocks), "0",
           "rtl: clocks, of which most run at each step; 0: the profile's", .max = UINT32_MAX),
    OPTION("chunks", OPTION_COUNT, FIELD(chunks), "16", "ring: chunks in the pool", .min = 2,
           .max = 1u << 20),
    OPTION("chunk-bytes", OPTION_SIZE, FIELD(chunk_bytes), "1M",
           "ring: size of a chunk, a multiple of 8", .min = 64, .max = 1u << 30),
    OPTION("lookahead", OPTION_COUNT, FIELD(lookahead), "32",
           "ring: changes that the writer is given at a time, so that it can look ahead",
           .max = 256),
    OPTION("budget", OPTION_SIZE, FIELD(budget), "256M", "ring: pool and spilled values, at most"),
    OPTION("on-full", OPTION_TEXT, FIELD(on_full), "wait",
           "ring: with no free chunk the producer waits, or takes the oldest back",
           .choices = on_full),
    OPTION("flush-after-ms", OPTION_COUNT, FIELD(flush_after_ms), "0",
           "ring: bound on the delay of events in a chunk that fills slowly; 0: none",
           .max = UINT32_MAX),
    OPTION("writer", OPTION_TEXT, FIELD(writer), "column", "what the changes are written with",
           .shape = "NAME|./FILE.so"),
    OPTION("writer-opt", OPTION_TEXT, FIELD(writer_opt), NULL, "what a plugin is told",
           .shape = "KEY=VALUE,..."),
    OPTION("workers", OPTION_COUNT, FIELD(workers), "1", "column: encode threads", .min = 1,
           .max = 256),
    OPTION("block-bytes", OPTION_SIZE, FIELD(block_bytes), "4K",
           "column: a signal's rows of this size become a block", .min = 16, .max = 1u << 30),
    OPTION("segment-bytes", OPTION_SIZE, FIELD(segment_bytes), "16M",
           "column: rows of this size end a segment", .min = 16),
    OPTION("final", OPTION_TEXT, FIELD(final), "grouped",
           "column: what is left at close, in shared blocks or in one for each signal",
           .choices = final),
    OPTION("date", OPTION_TEXT, FIELD(date), NULL,
           "vcd, fst: what the file says of when it was made [a day in 1970, so that runs agree]"),
    OPTION("stall-every", OPTION_COUNT, FIELD(stall_every), "0",
           "changes between two times that the writer stands still, on average; 0: never",
           .max = UINT32_MAX),
    OPTION("stall-us", OPTION_COUNT, FIELD(stall_us), "1K", "how long, on average",
           .max = 1000000000),
    OPTION("pause-every", OPTION_COUNT, FIELD(pause_every), "0",
           "changes between two pauses of the producer, on average; 0: never", .max = UINT32_MAX),
    OPTION("pause-us", OPTION_COUNT, FIELD(pause_us), "1K", "how long, on average",
           .max = 1000000000),
    OPTION("work-bytes", OPTION_SIZE, FIELD(work_bytes), "256K",
           "the working set of the producer's own work", .min = 128, .max = 1u << 30),
    OPTION("cpus", OPTION_COUNT, FIELD(cpus), "0", "run on so many processors; 0: on all"),
    OPTION("latency", OPTION_FLAG, FIELD(latency), NULL,
           "time single calls of the path, which costs CPU of its own"),
    OPTION("latency-every", OPTION_COUNT, FIELD(latency_every), "64", "one in so many, on average",
           .min = 1, .max = UINT32_MAX),
};

static void load_plugin(const char *name, const char *words)
{
    char message[WRITER_MESSAGE_BYTES] = "";
    int error = plugin_load(name, message);

    if (error)
        die("--writer %s: %s", name, message);
    error = plugin_check_words(words, message);
    if (error)
        die("--writer-opt %s: %s", words, message[0] ? message : strerror(-error));
}

void settings_check_writer(const char *name, const char *words)
{
    char names[256] = "";
    size_t used = 0;

    if (plugin_is_name(name)) {
        load_plugin(name, words);
        return;
    }
    if (writer_find(name) && !words)
        return;
    if (writer_find(name))
        die("--writer-opt %s: writer %s takes none, only a plugin does (--writer ./FILE.so)", words,
            name);
    for (size_t i = 0; writer_table[i] && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, " %s", writer_table[i]->name);
    die("--writer %s: no such writer; there are:%s, and plugins: ./FILE.so", name, names);
}

void settings_parse(const char *command, const char *summary, const struct option_spec *own,
                    int argc, char **argv, void *settings)
{
    const struct settings *given = settings;
    struct option_spec specs[OPTIONS_MAX];
    const struct option_table table = {command, summary, specs};
    size_t count = 0;

    do
        specs[count] = own[count];
    while (own[count++].name);
    memcpy(&specs[count - 1], settings_specs, sizeof settings_specs);
    specs[count - 1 + SETTINGS_SPECS] = (struct option_spec){0};

    options_parse_or_exit(&table, argc, argv, settings);
    settings_check_writer(given->writer, given->writer_opt);
}

static bool is_default(const struct option_spec *spec, const char *value)
{
    struct settings defaults;
    struct option_table table = {"", "", (struct option_spec[]){*spec, {0}}};
    char message[OPTIONS_MESSAGE_BYTES], text[32];
    const char *fallback = spec->fallback;

    if (spec->kind != OPTION_TEXT) {
        options_parse(&table, 0, NULL, &defaults, message);
        snprintf(text, sizeof text, "%" PRIu64, *(uint64_t *)((char *)&defaults + spec->offset));
        fallback = text;
    }
    return fallback && strcmp(value, fallback) == 0;
}

void settings_words(const struct settings *settings, char text[SETTINGS_TEXT_BYTES],
                    const char *words[SETTINGS_SPECS + 1])
{
    size_t used = 0, count = 0;

    for (size_t i = 0; i < SETTINGS_SPECS; i++) {
        const struct option_spec *spec = &settings_specs[i];
        const char *field = (const char *)settings + spec->offset, *value;
        bool flag = spec->kind == OPTION_FLAG;
        char number[32];

        if (spec->kind == OPTION_TEXT) {
            value = *(const char *const *)field;
        } else if (flag) {
            value = "";
        } else {
            snprintf(number, sizeof number, "%" PRIu64, *(const uint64_t *)field);
            value = number;
        }
        if (flag ? !*(const bool *)field : !value || is_default(spec, value))
            continue;
        words[count++] = text + used;
        used += (size_t)snprintf(text + used, SETTINGS_TEXT_BYTES - used, "--%s%s%s", spec->name,
                                 flag ? "" : "=", value) +
                1;
        if (used > SETTINGS_TEXT_BYTES)
            die("--%s: too long a text", spec->name);
    }
    words[count] = NULL;
}

static void warn(void *argument, const char *text)
{
    (void)argument;
    fprintf(stderr, "bench: warning: %s\n", text);
}

struct source *settings_open_source(const struct settings *settings)
{
    struct source_options options = source_options_defaults();
    char message[SOURCE_MESSAGE_BYTES];
    struct source *source;

    options.name = settings->source;
    options.profile = settings->profile;
    options.events = settings->events;
    options.signals = (uint32_t)settings->signals;
    options.seed = settings->seed;
    options.time_start = settings->time_start;
    options.cut_every = settings->cut_every;
    options.spill_every = settings->spill_every;
    options.spill_bytes = (uint32_t)settings->spill_bytes;
    options.rtl = (struct rtl_options){
        .widths = settings->rtl.widths,
        .width_rates = settings->rtl.width_rates,
        .order = settings->rtl.order,
        .states = settings->rtl.states,
        .unknowns = (uint32_t)settings->rtl.unknowns,
        .still = (uint32_t)settings->rtl.still,
        .rate = (uint32_t)settings->rtl.rate,
        .sigma = (uint32_t)settings->rtl.sigma,
        .jitter = (uint32_t)settings->rtl.jitter,
        .clocks = (uint32_t)settings->rtl.clocks,
    };
    options.warn = warn;
    if (trace_open(&options, &source, message))
        die("%s", message);
    return source;
}

bool settings_drop(const struct settings *settings)
{
    return strcmp(settings->on_full, "drop-oldest") == 0;
}

struct ho_offload_options settings_offload(const struct settings *settings, bool deferred)
{
    return (struct ho_offload_options){
        .chunks = (uint32_t)settings->chunks,
        .chunk_bytes = (uint32_t)settings->chunk_bytes,
        .budget_bytes = settings->budget,
        .lookahead = (uint32_t)settings->lookahead,
        .deferred_setup = deferred,
        .on_full = settings_drop(settings) ? HO_DROP_OLDEST : HO_WAIT,
        .flush_after_ms = (uint32_t)settings->flush_after_ms,
        .on_overflow = settings->on_overflow,
    };
}
