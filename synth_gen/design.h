/*
 * design.h - scopes and names for invented signals, as a hardware design would have them.
 */
#ifndef SYNTH_GEN_DESIGN_H
#define SYNTH_GEN_DESIGN_H

#include "ring/dictionary.h"
#include "synth_gen/random.h"

#define DESIGN_LONG_NAME_BYTES 4096

/* Owns the dictionary's arrays but for the signals. Start with zeros. */
struct design {
    struct ho_scope *scopes;
    struct ho_variable *variables;
    char *names;
};

/*
 * Fills in dictionary for count signals, which stay the caller's: a scope for every 16 of
 * them, 4 to 12 deep; 1.8 variables a signal, the others in the scopes above; one name is
 * DESIGN_LONG_NAME_BYTES long. Returns 0 or -ENOMEM; design_fini either way.
 */
int design_init(struct design *design, const struct ho_signal *signals, uint32_t count,
                struct random random, struct ho_dictionary *dictionary);

void design_fini(struct design *design);

#endif
