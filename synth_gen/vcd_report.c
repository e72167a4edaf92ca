#include "synth_gen/vcd_report.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* As many reports of one kind of oddity; the last one says that it is the last. */
#define WARNINGS_MAX 4

static void describe(char *text, size_t bytes, const struct vcd_report *report, uint64_t line,
                     const char *format, va_list arguments)
{
    int used = snprintf(text, bytes, "%s:%llu: ", report->options->name, (unsigned long long)line);

    if (used >= 0 && (size_t)used < bytes)
        vsnprintf(text + used, bytes - (size_t)used, format, arguments);
}

int vcd_report_fail(struct vcd_report *report, uint64_t line, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    describe(report->message, SOURCE_MESSAGE_BYTES, report, line, format, arguments);
    va_end(arguments);
    return -EINVAL;
}

int vcd_report_error(struct vcd_report *report, uint64_t line, int error)
{
    if (error == -EMSGSIZE)
        return vcd_report_fail(report, line, "a value of more than 1 GiB");
    vcd_report_fail(report, line, "%s", strerror(-error));
    return error;
}

void vcd_report_warn(struct vcd_report *report, enum vcd_oddity oddity, uint64_t line,
                     const char *format, ...)
{
    char text[SOURCE_MESSAGE_BYTES];
    va_list arguments;

    if (!report->options->warn || report->quiet || report->odd[oddity]++ >= WARNINGS_MAX)
        return;
    va_start(arguments, format);
    describe(text, sizeof text, report, line, format, arguments);
    va_end(arguments);
    if (report->odd[oddity] == WARNINGS_MAX) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, " (more of this kind are not shown)");
    }
    report->options->warn(report->options->warn_argument, text);
}

struct vcd_quote vcd_report_quote(const char *text, size_t len)
{
    struct vcd_quote quote;
    size_t shown = len < 40 ? len : 40;

    for (size_t i = 0; i < shown; i++)
        quote.text[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
    strcpy(quote.text + shown, shown < len ? "..." : "");
    return quote;
}
