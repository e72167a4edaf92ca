#include "synth_gen/synth.h"

#include "synth_gen/random.h"
#include "synth_gen/rtl.h"
#include "synth_gen/rtl_parameters.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPILL_BYTES  (((uint32_t)2 << 20) + 1)
#define SPILL_SHIFTS 61 /* one spill differs from the next by where in the text it starts */
#define SIGNALS_MAX  ((uint32_t)1 << 28)
#define EVENTS_MAX   ((uint64_t)1 << 48) /* so that no time overflows */
#define START_MAX    ((uint64_t)1 << 63)

/* Uniform, one, quiet, all ------------------------------------------------------------- */

/* What moves on from change to change. */
struct position {
    struct random random;
    uint64_t time;
    uint32_t id; /* of the next change, when ascending */
};

struct pattern {
    int (*changes)(const struct synth *synth, struct position *position, uint64_t count,
                   struct ho_sink *sink);
    uint64_t apart; /* time between two changes, if that is always the same */
};

static int pattern_prepare(struct synth *synth)
{
    struct random random = random_start(synth->options.seed, SYNTH_SIGNALS);
    static const uint8_t width_max[8] = {1, 1, 1, 8, 8, 32, 32, 64};

    synth->shifts = malloc(synth->options.signals);
    if (!synth->shifts)
        return -ENOMEM;
    for (uint32_t id = 0; id < synth->options.signals; id++) {
        uint32_t width = random_between(&random, 1, width_max[random_below(&random, 8)]);

        synth->signals[id] = (struct ho_signal){width, HO_BITS};
        synth->shifts[id] = (uint8_t)(64 - width);
    }
    return 0;
}

/* count changes at random, 16 a step on average. One draw makes a change: its upper bits are
 * the id, the next ones come first in the value, and its lower half says whether time moves on. */
static int crowded_changes(const struct synth *synth, struct position *position, uint64_t count,
                           struct ho_sink *sink)
{
    const uint32_t signals = synth->options.signals;
    const uint8_t *shifts = synth->shifts;
    struct random random = position->random;
    uint64_t time = position->time;

    for (; count; count--) {
        uint64_t draw = random_quick(&random);
        uint32_t id = random_scale(draw, signals), shift = shifts[id];
        uint64_t value = (draw << 28 | draw >> 36) >> shift;
        int error;

        time += (uint32_t)draw < UINT32_MAX / 16;
        error = ho_sink_change(sink, time, id, &value, 8 - shift / 8);
        if (error)
            return error;
    }
    position->random = random;
    position->time = time;
    return 0;
}

/* count changes at random, each a step of its own. */
static int lone_changes(const struct synth *synth, struct position *position, uint64_t count,
                        struct ho_sink *sink)
{
    const struct pattern *pattern = synth->profile->parameters;
    int error = 0;

    for (; count && !error; count--) {
        uint64_t draw = random_quick(&position->random);
        uint32_t id = random_scale(draw, synth->options.signals), shift = synth->shifts[id];
        uint64_t value = (draw << 28 | draw >> 36) >> shift;

        position->time += pattern->apart;
        error = ho_sink_change(sink, position->time, id, &value, 8 - shift / 8);
    }
    return error;
}

/* count changes, all ids in turn, a step for each turn. */
static int ascending_changes(const struct synth *synth, struct position *position, uint64_t count,
                             struct ho_sink *sink)
{
    int error = 0;

    for (; count && !error; count--) {
        if (position->id == synth->options.signals) {
            position->id = 0;
            position->time++;
        }
        uint32_t id = position->id++, shift = synth->shifts[id];
        uint64_t value = random_next(&position->random) >> shift;

        error = ho_sink_change(sink, position->time, id, &value, 8 - shift / 8);
    }
    return error;
}

static const struct pattern uniform = {.changes = crowded_changes};
static const struct pattern one = {.changes = lone_changes, .apart = 1};
static const struct pattern quiet = {.changes = lone_changes, .apart = 1000};
static const struct pattern all = {.changes = ascending_changes};

static int pattern_drive(struct synth *synth, struct ho_sink *sink)
{
    const struct pattern *pattern = synth->profile->parameters;
    const struct source_options *options = &synth->options;
    struct position position = {
        .random = random_start(options->seed, SYNTH_CHANGES),
        .time = options->time_start,
    };
    uint64_t changes = 0;
    int error = 0;

    while (!error && changes < options->events) {
        uint64_t stretch = synth_stretch(synth, changes);

        error = pattern->changes(synth, &position, stretch, sink);
        changes += stretch;
        if (!error && synth_due(options->spill_every, changes))
            error = ho_sink_change(sink, position.time, options->signals,
                                   synth_spill(synth, changes), options->spill_bytes);
        if (!error && synth_due(options->cut_every, changes))
            error = ho_sink_cut(sink);
    }
    return error ? error : ho_sink_mark(sink, position.time, HO_MARK_END);
}

/* Any profile -------------------------------------------------------------------------- */

