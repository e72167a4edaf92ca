/*
 * options.h - a command line, declared as a table.
 *
 * The options of a sub-command are fields of one struct. The table gives each one a name, a
 * kind, its place in the struct, a default and a line of help; parsing fills the struct, help
 * prints the table. Options are written --name VALUE or --name=VALUE; the last one counts.
 */
#ifndef HARNESS_OPTIONS_H
#define HARNESS_OPTIONS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define OPTIONS_MESSAGE_BYTES 512
#define OPTIONS_MAX           64 /* in one table */
#define OPTIONS_HELP          1

enum option_kind {
    OPTION_COUNT,    /* uint64_t; K, M, G are powers of ten: 9M */
    OPTION_SIZE,     /* uint64_t; K, M, G are powers of two: 64K */
    OPTION_NUMBER,   /* uint64_t; decimal or 0x hexadecimal: a seed */
    OPTION_TEXT,     /* const char *; points into argv */
    OPTION_FLAG,     /* bool; takes no value */
    OPTION_LIST,     /* struct option_list; A,B,C */
    OPTION_ARGUMENT, /* const char *; not an option but a word, needed; in the table's order */
};

#define OPTION_LIST_MAX 16

struct option_list {
    uint32_t count;
    char item[OPTION_LIST_MAX][32];
};

struct option_spec {
    const char *name; /* without the dashes; NULL ends a table */
    enum option_kind kind;
    size_t offset;        /* of the field in the sub-command's struct */
    const char *fallback; /* the default, as one would type it; NULL: the field is left alone */
    const char *help;     /* one line */
    const char *shape;    /* what help calls the value; NULL: choices, or a word for the kind */
    const char *const *choices; /* TEXT, LIST: what is allowed, ended by NULL; NULL: anything */
    uint64_t min, max;          /* COUNT, SIZE, NUMBER: what is allowed; max 0: no upper limit */
};

/*
 * A line of a table; behind the help come other fields, if any:
 *    OPTION("chunks", OPTION_COUNT, offsetof(struct settings, chunks), "16",
 *           "chunks in the pool", .min = 2)
 */
#define OPTION(name_, kind_, offset_, fallback_, ...)                           \
    {                                                                           \
        .name = name_, .kind = kind_, .offset = offset_, .fallback = fallback_, \
        .help = __VA_ARGS__                                                     \
    }

struct option_table {
    const char *command; /* "compare" */
    const char *summary; /* what it does, one line */
    const struct option_spec *specs;
};

/*
 * Fills settings from the defaults, then from the words argv[0] to argv[argc - 1] (behind the
 * sub-command's name). Returns 0, OPTIONS_HELP if --help or -h is among them (what comes behind
 * it is not looked at), or -EINVAL with one line for people in message.
 */
int options_parse(const struct option_table *table, int argc, char **argv, void *settings,
                  char message[OPTIONS_MESSAGE_BYTES]);

/* The same for a program: prints help and exits 0, or dies with the message. */
void options_parse_or_exit(const struct option_table *table, int argc, char **argv, void *settings);

/* How to call the sub-command, its options and their defaults. */
void options_help(const struct option_table *table, FILE *out);

#endif
