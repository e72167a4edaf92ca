/* A sweep's results file read back, and its table. */
#include "tests/test.h"

#include "results/sweep.h"
#include "tests/results_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char file_name[] = "test_sweep.json";

/* A file with these runs; each is a name, and counters if there are any. */
#define RUN(name, counters) "{\"name\": \"" name "\"" counters

static int read_runs(const char *const *runs, struct sweep_set *set, char *message)
{
    FILE *file = fopen(file_name, "w");

    assert_non_null(file);
    fputs("{\"context\": {}, \"benchmarks\": [", file);
    for (; *runs; runs++)
        fprintf(file, "%s, \"run_type\": \"iteration\", \"repetition_index\": 0}%s", *runs,
                runs[1] ? ", " : "");
    fputs("]}", file);
    assert_int_equal(fclose(file), 0);
    int error = sweep_read(file_name, set, message);
    remove(file_name);
    return error;
}

static struct sweep_set read_well(const char *const *runs)
{
    struct sweep_set set;
    char message[RESULTS_MESSAGE_BYTES] = "";

    if (read_runs(runs, &set, message) != 0)
        fail_msg("%s", message);
    return set;
}

static void a_name_says_the_point_and_the_path(void **state)
{
    struct sweep_name is = {2, {"work-ns", "chunks"}, {60, 8}, "ring-deferred"}, again;
    char name[SWEEP_NAME_BYTES];

    (void)state;
    sweep_name(&is, name);
    assert_string_equal(name, "sweep/work-ns:60/chunks:8/ring-deferred");
    assert_true(sweep_parse_name(name, &again));
    assert_int_equal(again.parameters, 2);
    assert_string_equal(again.parameter[1], "chunks");
    assert_int_equal(again.value[0], 60);
    assert_int_equal(again.value[1], 8);
    assert_string_equal(again.path, "ring-deferred");
    assert_true(sweep_parse_name("sweep/events:300000000/none", &again));
    assert_int_equal(again.parameters, 1);
    assert_int_equal(again.value[0], 300000000);
    assert_string_equal(again.path, "none");
}

static void other_names_are_none_of_a_sweep(void **state)
{
    static const char *const names[] = {
        "",
        "compare/ring",
        "sweep/ring",
        "sweep/chunks:8/",
        "sweep/chunks:/ring",
        "sweep/chunks:8x/ring",
        "sweep/chunks:8",
        "sweep/:8/ring",
        "sweep/a-parameter-too-long:8/ring",
        "sweep/chunks:8/chunk-bytes:64/events:9/ring",
    };
    struct sweep_name is;

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (sweep_parse_name(names[i], &is))
            fail_msg("%s", names[i]);
    }
}

static void points_are_in_the_order_of_their_values(void **state)
{
    struct sweep_set set = read_well((const char *const[]){
        RUN("sweep/chunks:16/lookahead:8/ring", ""),
        RUN("sweep/chunks:2/lookahead:8/ring", ""),
        RUN("sweep/chunks:16/lookahead:0/ring", ""),
        RUN("sweep/chunks:16/lookahead:0/none", ""),
        NULL,
    });

    (void)state;
    assert_int_equal(set.parameters, 2);
    assert_string_equal(set.parameter[0], "chunks");
    assert_string_equal(set.parameter[1], "lookahead");
    assert_int_equal(set.point_count, 3);
    assert_int_equal(set.points[0].value[0], 2);
    assert_int_equal(set.points[1].value[1], 0);
    assert_int_equal(set.points[1].runs.run_count, 2);
    assert_int_equal(set.points[2].value[1], 8);
    assert_int_equal(set.path_count, 2);
    sweep_free(&set);
}

static void what_is_no_run_of_the_sweep_is_passed_over(void **state)
{
    struct sweep_set set = read_well((const char *const[]){
        RUN("sweep/chunks:2/ring", ", \"producer_waits\": 5"),
        RUN("sweep/chunks:2/ring", ", \"producer_waits\": 6"),
        RUN("sweep/chunks:4/ring", ", \"error_occurred\": true"),
        RUN("sweep/events:2/ring", ""),
        RUN("compare/ring", ""),
        NULL,
    });

    (void)state;
    assert_int_equal(set.point_count, 1);
    assert_int_equal(set.failed_runs, 1);
    assert_int_equal(set.points[0].runs.run_count, 1);
    assert_true(set.points[0].runs.runs[0].figure[RESULT_PRODUCER_WAITS] == 5);
    sweep_free(&set);
}

static void a_file_of_another_kind_is_said(void **state)
{
    char message[RESULTS_MESSAGE_BYTES];
    struct sweep_set set;

    (void)state;
    assert_int_equal(read_runs((const char *const[]){RUN("compare/ring", ""), NULL}, &set, message),
                     -ENODATA);
    assert_non_null(strstr(message, "test_sweep.json: no runs in it"));
    assert_int_equal(sweep_read("no/such.json", &set, message), -ENOENT);
}

static void values_are_written_as_one_types_them(void **state)
{
    (void)state;
    assert_string_equal(sweep_value("events", 300000000).text, "300M");
    assert_string_equal(sweep_value("signals", 78000).text, "78K");
    assert_string_equal(sweep_value("chunk-bytes", 65536).text, "64K");
    assert_string_equal(sweep_value("chunk-bytes", 64000).text, "64000");
    assert_string_equal(sweep_value("work-ns", 0).text, "0");
    assert_string_equal(sweep_value("events", 5000000000000).text, "5000G");
}

static void the_table_has_a_row_for_each_point(void **state)
{
    char message[RESULTS_MESSAGE_BYTES] = "";
    struct results_text printed;
    struct sweep_set set;

    (void)state;
    if (sweep_read(TEST_DATA "/sweep.json", &set, message) != 0)
        fail_msg("%s", message);
    sweep_print(results_text_begin(&printed), &set);
    char *text = results_text_end(&printed);
    results_text_expect_table(text, TEST_DATA "/sweep.table.txt");
    free(text);
    sweep_free(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_says_the_point_and_the_path),
        cmocka_unit_test(other_names_are_none_of_a_sweep),
        cmocka_unit_test(points_are_in_the_order_of_their_values),
        cmocka_unit_test(what_is_no_run_of_the_sweep_is_passed_over),
        cmocka_unit_test(a_file_of_another_kind_is_said),
        cmocka_unit_test(values_are_written_as_one_types_them),
        cmocka_unit_test(the_table_has_a_row_for_each_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
