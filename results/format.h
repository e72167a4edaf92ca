/*
 * format.h - numbers as people read them: three digits that matter, thousands apart.
 */
#ifndef RESULTS_FORMAT_H
#define RESULTS_FORMAT_H

#include <stdint.h>
#include <stdio.h>

#define FORMAT_BYTES 32

/* Returned by value, so that calls can stand among printf's arguments. */
struct format_text {
    char text[FORMAT_BYTES];
};

/* 0.012, 1.23, 12.3, 123, 12,345; "n/a" for NAN. */
struct format_text format_number(double value);

/* 2, 12.5, 12,345: a whole number unless it is the middle of two; "n/a" for NAN. */
struct format_text format_count(double count);

/* 0.98, 11.4; "n/a" for NAN. */
struct format_text format_ratio(double ratio);

/* 0 B, 512 B, 1.50 MiB; "n/a" for NAN. */
struct format_text format_bytes(double bytes);

/* Writes text to file in lines of at most width columns, broken at spaces, every line but
 * the first indented by indent columns. A '\n' in text ends a line. */
void format_wrapped(FILE *file, const char *text, int width, int indent);

#endif
