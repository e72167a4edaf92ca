#include "harness/verify_case.h"

#include "synth_gen/random.h"

#include <stddef.h>

static const char *const profiles[] = {"uniform", "uniform", "rtl", "event",
                                       "netlist", "one",     "all", "quiet"};
static const uint64_t time_starts[] = {0, 0, (UINT64_C(1) << 32) - 10, (UINT64_C(1) << 53) - 10,
                                       (UINT64_C(1) << 63) - 10};

/* Between low and high, each order of magnitude as likely as the next. */
static uint64_t draw(struct random *random, uint64_t low, uint64_t high)
{
    unsigned bits = 0;

    while ((high - low) >> bits)
        bits++;
    uint64_t range = (UINT64_C(1) << random_below(random, bits + 1)) - 1;
    if (range > high - low)
        range = high - low;
    return low + random_next(random) % (range + 1);
}

/* The same, or 0 one time in so many. */
static uint64_t draw_or_0(struct random *random, uint32_t zero_in, uint64_t low, uint64_t high)
{
    return random_below(random, zero_in) == 0 ? 0 : draw(random, low, high);
}

/* Puts what was given on the command line into the case. */
static void overlay(const struct settings *given, struct settings *settings)
{
    for (size_t i = 0; i < SETTINGS_SPECS; i++) {
        const char *from = (const char *)given + settings_specs[i].offset;
        char *to = (char *)settings + settings_specs[i].offset;

        if (settings_specs[i].kind == OPTION_TEXT) {
            if (*(const char *const *)from)
                *(const char **)to = *(const char *const *)from;
        } else if (*(const uint64_t *)from != VERIFY_CASE_GIVEN_NOT) {
            *(uint64_t *)to = *(const uint64_t *)from;
        }
    }
}

/* Bursts that are larger than the pool, and pauses in which the dispatcher gets some of it: or it
 * would sleep through most cases. */
static void draw_losses(struct random *random, struct settings *settings)
{
    settings->events = draw(random, 1000, 8000);
    settings->chunks = draw(random, 2, 16);
    settings->chunk_bytes = 8 * draw(random, 8, 512);
    settings->pause_every = draw(random, 50, 1000);
    settings->pause_us = draw(random, 10, 100);
}

/* Stalls cost time: few, unless they are what is looked for. */
static void draw_stalls(struct random *random, struct settings *settings)
{
    bool drop = settings_drop(settings);

    settings->flush_after_ms = random_chance(random, 1, 4) ? draw(random, 1, 3) : 0;
    settings->stall_every = drop                          ? draw(random, 100, 2000)
                            : random_chance(random, 1, 4) ? draw(random, 100, 4000)
                                                          : 0;
    settings->stall_us = draw(random, 20, 200);
}

struct settings verify_case(const struct settings *given, uint64_t seed)
{
    struct random random = random_start(seed, 0);
    struct settings settings = {
        .source = "synth",
        .profile = profiles[random_below(&random, sizeof profiles / sizeof *profiles)],
        .events = draw(&random, 0, 4000),
        .signals = draw(&random, 1, 400),
        .time_start = time_starts[random_below(&random, sizeof time_starts / sizeof *time_starts)],
        .cut_every = draw_or_0(&random, 3, 1, 1000),
        .spill_every = draw_or_0(&random, 3, 10, 1000),
        .chunks = draw(&random, 2, 16),
        .chunk_bytes = 8 * draw(&random, 8, 8192),
        .lookahead = draw_or_0(&random, 3, 1, 64),
        .workers = draw(&random, 1, 4),
        .block_bytes = draw(&random, 16, 8192),
        .segment_bytes = draw(&random, 1000, 1 << 20),
        .final = random_chance(&random, 1, 4) ? "per-signal" : "grouped",
        .on_full = given->on_full ? given->on_full : "wait",
        .work_bytes = 128,
    };

    if (settings_drop(&settings))
        draw_losses(&random, &settings);
    settings.spill_bytes = draw(&random, 1, 4 * settings.chunk_bytes);
    /* The largest value must fit: of the profiles' own it is a string of 64 KiB. */
    settings.budget = settings.chunks * settings.chunk_bytes + (1 << 16) + settings.spill_bytes +
                      draw(&random, 0, 1 << 18);
    draw_stalls(&random, &settings);
    overlay(given, &settings);
    settings.seed = seed;
    return settings;
}
