#include "harness/proof.h"
#include "harness/trace_open.h"
#include "tests/direct_file.h"
#include "tests/test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char text[] = "$timescale 1 ns $end\n$var wire 4 ! a $end\n$var real 64 # r $end\n"
                           "$enddefinitions $end\n#5\nb01xz !\nr0.1 #\n#9\nb1 !\n#12\n";

static char *folder_file; /* whose folder all files lie in */
static char input[4200], output[4200];
static struct source *source;
static struct settings settings;
static struct drive drive;

static int begin(void **state)
{
    struct source_options options = source_options_defaults();
    char message[SOURCE_MESSAGE_BYTES];

    (void)state;
    folder_file = direct_file_path();
    snprintf(input, sizeof input, "%s.in.vcd", folder_file);
    snprintf(output, sizeof output, "%s.vcd", folder_file);
    direct_file_store(input, text, sizeof text - 1);
    options.name = input;
    if (trace_open(&options, &source, message))
        fail_msg("%s", message);
    settings = (struct settings){.source = input,
                                 .writer = "vcd",
                                 .final = "grouped",
                                 .on_full = "wait",
                                 .workers = 1,
                                 .block_bytes = 4096,
                                 .segment_bytes = 1 << 20,
                                 .chunks = 2,
                                 .chunk_bytes = 1024,
                                 .budget = 1 << 20};
    drive = (struct drive){
        .settings = &settings, .path = "direct", .source = source, .output = output};
    return 0;
}

static int end(void **state)
{
    (void)state;
    source_close(source);
    unlink(input);
    unlink(output);
    direct_file_remove(folder_file);
    return 0;
}

static struct result drive_through(const char *path)
{
    struct result result = {0};
    char message[DRIVE_MESSAGE_BYTES];

    drive.path = path;
    if (drive_run(&drive, &result, message))
        fail_msg("%s", message);
    return result;
}

/* What is said of the file that is there now, as if it came out of the path direct. */
static struct result prove(uint64_t gaps)
{
    struct ho_offload_stats stats = {.gaps = gaps};
    struct result result = {0};
    struct path path = {0};
    char message[DRIVE_MESSAGE_BYTES];

    drive.path = "direct";
    if (proof_run(&drive, &path, &stats, &result, message))
        fail_msg("%s", message);
    return result;
}

/* Writes the output anew, with one piece of it replaced. */
static void replace(const char *from, const char *to)
{
    size_t bytes;
    unsigned char *file = direct_file_load(output, &bytes);
    char *all = calloc(1, bytes + strlen(to) + 1), *at;

    assert_non_null(all);
    memcpy(all, file, bytes);
    at = strstr(all, from);
    assert_non_null(at);
    memmove(at + strlen(to), at + strlen(from), strlen(at + strlen(from)) + 1);
    memcpy(at, to, strlen(to));
    direct_file_store(output, all, strlen(all));
    free(all);
    free(file);
}

static void what_every_path_writes_decodes_to_the_source(void **state)
{
    static const char *const writers[] = {"vcd", "column"};
    static const char *const paths[] = {"direct", "ring", "ring-deferred"};

    (void)state;
    for (size_t w = 0; w < 2; w++) {
        settings.writer = writers[w];
        for (size_t p = 0; p < 3; p++) {
            struct result result = drive_through(paths[p]);

            assert_int_equal(strlen(result.output_xxh3), 32);
            assert_int_equal(strlen(result.decoded_xxh3), 32);
            assert_string_equal(result.decoded_xxh3, result.source_xxh3);
            assert_true(drive_decoded_to_source(&result));
        }
    }
}

static void a_file_that_says_something_else_does_not(void **state)
{
    static const char *const changes[][2] = {
        {"#9", "#10"},          {"#12\n", ""},
        {"b1 !", "b0 !"},       {"b1 !\n", ""},
        {"1 ns", "10 ns"},      {"wire 4", "wire 5"},
        {"b1 !", "b1 !\nb1 !"}, {"#9\n", "#9\n$dumpoff\n$end\n"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct result was = drive_through("direct"), is;

        replace(changes[i][0], changes[i][1]);
        is = prove(0);
        assert_string_equal(is.source_xxh3, was.source_xxh3);
        assert_string_not_equal(is.decoded_xxh3, is.source_xxh3);
        assert_string_not_equal(is.output_xxh3, was.output_xxh3);
        assert_false(drive_decoded_to_source(&is));
    }
}

static void the_same_bytes_are_read_back_once(void **state)
{
    struct result was, again;

    (void)state;
    was = drive_through("direct");
    drive.proven = was.output_xxh3;
    again = drive_through("ring");
    assert_string_equal(again.output_xxh3, was.output_xxh3);
    assert_string_equal(again.decoded_xxh3, "");
    assert_string_equal(again.source_xxh3, "");
    replace("#9", "#10");
    again = prove(0);
    assert_string_not_equal(again.decoded_xxh3, "");
    assert_false(drive_decoded_to_source(&again));
}

static void names_are_no_part_of_a_plain_trace(void **state)
{
    struct result is;

    (void)state;
    drive_through("direct");
    replace(" a ", " another ");
    is = prove(0);
    assert_int_equal(strlen(is.decoded_xxh3), 32);
    assert_true(drive_decoded_to_source(&is));
}

static void nothing_is_claimed_of_a_trace_with_gaps(void **state)
{
    struct result is;

    (void)state;
    drive_through("direct");
    replace("b1 !\n", "");
    is = prove(1);
    assert_int_equal(strlen(is.output_xxh3), 32);
    assert_string_equal(is.decoded_xxh3, "");
    assert_string_equal(is.source_xxh3, "");
}

static void nothing_is_claimed_of_a_file_that_does_not_end_as_a_trace(void **state)
{
    struct result result;

    (void)state;
    drive.output = folder_file; /* .hcol */
    result = drive_through("direct");
    assert_int_equal(strlen(result.output_xxh3), 32);
    assert_string_equal(result.decoded_xxh3, "");
}

static void nothing_is_claimed_where_nothing_is_written(void **state)
{
    struct result result = drive_through("none");

    (void)state;
    assert_string_equal(result.output_xxh3, "");
    assert_string_equal(result.decoded_xxh3, "");
    settings.writer = "null";
    result = drive_through("ring");
    assert_string_equal(result.output_xxh3, "");
    assert_string_equal(result.decoded_xxh3, "");
}

static void a_file_that_cannot_be_read_back_is_told_with_its_name(void **state)
{
    struct ho_offload_stats stats = {0};
    struct result result = {0};
    struct path path = {0};
    char message[DRIVE_MESSAGE_BYTES];

    (void)state;
    drive_through("direct");
    replace("#9", "#3");
    assert_true(proof_run(&drive, &path, &stats, &result, message) < 0);
    assert_non_null(strstr(message, output));
    assert_non_null(strstr(message, "time goes back"));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(what_every_path_writes_decodes_to_the_source),
        CASE(a_file_that_says_something_else_does_not),
        CASE(the_same_bytes_are_read_back_once),
        CASE(names_are_no_part_of_a_plain_trace),
        CASE(nothing_is_claimed_of_a_trace_with_gaps),
        CASE(nothing_is_claimed_of_a_file_that_does_not_end_as_a_trace),
        CASE(nothing_is_claimed_where_nothing_is_written),
        CASE(a_file_that_cannot_be_read_back_is_told_with_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