static const struct synth_profile profiles[] = {
    {"uniform", 0, pattern_prepare, pattern_drive, &uniform},
    {"rtl", 0, rtl_prepare, rtl_drive, &rtl_plain},
    {"event", 0, rtl_prepare, rtl_drive, &rtl_event},
    {"netlist", 0, rtl_prepare, rtl_drive, &rtl_netlist},
    {"one", 1, pattern_prepare, pattern_drive, &one},
    {"all", 0, pattern_prepare, pattern_drive, &all},
    {"quiet", 0, pattern_prepare, pattern_drive, &quiet},
};
#define PROFILES (sizeof profiles / sizeof profiles[0])

uint64_t synth_stretch(const struct synth *synth, uint64_t changes)
{
    const struct source_options *options = &synth->options;
    const uint64_t every[2] = {options->cut_every, options->spill_every};
    uint64_t stretch = options->events - changes;

    for (int i = 0; i < 2; i++)
        if (every[i] && every[i] - changes % every[i] < stretch)
            stretch = every[i] - changes % every[i];
    return stretch;
}

const char *synth_spill(const struct synth *synth, uint64_t changes)
{
    return synth->spill + changes / synth->options.spill_every % SPILL_SHIFTS;
}

static int prepare_spill(struct synth *synth)
{
    struct random random = random_start(synth->options.seed, SYNTH_SPILL);
    size_t bytes = (size_t)synth->options.spill_bytes + SPILL_SHIFTS;

    synth->spill = malloc(bytes);
    if (!synth->spill)
        return -ENOMEM;
    for (size_t i = 0; i < bytes; i++)
        synth->spill[i] = (char)('a' + random_below(&random, 26));
    synth->signals[synth->options.signals] = (struct ho_signal){0, HO_STRING};
    return 0;
}

static int prepare(struct synth *synth)
{
    const struct source_options *options = &synth->options;
    bool spills = options->spill_every != 0;
    int error = 0;

    synth->signals = calloc((size_t)options->signals + spills, sizeof *synth->signals);
    if (!synth->signals)
        return -ENOMEM;
    if (spills)
        error = prepare_spill(synth);
    if (!error)
        error = synth->profile->prepare(synth);
    if (!error)
        error = design_init(&synth->design, synth->signals, options->signals + spills,
                            random_start(options->seed, SYNTH_NAMES), &synth->source.dictionary);
    return error;
}

static int drive(struct source *source, struct ho_sink *sink)
{
    struct synth *synth = (struct synth *)source;

    return synth->profile->drive(synth, sink);
}

static void close(struct source *source)
{
    struct synth *synth = (struct synth *)source;

    tape_fini(&synth->tape);
    design_fini(&synth->design);
    free(synth->signals);
    free(synth->spill);
    free(synth->shifts);
    free(synth);
}

static const struct source_ops ops = {drive, close};

static const struct synth_profile *find_profile(const char *name)
{
    for (size_t i = 0; i < PROFILES; i++)
        if (strcmp(profiles[i].name, name) == 0)
            return &profiles[i];
    return NULL;
}

static void list_profiles(const char *name, char *message)
{
    int used = snprintf(message, SOURCE_MESSAGE_BYTES, "profile: %.64s is none of", name);

    for (size_t i = 0; i < PROFILES; i++)
        used += snprintf(message + used, SOURCE_MESSAGE_BYTES - (size_t)used, "%s%s",
                         i ? ", " : " ", profiles[i].name);
}

/* Whether options make sense; if not, message says why. */
static bool check(const struct source_options *options, char *message)
{
    if (options->signals < 1 || options->signals > SIGNALS_MAX)
        snprintf(message, SOURCE_MESSAGE_BYTES, "signals: %u is not within 1 to %u",
                 options->signals, SIGNALS_MAX);
    else if (options->events > EVENTS_MAX)
        snprintf(message, SOURCE_MESSAGE_BYTES, "events: %ju are more than %ju",
                 (uintmax_t)options->events, (uintmax_t)EVENTS_MAX);
    else if (options->time_start > START_MAX)
        snprintf(message, SOURCE_MESSAGE_BYTES, "time start: %ju is later than %ju",
                 (uintmax_t)options->time_start, (uintmax_t)START_MAX);
    else if (!find_profile(options->profile))
        list_profiles(options->profile, message);
    else
        return rtl_options_check(&options->rtl,
                                 find_profile(options->profile)->prepare == rtl_prepare, message);
    return false;
}

int synth_open(const struct source_options *options, struct source **source,
               char message[SOURCE_MESSAGE_BYTES])
{
    const struct synth_profile *profile;
    struct synth *synth;
    int error = -ENOMEM;

    if (!check(options, message))
        return -EINVAL;
    profile = find_profile(options->profile);
    synth = calloc(1, sizeof *synth);
    if (!synth)
        goto failed;
    synth->source.ops = &ops;
    synth->profile = profile;
    synth->options = *options;
    synth->source.events = options->events;
    if (options->spill_every)
        synth->source.events += options->events / options->spill_every;
    if (profile->signals)
        synth->options.signals = profile->signals;
    if (!options->spill_bytes)
        synth->options.spill_bytes = SPILL_BYTES;
    error = prepare(synth);
    if (error)
        goto prepared_in_part;
    *source = &synth->source;
    return 0;

prepared_in_part:
    close(&synth->source);
failed:
    snprintf(message, SOURCE_MESSAGE_BYTES, "%s: out of memory", options->profile);
    return error;
}
