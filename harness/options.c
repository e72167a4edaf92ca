#include "harness/options.h"

#include "harness/die.h"
#include "harness/nearest.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_shape[] = {
    [OPTION_COUNT] = "COUNT", [OPTION_SIZE] = "BYTES", [OPTION_NUMBER] = "NUMBER",
    [OPTION_TEXT] = "TEXT",   [OPTION_FLAG] = "",      [OPTION_LIST] = "A,B,...",
};

static const char *const kind_complaint[] = {
    [OPTION_COUNT] = "not a count (try 9M or 250K)",
    [OPTION_SIZE] = "not a size (try 1M or 64K)",
    [OPTION_NUMBER] = "not a number (try 42 or 0x2a)",
};

__attribute__((format(printf, 2, 3))) static int fail(char *message, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(message, OPTIONS_MESSAGE_BYTES, format, arguments);
    va_end(arguments);
    return -EINVAL;
}

static bool parse_number(const char *text, enum option_kind kind, uint64_t *number)
{
    bool hexadecimal = kind == OPTION_NUMBER && text[0] == '0' && tolower(text[1]) == 'x';
    uint64_t factor = kind == OPTION_SIZE ? 1024 : 1000;
    char *end;

    if (!isdigit((unsigned char)text[0]))
        return false;
    errno = 0;
    *number = strtoull(text, &end, hexadecimal ? 16 : 10);
    if (errno)
        return false;
    if (kind != OPTION_NUMBER && *end) {
        const char units[] = "KMG", *unit = strchr(units, toupper((unsigned char)*end));

        if (!unit)
            return false;
        for (ptrdiff_t power = unit - units; power >= 0; power--)
            if (__builtin_mul_overflow(*number, factor, number))
                return false;
        end++;
    }
    return *end == '\0';
}

static int store_number(const struct option_spec *spec, const char *text, uint64_t *field,
                        char *message)
{
    uint64_t number;

    if (!parse_number(text, spec->kind, &number))
        return fail(message, "--%s %s: %s", spec->name, text, kind_complaint[spec->kind]);
    if (spec->max && (number < spec->min || number > spec->max))
        return fail(message, "--%s %s: must be from %" PRIu64 " to %" PRIu64, spec->name, text,
                    spec->min, spec->max);
    if (number < spec->min)
        return fail(message, "--%s %s: must be %" PRIu64 " or more", spec->name, text, spec->min);
    *field = number;
    return 0;
}

/* The choices with bars between them. */
static const char *join_choices(const char *const *choices, char text[256])
{
    int used = 0;

    text[0] = '\0';
    for (size_t i = 0; choices[i] && used < 256; i++)
        used += snprintf(text + used, 256 - (size_t)used, "%s%s", i ? "|" : "", choices[i]);
    return text;
}

static int check_choice(const struct option_spec *spec, const char *text, char *message)
{
    char choices[256];
    const char *nearest;

    if (!spec->choices)
        return 0;
    for (size_t i = 0; spec->choices[i]; i++)
        if (strcmp(text, spec->choices[i]) == 0)
            return 0;
    join_choices(spec->choices, choices);
    nearest = nearest_word(text, spec->choices);
    if (nearest)
        return fail(message, "--%s %s: must be %s; did you mean %s?", spec->name, text, choices,
                    nearest);
    return fail(message, "--%s %s: must be %s", spec->name, text, choices);
}

static int store_list(const struct option_spec *spec, const char *text, struct option_list *list,
                      char *message)
{
    list->count = 0;
    for (;;) {
        size_t length = strcspn(text, ",");
        char *item = list->item[list->count];
        int error;

        if (length == 0)
            return fail(message, "--%s: an empty word in the list", spec->name);
        if (list->count == OPTION_LIST_MAX)
            return fail(message, "--%s: more than %d words", spec->name, OPTION_LIST_MAX);
        if (length >= sizeof list->item[0])
            return fail(message, "--%s %s: too long a word", spec->name, text);
        memcpy(item, text, length);
        item[length] = '\0';
        error = check_choice(spec, item, message);
        if (error)
            return error;
        list->count++;
        if (text[length] == '\0')
            return 0;
        text += length + 1;
    }
}

/* Puts the value that text says into the option's field. */
static int store(const struct option_spec *spec, const char *text, void *settings, char *message)
{
    void *field = (char *)settings + spec->offset;
    int error;

    switch (spec->kind) {
    case OPTION_COUNT:
    case OPTION_SIZE:
    case OPTION_NUMBER:
        return store_number(spec, text, field, message);
    case OPTION_LIST:
        return store_list(spec, text, field, message);
    case OPTION_TEXT:
    case OPTION_ARGUMENT:
        error = check_choice(spec, text, message);
        if (!error)
            *(const char **)field = text;
        return error;
    case OPTION_FLAG:
        *(bool *)field = true;
        return 0;
    }
    return -EINVAL;
}

