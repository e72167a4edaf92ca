/*
 * results_text.h - results files read, and what is printed of them as text, for tests.
 *
 * Each of these fails the test where it cannot do what it says.
 */
#ifndef TESTS_RESULTS_TEXT_H
#define TESTS_RESULTS_TEXT_H

#include "results/results.h"

#include <stddef.h>
#include <stdio.h>

struct result_set results_text_read(const char *path);

/* What is printed to file is text, once it ends. */
struct results_text {
    FILE *file;
    char *text;
    size_t bytes;
};

FILE *results_text_begin(struct results_text *printed);

/* Closes the file. To be freed. */
char *results_text_end(struct results_text *printed);

/* What print writes of set. To be freed. */
char *results_text_of(void (*print)(FILE *, const struct result_set *),
                      const struct result_set *set);

/* Makes one line of all, as lines are wrapped anywhere. Returns text. */
char *results_text_unwrap(char *text);

/* text says the words, whatever lines they stand in. */
void results_text_expect(const char *text, const char *words);

/* text is what the file at path holds, in lines of 100 characters at the most. */
void results_text_expect_table(const char *text, const char *path);

#endif
