/*
 * rtl_value.h - what the signals of a hardware design change to.
 *
 * All values but those of strings and events have a state, words of 64 bits, least
 * significant first; zeros to begin with.
 */
#ifndef SYNTH_GEN_RTL_VALUE_H
#define SYNTH_GEN_RTL_VALUE_H

#include "synth_gen/random.h"

#define RTL_STRING_MIN 8
#define RTL_STRING_MAX 64

/* Another value of width bits: 45 in 100 count up, 35 are random, 15 go to 0 or leave it, 5
 * have a single bit. */
void rtl_value_bits(struct random *random, uint64_t *state, uint32_t width);

/* The next real of a walk on a grid of eighths, exact in binary. */
void rtl_value_real(struct random *random, uint64_t *state);

/* As width characters 0 and 1, most significant first. */
void rtl_value_print(const uint64_t *state, uint32_t width, char *text);

/* count letters. */
void rtl_value_letters(struct random *random, char *text, uint32_t count);

#endif
