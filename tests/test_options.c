#include "harness/nearest.h"
#include "harness/options.h"
#include "tests/test.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct settings {
    uint64_t events, chunks, chunk_bytes, seed;
    const char *profile, *out, *first, *second;
    struct option_list paths;
    bool keep;
};

#define AT(field) offsetof(struct settings, field)

static const char *const profiles[] = {"uniform", "rtl", NULL};
static const char *const paths[] = {"direct", "ring", "ring-deferred", NULL};

static const struct option_spec specs[] = {
    OPTION("events", OPTION_COUNT, AT(events), "9M", "changes to make"),
    OPTION("chunks", OPTION_COUNT, AT(chunks), "16", "in the pool", .min = 2, .max = 1000),
    OPTION("chunk-bytes", OPTION_SIZE, AT(chunk_bytes), "1M", "size of a chunk", .min = 64),
    OPTION("seed", OPTION_NUMBER, AT(seed), "1", "of the generator"),
    OPTION("profile", OPTION_TEXT, AT(profile), "uniform", "the load", .choices = profiles),
    OPTION("out", OPTION_TEXT, AT(out), NULL, "where the results go", .shape = "DIR"),
    OPTION("paths", OPTION_LIST, AT(paths), "direct,ring", "to compare", .choices = paths),
    OPTION("keep", OPTION_FLAG, AT(keep), NULL, "keep the output"),
    {.name = NULL},
};
static const struct option_table table = {"compare", "compares the paths", specs};

static const struct option_spec diff_specs[] = {
    OPTION("keep", OPTION_FLAG, AT(keep), NULL, "keep the output"),
    OPTION("A.json", OPTION_ARGUMENT, AT(first), NULL, "a results file"),
    OPTION("B.json", OPTION_ARGUMENT, AT(second), NULL, "another"),
    {.name = NULL},
};
static const struct option_table diff_table = {"diff", "compares two files", diff_specs};

/* Parses the words, ended by NULL. */
static int parse(const struct option_table *of, struct settings *settings, char *message,
                 const char *const *words)
{
    static char copies[8][128];
    char *argv[8];
    int argc = 0;

    for (; words[argc]; argc++)
        argv[argc] = strcpy(copies[argc], words[argc]);
    memset(settings, 0, sizeof *settings);
    message[0] = '\0';
    return options_parse(of, argc, argv, settings, message);
}

static void parses(const char *const *words, struct settings *settings)
{
    char message[OPTIONS_MESSAGE_BYTES];

    assert_int_equal(parse(&table, settings, message, words), 0);
    assert_string_equal(message, "");
}

#define PARSES(settings, ...) parses((const char *const[]){__VA_ARGS__, NULL}, settings)

static void is_refused(const struct option_table *of, const char *reason, const char *const *words)
{
    char message[OPTIONS_MESSAGE_BYTES];
    struct settings settings;

    assert_int_equal(parse(of, &settings, message, words), -EINVAL);
    assert_string_equal(message, reason);
}

#define IS_REFUSED(reason, ...) is_refused(&table, reason, (const char *const[]){__VA_ARGS__, NULL})

static void without_words_every_option_has_its_default(void **state)
{
    struct settings settings;

    (void)state;
    parses((const char *const[]){NULL}, &settings);
    assert_int_equal(settings.events, 9000000);
    assert_int_equal(settings.chunks, 16);
    assert_int_equal(settings.chunk_bytes, 1 << 20);
    assert_int_equal(settings.seed, 1);
    assert_string_equal(settings.profile, "uniform");
    assert_null(settings.out);
    assert_int_equal(settings.paths.count, 2);
    assert_string_equal(settings.paths.item[0], "direct");
    assert_string_equal(settings.paths.item[1], "ring");
    assert_false(settings.keep);
}

static void a_value_follows_the_name_or_an_equals_sign(void **state)
{
    struct settings settings;

    (void)state;
    PARSES(&settings, "--events", "7", "--out=a=b", "--keep");
    assert_int_equal(settings.events, 7);
    assert_string_equal(settings.out, "a=b");
    assert_true(settings.keep);
    PARSES(&settings, "--out=", "--events=1", "--events=2");
    assert_string_equal(settings.out, "");
    assert_int_equal(settings.events, 2);
}