/* The spec of the option that word ("--name" or "--name=value") names, or NULL. */
static const struct option_spec *find(const struct option_table *table, const char *word)
{
    size_t length = strcspn(word, "=");

    if (strncmp(word, "--", 2) != 0)
        return NULL;
    for (const struct option_spec *spec = table->specs; spec->name; spec++)
        if (spec->kind != OPTION_ARGUMENT && length == strlen(spec->name) + 2 &&
            strncmp(word + 2, spec->name, length - 2) == 0)
            return spec;
    return NULL;
}

static int fail_unknown(const struct option_table *table, const char *word, char *message)
{
    int length = (int)strcspn(word, "=");
    const char *names[OPTIONS_MAX + 2], *nearest;
    char name[64];
    size_t count = 0;

    for (const struct option_spec *spec = table->specs; spec->name; spec++)
        if (spec->kind != OPTION_ARGUMENT && count < OPTIONS_MAX)
            names[count++] = spec->name;
    names[count++] = "help";
    names[count] = NULL;

    snprintf(name, sizeof name, "%.*s", length, word);
    nearest = nearest_word(name + strspn(name, "-"), names);
    if (nearest)
        return fail(message, "%.*s: no such option; did you mean --%s?", length, word, nearest);
    return fail(message, "%.*s: no such option (see bench %s --help)", length, word,
                table->command);
}

/* The first argument's spec at spec or behind it; the one that ends the table if there is none. */
static const struct option_spec *next_argument(const struct option_spec *spec)
{
    while (spec->name && spec->kind != OPTION_ARGUMENT)
        spec++;
    return spec;
}

int options_parse(const struct option_table *table, int argc, char **argv, void *settings,
                  char message[OPTIONS_MESSAGE_BYTES])
{
    const struct option_spec *argument = next_argument(table->specs);
    int error = 0;

    for (const struct option_spec *spec = table->specs; spec->name && !error; spec++)
        if (spec->fallback)
            error = store(spec, spec->fallback, settings, message);
    assert(!error);

    for (int i = 0; i < argc && !error; i++) {
        const char *word = argv[i], *value = strchr(word, '=');
        const struct option_spec *spec = argument;

        if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
            return OPTIONS_HELP;
        if (word[0] != '-' || word[1] == '\0') {
            if (!spec->name)
                return fail(message, "%s: unexpected argument", word);
            argument = next_argument(spec + 1);
            error = store(spec, word, settings, message);
            continue;
        }
        spec = find(table, word);
        if (!spec)
            return fail_unknown(table, word, message);
        if (spec->kind == OPTION_FLAG && value)
            return fail(message, "--%s: takes no value", spec->name);
        if (spec->kind != OPTION_FLAG && !value && ++i == argc)
            return fail(message, "--%s: needs a value", spec->name);
        error = store(spec, value ? value + 1 : argv[i], settings, message);
    }
    if (!error && argument->name)
        return fail(message, "%s: missing (see bench %s --help)", argument->name, table->command);
    return error;
}

void options_parse_or_exit(const struct option_table *table, int argc, char **argv, void *settings)
{
    char message[OPTIONS_MESSAGE_BYTES];
    int status = options_parse(table, argc, argv, settings, message);

    if (status == OPTIONS_HELP) {
        options_help(table, stdout);
        exit(0);
    }
    if (status)
        die("%s", message);
}

void options_help(const struct option_table *table, FILE *out)
{
    const struct option_spec *spec;
    char choices[256], left[320];

    fprintf(out, "usage: bench %s [OPTIONS]", table->command);
    for (spec = next_argument(table->specs); spec->name; spec = next_argument(spec + 1))
        fprintf(out, " %s", spec->name);
    fprintf(out, "\n%s\n\n", table->summary);

    for (spec = table->specs; spec->name; spec++) {
        const char *shape = spec->shape;

        if (spec->kind == OPTION_ARGUMENT) {
            fprintf(out, "  %-30s %s\n", spec->name, spec->help);
            continue;
        }
        if (!shape)
            shape = spec->choices ? join_choices(spec->choices, choices) : kind_shape[spec->kind];
        snprintf(left, sizeof left, "--%s %s", spec->name, shape);
        fprintf(out, "  %-30s %s", left, spec->help);
        if (spec->fallback)
            fprintf(out, " [%s]", spec->fallback);
        fputc('\n', out);
    }
    fprintf(out, "  %-30s %s\n", "--help", "this text");
}
