/*
 * synth.h - the synthetic source: changes drawn from a seed, by a profile.
 *
 * A profile either draws its changes as it drives them (uniform and its kin), or prepares
 * them on a tape (the rtl family, rtl.h).
 */
#ifndef SYNTH_GEN_SYNTH_H
#define SYNTH_GEN_SYNTH_H

#include "synth_gen/design.h"
#include "synth_gen/source.h"
#include "synth_gen/tape.h"

/* The draws of one seed that must not disturb each other. */
enum synth_stream { SYNTH_SIGNALS, SYNTH_CHANGES, SYNTH_NAMES, SYNTH_SPILL };

struct synth;

struct synth_profile {
    const char *name;
    uint32_t signals; /* whatever the options say; 0: as they say */
    /* Fills in signals[0 to options.signals - 1], and what drive needs; options and spill are
     * there. Returns 0 or -ENOMEM. */
    int (*prepare)(struct synth *synth);
    int (*drive)(struct synth *synth, struct ho_sink *sink);
    const void *parameters; /* of the two functions above */
};

struct synth {
    struct source source;
    const struct synth_profile *profile;
    struct source_options options; /* checked; signals and spill_bytes as used */
    struct ho_signal *signals;     /* one more at the end if there are spills */
    struct design design;
    char *spill;      /* a little more than spill_bytes of text */
    uint8_t *shifts;  /* uniform: 64 - width, by id */
    struct tape tape; /* rtl */
};

int synth_open(const struct source_options *options, struct source **source,
               char message[SOURCE_MESSAGE_BYTES]);

/* Whether a cut, or a spill, is due when so many changes were made. The spill comes first. */
static inline bool synth_due(uint64_t every, uint64_t changes)
{
    return every && changes % every == 0;
}

/* Changes from now to the next cut, spill or end. */
uint64_t synth_stretch(const struct synth *synth, uint64_t changes);

/* The value, spill_bytes long, of the spill due after so many changes. */
const char *synth_spill(const struct synth *synth, uint64_t changes);

#endif
