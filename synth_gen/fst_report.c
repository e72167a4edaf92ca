#include "synth_gen/fst_report.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define WARNINGS_MAX 4

static void describe(char text[SOURCE_MESSAGE_BYTES], const struct fst_report *report,
                     const char *format, va_list arguments)
{
    int used = snprintf(text, SOURCE_MESSAGE_BYTES, "%.256s: ", report->options->name);

    vsnprintf(text + used, SOURCE_MESSAGE_BYTES - (size_t)used, format, arguments);
}

int fst_report_fail(struct fst_report *report, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    describe(report->message, report, format, arguments);
    va_end(arguments);
    return -EINVAL;
}

int fst_report_error(struct fst_report *report, int error)
{
    if (error == -EMSGSIZE)
        return fst_report_fail(report, "a value of 2 GiB or more");
    fst_report_fail(report, "%s", strerror(-error));
    return error;
}

int fst_report_too_large(struct fst_report *report)
{
    fst_report_fail(report, "does not fit in %llu MiB of memory",
                    (unsigned long long)(report->memory_max >> 20));
    return -ENOMEM;
}

void fst_report_warn(struct fst_report *report, const char *format, ...)
{
    char text[SOURCE_MESSAGE_BYTES];
    va_list arguments;

    if (!report->options->warn || report->warnings++ >= WARNINGS_MAX)
        return;
    va_start(arguments, format);
    describe(text, report, format, arguments);
    va_end(arguments);
    report->options->warn(report->options->warn_argument, text);
}
