/*
 * vcd_header.h - the declarations of a VCD file.
 */
#ifndef DIRECT_WRITER_VCD_HEADER_H
#define DIRECT_WRITER_VCD_HEADER_H

#include "ring/dictionary.h"

#include <stddef.h>
#include <stdio.h>

#define VCD_HEADER_CODE_BYTES 8

/* The identifier code of signal id, not terminated. Returns its length. */
size_t vcd_header_code(uint32_t id, char code[VCD_HEADER_CODE_BYTES]);

/*
 * Writes everything up to $enddefinitions. Variables keep their order, so a scope whose
 * variables lie apart is opened again. A signal that no variable shows at its full width
 * gets one more, outside of all scopes. Returns 0, -ENOMEM, or -EINVAL for a timescale that
 * VCD has no unit for; whether file took it all is for its caller to see.
 */
int vcd_header_write(FILE *file, const struct ho_dictionary *dictionary);

#endif
