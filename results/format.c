#include "results/format.h"

#include <math.h>
#include <string.h>

/* A whole number with a comma every three digits. */
static struct format_text grouped(double value)
{
    struct format_text plain, out;
    size_t length = (size_t)snprintf(plain.text, sizeof plain.text, "%.0f", fabs(value));
    size_t at = 0;

    if (length > 18) { /* no figure is so large; it must only not overflow */
        snprintf(out.text, sizeof out.text, "%.3g", value);
        return out;
    }
    if (value < 0)
        out.text[at++] = '-';
    for (size_t i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            out.text[at++] = ',';
        out.text[at++] = plain.text[i];
    }
    out.text[at] = '\0';
    return out;
}

struct format_text format_number(double value)
{
    double size = fabs(value);
    struct format_text out;

    if (isnan(value))
        return (struct format_text){"n/a"};
    if (value == 0)
        return (struct format_text){"0"};
    if (size < 0.0005)
        return value < 0 ? (struct format_text){">-0.001"} : (struct format_text){"<0.001"};
    if (size >= 99.95)
        return grouped(value);
    int decimals = size < 0.9995 ? 3 : size < 9.995 ? 2 : 1;
    snprintf(out.text, sizeof out.text, "%.*f", decimals, value);
    return out;
}

struct format_text format_count(double count)
{
    return count == floor(count) ? grouped(count) : format_number(count);
}

struct format_text format_ratio(double ratio)
{
    struct format_text out;

    if (isnan(ratio) || ratio >= 9.995 || ratio < 0.0995)
        return format_number(ratio);
    snprintf(out.text, sizeof out.text, "%.2f", ratio);
    return out;
}

struct format_text format_bytes(double bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    struct format_text out;
    size_t unit = 0;

    if (isnan(bytes))
        return (struct format_text){"n/a"};
    while (bytes >= 999.5 && unit + 1 < sizeof units / sizeof *units) {
        bytes /= 1024;
        unit++;
    }
    out = format_number(bytes);
    size_t length = strlen(out.text);
    snprintf(out.text + length, sizeof out.text - length, " %s", units[unit]);
    return out;
}

void format_wrapped(FILE *file, const char *text, int width, int indent)
{
    int column = 0;

    while (*text) {
        size_t word = strcspn(text, " \n");
        if (column > 0 && column + 1 + (int)word > width) {
            fputc('\n', file);
            column = 0;
            fprintf(file, "%*s", indent, "");
            column = indent;
        } else if (column > 0 && word > 0) {
            fputc(' ', file);
            column++;
        }
        fwrite(text, 1, word, file);
        column += (int)word;
        text += word;
        if (*text == '\n') {
            fputc('\n', file);
            column = 0;
        }
        text += *text != '\0';
    }
}
