/*
 * fst_report.h - what an FST file's reader says to people: one line, "FILE: ...".
 */
#ifndef SYNTH_GEN_FST_REPORT_H
#define SYNTH_GEN_FST_REPORT_H

#include "synth_gen/source.h"

struct fst_report {
    const struct source_options *options;
    char *message; /* [SOURCE_MESSAGE_BYTES] */
    uint64_t memory_max;
    unsigned warnings;
};

/* Fills the message and returns -EINVAL. */
int fst_report_fail(struct fst_report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same for a failure of the system, -errno, which it returns. */
int fst_report_error(struct fst_report *report, int error);

/* The same for what does not fit in memory_max: -ENOMEM. */
int fst_report_too_large(struct fst_report *report);

/* Tells options->warn, a few times a file. */
void fst_report_warn(struct fst_report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
