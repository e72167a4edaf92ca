/*
 * vcd_header.h - the declarations of a VCD file.
 */
#ifndef DIRECT_WRITER_VCD_HEADER_H
#define DIRECT_WRITER_VCD_HEADER_H

#include "direct_writer/vcd_text.h"
#include "ring/dictionary.h"

#include <stddef.h>

/* 93 to the power of it is more than there are ids. */
#define VCD_HEADER_CODE_BYTES 5

/* The identifier code of signal id, not terminated. Returns its length. */
size_t vcd_header_code(uint32_t id, char code[VCD_HEADER_CODE_BYTES]);

/*
 * Writes everything up to $enddefinitions. Variables keep their order, so a scope whose
 * variables lie apart is opened again. A signal that no variable shows at its full width
 * gets one more, outside of all scopes. date may be NULL. Returns 0, -ENOMEM, or -EINVAL for a
 * timescale that VCD has no unit for.
 */
int vcd_header_write(struct vcd_text *text, const char *date,
                     const struct ho_dictionary *dictionary);

#endif
