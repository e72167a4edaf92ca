#include "tests/results_text.h"

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

struct result_set results_text_read(const char *path)
{
    struct result_set set;
    char message[RESULTS_MESSAGE_BYTES] = "";

    if (results_read(path, &set, message) != 0)
        fail_msg("%s", message);
    return set;
}

FILE *results_text_begin(struct results_text *printed)
{
    *printed = (struct results_text){0};
    printed->file = open_memstream(&printed->text, &printed->bytes);
    assert_non_null(printed->file);
    return printed->file;
}

char *results_text_end(struct results_text *printed)
{
    assert_int_equal(fclose(printed->file), 0);
    return printed->text;
}

char *results_text_of(void (*print)(FILE *, const struct result_set *),
                      const struct result_set *set)
{
    struct results_text printed;

    print(results_text_begin(&printed), set);
    return results_text_end(&printed);
}

char *results_text_unwrap(char *text)
{
    for (char *at = text; (at = strchr(at, '\n'));)
        *at = ' ';
    return text;
}

void results_text_expect(const char *text, const char *words)
{
    char *unwrapped = strdup(text);

    assert_non_null(unwrapped);
    if (!strstr(results_text_unwrap(unwrapped), words))
        fail_msg("does not say: %s\n%s", words, text);
    free(unwrapped);
}

void results_text_expect_table(const char *text, const char *path)
{
    char *expected = calloc(1, 65536);
    FILE *file = fopen(path, "r");

    assert_non_null(expected);
    assert_non_null(file);
    assert_true(fread(expected, 1, 65535, file) > 0);
    fclose(file);
    assert_string_equal(text, expected);
    free(expected);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        assert_true(strcspn(line, "\n") <= 100);
}
