/*
 * vcd_values.h - the line of a value change in VCD.
 *
 * Which signal changes is as good as random, so that what most lines need to know of their signal
 * is small and lies in one place: eight signals to a cache line.
 */
#ifndef DIRECT_WRITER_VCD_VALUES_H
#define DIRECT_WRITER_VCD_VALUES_H

#include "direct_writer/vcd_header.h"
#include "direct_writer/vcd_text.h"
#include "ring/dictionary.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/* How the values of a signal are written. */
enum vcd_form {
    VCD_FORM_BIT,    /* HO_BITS of width 1 */
    VCD_FORM_WORD,   /* HO_BITS of 2 to 64 */
    VCD_FORM_DIGIT,  /* HO_LOGIC of width 1 */
    VCD_FORM_DIGITS, /* HO_LOGIC of 2 to 255 */
    VCD_FORM_EVENT,
    VCD_FORM_OTHER, /* as its kind and width say */
};

struct vcd_signal {
    char code[VCD_HEADER_CODE_BYTES + 1]; /* its identifier code, and the line's end */
    uint8_t form;                         /* enum vcd_form, and code's length times 16 */
    uint8_t width;                        /* of all but VCD_FORM_OTHER; an event's is 0 */
};
static_assert(sizeof(struct vcd_signal) == 8, "eight signals are a cache line");

struct vcd_signal vcd_values_signal(const struct ho_signal *signal, uint32_t id);

/* Whether values of signal, whose declaration is declared, can have len bytes. */
static inline bool vcd_values_fit(const struct vcd_signal *signal, const struct ho_signal *declared,
                                  uint32_t len)
{
    unsigned form = signal->form & 15u, width = signal->width;

    if (form == VCD_FORM_OTHER)
        return declared->kind == HO_STRING || len == ho_signal_value_bytes(declared);
    return len == (form == VCD_FORM_WORD ? (width + 7) / 8 : width);
}

/* The line of a change, of a length that fits. */
void vcd_values_put(struct vcd_text *text, const struct vcd_signal *signal,
                    const struct ho_signal *declared, const void *value, uint32_t len);

/* The line that says that a value is unknown. Only bits have such a value in VCD; a real becomes
 * nan, as other writers have it, and a string empty, which viewers show as nothing. An event has
 * no value that could be unknown, and no line. */
void vcd_values_put_unknown(struct vcd_text *text, const struct vcd_signal *signal,
                            const struct ho_signal *declared);

#endif