static void counts_take_powers_of_ten_and_sizes_powers_of_two(void **state)
{
    struct settings settings;

    (void)state;
    PARSES(&settings, "--events", "250K", "--chunk-bytes", "64K");
    assert_int_equal(settings.events, 250000);
    assert_int_equal(settings.chunk_bytes, 65536);
    PARSES(&settings, "--events", "3g", "--chunk-bytes", "2G");
    assert_int_equal(settings.events, 3000000000);
    assert_int_equal(settings.chunk_bytes, (uint64_t)2 << 30);
    PARSES(&settings, "--events", "18446744073709551615");
    assert_true(settings.events == UINT64_MAX);
}

static void a_seed_may_be_hexadecimal_and_is_never_octal(void **state)
{
    struct settings settings;

    (void)state;
    PARSES(&settings, "--seed", "0xDEADbeefDEADbeef");
    assert_true(settings.seed == 0xdeadbeefdeadbeef);
    PARSES(&settings, "--seed", "010");
    assert_int_equal(settings.seed, 10);
}

static void what_is_no_number_is_refused(void **state)
{
    static const char *const wrong[] = {
        "9Q",          "", "-1", " 1", "1 ", "M", "1MM", "1.5M", "0x10", "18446744073709551616",
        "99999999999G"};
    char word[64], reason[128];

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        snprintf(word, sizeof word, "--events=%s", wrong[i]);
        snprintf(reason, sizeof reason, "--events %s: not a count (try 9M or 250K)", wrong[i]);
        IS_REFUSED(reason, word);
    }
    IS_REFUSED("--chunk-bytes 1T: not a size (try 1M or 64K)", "--chunk-bytes", "1T");
    IS_REFUSED("--seed 1K: not a number (try 42 or 0x2a)", "--seed", "1K");
    IS_REFUSED("--seed 0x: not a number (try 42 or 0x2a)", "--seed", "0x");
}

static void a_number_out_of_range_is_refused_with_the_range(void **state)
{
    struct settings settings;

    (void)state;
    PARSES(&settings, "--chunks", "2", "--chunk-bytes", "64");
    PARSES(&settings, "--chunks", "1000");
    IS_REFUSED("--chunks 1: must be from 2 to 1000", "--chunks", "1");
    IS_REFUSED("--chunks 1001: must be from 2 to 1000", "--chunks", "1001");
    IS_REFUSED("--chunk-bytes 63: must be 64 or more", "--chunk-bytes", "63");
}

static void a_mistyped_option_is_refused_with_the_nearest_one(void **state)
{
    (void)state;
    IS_REFUSED("--evnts: no such option; did you mean --events?", "--evnts", "9M");
    IS_REFUSED("--chunk-byte: no such option; did you mean --chunk-bytes?", "--chunk-byte=9");
    IS_REFUSED("--chunk: no such option; did you mean --chunks?", "--chunk");
    IS_REFUSED("-keep: no such option; did you mean --keep?", "-keep");
    IS_REFUSED("-xkeep: no such option; did you mean --keep?", "-xkeep");
    IS_REFUSED("--hepl: no such option; did you mean --help?", "--hepl");
    IS_REFUSED("--frobnicate: no such option (see bench compare --help)", "--frobnicate");
    IS_REFUSED("--: no such option (see bench compare --help)", "--");
}

static void a_word_that_is_no_choice_is_refused_with_the_choices(void **state)
{
    struct settings settings;

    (void)state;
    PARSES(&settings, "--profile", "rtl");
    assert_string_equal(settings.profile, "rtl");
    IS_REFUSED("--profile unifrom: must be uniform|rtl; did you mean uniform?", "--profile",
               "unifrom");
    IS_REFUSED("--profile heavy: must be uniform|rtl", "--profile", "heavy");
}

static void a_list_is_cut_at_its_commas(void **state)
{
    struct settings settings;

    (void)state;
    PARSES(&settings, "--paths", "ring-deferred");
    assert_int_equal(settings.paths.count, 1);
    assert_string_equal(settings.paths.item[0], "ring-deferred");
    PARSES(&settings, "--paths=ring,direct,ring");
    assert_int_equal(settings.paths.count, 3);
    assert_string_equal(settings.paths.item[0], "ring");
    assert_string_equal(settings.paths.item[2], "ring");

    IS_REFUSED("--paths rng: must be direct|ring|ring-deferred; did you mean ring?", "--paths",
               "direct,rng");
    IS_REFUSED("--paths: an empty word in the list", "--paths", "ring,");
    IS_REFUSED("--paths: an empty word in the list", "--paths", "");
    IS_REFUSED("--paths a-word-that-is-too-long-for-a-list: too long a word", "--paths",
               "a-word-that-is-too-long-for-a-list");
    IS_REFUSED(
        "--paths: more than 16 words", "--paths",
        "ring,ring,ring,ring,ring,ring,ring,ring,ring,ring,ring,ring,ring,ring,ring,ring,ring");
}

