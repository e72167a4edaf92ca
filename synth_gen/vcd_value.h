/*
 * vcd_value.h - from the text of a VCD value to the value.
 */
#ifndef SYNTH_GEN_VCD_VALUE_H
#define SYNTH_GEN_VCD_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The digits at text (0 1 x z u w l h -, of either case) as exactly width of them, in lower
 * case, at out. Short text is extended to the left: by 0 where it begins with 0 or 1, else
 * by what it begins with. Returns 0, -EINVAL for no or another digit, -EOVERFLOW for more
 * than width.
 */
int vcd_value_logic(const char *text, size_t len, uint32_t width, char *out);

/* The number at text: decimal point whatever the locale, inf and nan by name, too large is
 * infinite. False where it is none. */
bool vcd_value_real(const char *text, size_t len, double *value);

/* Whether the digits at text say "unknown" only: x and z. */
bool vcd_value_unknown(const char *text, size_t len);

/* The time at text, digits with at most a fraction that is zero (then *fraction is set).
 * Returns 0, -EINVAL, or -EOVERFLOW above 2^64 - 1. */
int vcd_value_time(const char *text, size_t len, uint64_t *time, bool *fraction);

#endif
