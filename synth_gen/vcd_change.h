/*
 * vcd_change.h - what happens at a time in a VCD file, onto the reader's tape.
 */
#ifndef SYNTH_GEN_VCD_CHANGE_H
#define SYNTH_GEN_VCD_CHANGE_H

#include "synth_gen/vcd_reader.h"

/* How a value is written: what stands before its digits. */
enum vcd_form { VCD_FORM_LOGIC, VCD_FORM_REAL, VCD_FORM_STRING };

/* One value change as it stands in the file. */
struct vcd_change {
    enum vcd_form form;
    const char *text; /* the value */
    size_t len;
    const char *code; /* the identifier */
    size_t code_len;
    uint64_t line;
    bool last; /* the file ends right behind it */
};

/* Append at the time in force. Return 0 or -errno with the message filled. */
int vcd_change_apply(struct vcd_reader *reader, const struct vcd_change *change);
int vcd_change_mark(struct vcd_reader *reader, enum ho_mark mark);

#endif
