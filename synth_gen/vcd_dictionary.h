/*
 * vcd_dictionary.h - a dictionary that grows declaration by declaration.
 */
#ifndef SYNTH_GEN_VCD_DICTIONARY_H
#define SYNTH_GEN_VCD_DICTIONARY_H

#include "ring/dictionary.h"

#include <stddef.h>

struct vcd_dictionary_text;

/* Start with zeros. */
struct vcd_dictionary {
    struct ho_signal *signals;
    struct ho_scope *scopes;
    struct ho_variable *variables;
    uint32_t signal_count, scope_count, variable_count;
    struct vcd_dictionary_text *texts; /* what all names and types point into */
};

/* Append; 0, -ENOMEM, or -EOVERFLOW past 2^32 - 1 of a kind. Texts are copied. */
int vcd_dictionary_signal(struct vcd_dictionary *dictionary, const struct ho_signal *signal);
int vcd_dictionary_scope(struct vcd_dictionary *dictionary, const struct ho_scope *scope);
int vcd_dictionary_variable(struct vcd_dictionary *dictionary, const struct ho_variable *variable);

/* What was declared so far; valid until the next declaration. */
struct ho_dictionary vcd_dictionary_view(const struct vcd_dictionary *dictionary,
                                         int32_t timescale);

void vcd_dictionary_fini(struct vcd_dictionary *dictionary);

#endif