static void a_missing_or_needless_value_is_refused(void **state)
{
    (void)state;
    IS_REFUSED("--events: needs a value", "--keep", "--events");
    IS_REFUSED("--keep: takes no value", "--keep=yes");
}

static void arguments_are_taken_in_order_and_counted(void **state)
{
    static const char *const two[] = {"x", "--keep", "-", NULL}, *const one[] = {"x", NULL},
                             *const three[] = {"x", "y", "z", NULL};
    char message[OPTIONS_MESSAGE_BYTES];
    struct settings settings;

    (void)state;
    assert_int_equal(parse(&diff_table, &settings, message, two), 0);
    assert_string_equal(settings.first, "x");
    assert_string_equal(settings.second, "-");
    assert_true(settings.keep);
    is_refused(&diff_table, "B.json: missing (see bench diff --help)", one);
    is_refused(&diff_table, "z: unexpected argument", three);
    IS_REFUSED("9M: unexpected argument", "9M");
    /* An argument's name is not an option's. */
    is_refused(&diff_table, "--A.json: no such option (see bench diff --help)",
               (const char *const[]){"--A.json", "x", NULL});
}

static void help_is_told_apart_and_names_every_option(void **state)
{
    char message[OPTIONS_MESSAGE_BYTES], *text;
    struct settings settings;
    size_t size;
    FILE *out;

    (void)state;
    assert_int_equal(
        parse(&table, &settings, message, (const char *const[]){"--keep", "--help", NULL}),
        OPTIONS_HELP);
    assert_int_equal(
        parse(&diff_table, &settings, message, (const char *const[]){"-h", "--evnts", NULL}),
        OPTIONS_HELP);

    out = open_memstream(&text, &size);
    options_help(&table, out);
    options_help(&diff_table, out);
    fclose(out);
    assert_non_null(strstr(text, "usage: bench compare [OPTIONS]\ncompares the paths\n"));
    for (const struct option_spec *spec = specs; spec->name; spec++) {
        assert_non_null(strstr(text, spec->name));
        assert_non_null(strstr(text, spec->help));
    }
    assert_non_null(strstr(text, "  --events COUNT                 changes to make [9M]\n"));
    assert_non_null(strstr(text, "--profile uniform|rtl "));
    assert_non_null(strstr(text, "--out DIR "));
    assert_non_null(strstr(text, "usage: bench diff [OPTIONS] A.json B.json\n"));
    free(text);
}

static void the_nearest_word_is_the_one_with_the_fewest_edits(void **state)
{
    static const char *const words[] = {"run", "runs", "compare", "verify", "dump", NULL};

    (void)state;
    assert_string_equal(nearest_word("rn", words), "run");
    assert_string_equal(nearest_word("rusn", words), "run");
    assert_string_equal(nearest_word("comparee", words), "compare");
    assert_string_equal(nearest_word("verfiy", words), "verify");
    assert_null(nearest_word("plot", words));
    assert_null(nearest_word("", words));
    assert_null(nearest_word("x", words));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_words_every_option_has_its_default),
        cmocka_unit_test(a_value_follows_the_name_or_an_equals_sign),
        cmocka_unit_test(counts_take_powers_of_ten_and_sizes_powers_of_two),
        cmocka_unit_test(a_seed_may_be_hexadecimal_and_is_never_octal),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(a_number_out_of_range_is_refused_with_the_range),
        cmocka_unit_test(a_mistyped_option_is_refused_with_the_nearest_one),
        cmocka_unit_test(a_word_that_is_no_choice_is_refused_with_the_choices),
        cmocka_unit_test(a_list_is_cut_at_its_commas),
        cmocka_unit_test(a_missing_or_needless_value_is_refused),
        cmocka_unit_test(arguments_are_taken_in_order_and_counted),
        cmocka_unit_test(help_is_told_apart_and_names_every_option),
        cmocka_unit_test(the_nearest_word_is_the_one_with_the_fewest_edits),
    };

    return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
