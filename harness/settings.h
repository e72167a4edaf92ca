/*
 * settings.h - what a run is made of, and the options that say so.
 */
#ifndef HARNESS_SETTINGS_H
#define HARNESS_SETTINGS_H

#include "harness/options.h"
#include "ring/offload.h"
#include "synth_gen/source.h"

struct settings {
    /* The source. */
    const char *source;
    const char *profile;
    uint64_t events;
    uint64_t signals;
    uint64_t seed;
    uint64_t time_start;
    uint64_t cut_every;
    uint64_t spill_every;
    uint64_t spill_bytes;
    struct {
        const char *widths; /* NULL or 0: the profile's, as of all of these */
        const char *width_rates;
        const char *order;
        const char *states;
        uint64_t unknowns;
        uint64_t still;
        uint64_t rate;
        uint64_t sigma;
        uint64_t jitter;
        uint64_t clocks;
    } rtl;

    const char *kept; /* no option; NULL, or the file that makes what source does */

    /* The ring. */
    uint64_t chunks;
    uint64_t chunk_bytes;
    uint64_t budget;
    uint64_t lookahead;
    const char *on_full; /* "wait" or "drop-oldest" */
    uint64_t flush_after_ms;
    void (*on_overflow)(void *argument, uint64_t events_lost); /* no option; NULL: quiet */

    /* The writer. */
    const char *writer;
    const char *writer_opt; /* "KEY=VALUE,...", or NULL */
    uint64_t workers;
    uint64_t block_bytes;
    uint64_t segment_bytes;
    const char *final; /* "grouped" or "per-signal" */
    const char *date;  /* NULL: the writer's default */
    uint64_t stall_every;
    uint64_t stall_us;

    /* The producer. */
    uint64_t pause_every;
    uint64_t pause_us;
    uint64_t work_bytes;
    uint64_t cpus; /* 0: all */

    /* Single calls. */
    bool latency; /* are timed */
    uint64_t latency_every;
};

/* The options of struct settings, without the NULL name that ends a table. A sub-command's own
 * struct has a struct settings first. */
#define SETTINGS_SPECS 40
extern const struct option_spec settings_specs[SETTINGS_SPECS];

/*
 * Parses the words of a sub-command whose options are settings_specs and its own (ended by a
 * NULL name). Prints help and exits 0, or one line and exits 2, where that is due.
 */
void settings_parse(const char *command, const char *summary, const struct option_spec *own,
                    int argc, char **argv, void *settings);

/* Loads the plugin, if name is one's file. Exits 2 with one line if there is no such writer (which
 * names those there are), or if words, "KEY=VALUE,..." or NULL, are not for it. */
void settings_check_writer(const char *name, const char *words);

/* The words that make a sub-command take these settings: those that are not the default. They
 * are written one behind the other into text, and pointed to by words, ended by NULL. */
#define SETTINGS_TEXT_BYTES 8192
void settings_words(const struct settings *settings, char text[SETTINGS_TEXT_BYTES],
                    const char *words[SETTINGS_SPECS + 1]);

/* Opens the source, or exits 2 with its message. Warnings go to standard error. */
struct source *settings_open_source(const struct settings *settings);

/* Whether the ring may drop events. */
bool settings_drop(const struct settings *settings);

struct ho_offload_options settings_offload(const struct settings *settings, bool deferred);

#endif
