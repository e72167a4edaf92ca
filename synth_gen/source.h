/*
 * source.h - where changes come from: a generator or a trace file.
 */
#ifndef SYNTH_GEN_SOURCE_H
#define SYNTH_GEN_SOURCE_H

#include "ring/sink.h"

#include <stdbool.h>
#include <stddef.h>

#define SOURCE_MESSAGE_BYTES 512

struct source;

struct source_ops {
    /* Makes the whole stream of calls (changes, marks, cuts; neither setup nor close) on
     * sink. The same calls every time. Returns 0 or the sink's first error. */
    int (*drive)(struct source *source, struct ho_sink *sink);
    void (*close)(struct source *source);
};

/* Embedded first in each implementation. */
struct source {
    const struct source_ops *ops;
    struct ho_dictionary dictionary; /* the source's, until it is closed */
    uint64_t events;                 /* changes in one drive */
    uint64_t times;                  /* a file's: distinct times, those without a change too */
    bool by_signal;                  /* a file's that does not keep the order inside a time: its
                                        changes are sorted by signal there, as stable as can be */
};

/* How the designs of the rtl profiles differ from what the profile says; NULL or 0 is what it
 * says. See rtl_parameters.h. */
struct rtl_options {
    const char *widths;      /* ids of each sort, in any unit: "4000,1800,..." */
    const char *width_rates; /* how lively those of each sort are, in percent */
    const char *order;       /* in a step: "ascending", or "blocks" in any order */
    const char *states;      /* of a bit: "two" or "four" */
    uint32_t unknowns;       /* four states: changes to x, in 10,000; and all are x at first */
    uint32_t still;          /* ids that never change after the first step, per thousand */
    uint32_t rate;           /* changes of a median id that does change, in a million cycles */
    uint32_t sigma;          /* of the logarithms of these rates, in thousandths */
    uint32_t jitter;         /* the same of what all rates of a cycle have in common */
    uint32_t clocks;         /* single bits that run, all or most of them at each step */
};

struct source_options {
    const char *name;     /* "synth", or a file: FILE.vcd, .vcd.gz, .vcd.zst, .fst */
    const char *profile;  /* synth: "uniform", "rtl", ... */
    uint64_t events;      /* synth */
    uint32_t signals;     /* synth */
    uint64_t seed;        /* synth */
    uint64_t time_start;  /* synth */
    uint64_t cut_every;   /* a cut after so many changes; 0: none. Files too */
    uint64_t spill_every; /* synth: a large string after so many changes; 0: none */
    uint32_t spill_bytes; /* synth: how large */
    struct rtl_options rtl;
    /* Called for each oddity that a file's reader tolerates; may be NULL. */
    void (*warn)(void *warn_argument, const char *text);
    void *warn_argument;
};

struct source_options source_options_defaults(void);

/* Opens the source that options->name names. On failure returns -errno (-EINVAL for a
 * malformed file or a wrong option) and puts one line for people into message:
 * "FILE:LINE: REASON" where a line is to blame. */
int source_open(const struct source_options *options, struct source **source,
                char message[SOURCE_MESSAGE_BYTES]);

static inline int source_drive(struct source *source, struct ho_sink *sink)
{
    return source->ops->drive(source, sink);
}

/* source may be NULL. */
static inline void source_close(struct source *source)
{
    if (source)
        source->ops->close(source);
}

#endif
