/*
 * vcd_report.h - what a VCD file's reader says to people: one line, "FILE:LINE: ...".
 */
#ifndef SYNTH_GEN_VCD_REPORT_H
#define SYNTH_GEN_VCD_REPORT_H

#include "synth_gen/source.h"

/* Kinds of oddities that are tolerated; each is reported a few times only. */
enum vcd_oddity {
    VCD_ODD_KEYWORD,
    VCD_ODD_DECLARATION,
    VCD_ODD_STRUCTURE,
    VCD_ODD_TIME,
    VCD_ODD_VALUE,
    VCD_ODDITIES
};

struct vcd_report {
    const struct source_options *options;
    char *message;              /* [SOURCE_MESSAGE_BYTES] */
    bool quiet;                 /* warn does nothing */
    unsigned odd[VCD_ODDITIES]; /* how often each was seen */
};

/* Fills the message and returns -EINVAL. */
int vcd_report_fail(struct vcd_report *report, uint64_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for a failure of the system, -errno, which it returns. */
int vcd_report_error(struct vcd_report *report, uint64_t line, int error);

/* Tells options->warn. */
void vcd_report_warn(struct vcd_report *report, enum vcd_oddity oddity, uint64_t line,
                     const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Text of the file, made short and printable for a message. */
struct vcd_quote {
    char text[48];
};

struct vcd_quote vcd_report_quote(const char *text, size_t len);

#endif
