/* Runs through Google Benchmark into a results file, and micro-benchmarks. */
#include "tests/test.h"

#include "harness/gbench.h"
#include "results/results.h"
#include "tests/comma_locale.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUNDS 2
#define PATHS  3

static const char file_name[] = "test_gbench.json";

/* What is measured of the i-th run. */
static double figure_of(size_t i, int figure)
{
    return figure == RESULT_PRODUCER_ALLOCATED ? (double)NAN : (double)(i + 1) / (figure + 3);
}

struct measuring {
    size_t runs;
    size_t fail_at;
    bool read_back; /* each round first looks whether the file has those before */
};

static int measure(void *arg, const struct gbench_run *run, struct gbench_state *state,
                   char message[GBENCH_MESSAGE_BYTES])
{
    struct measuring *measuring = arg;

    if (measuring->read_back && run->round > 0) {
        struct result_set set;
        char reason[RESULTS_MESSAGE_BYTES];
        if (results_read(file_name, &set, reason) != 0)
            fail_msg("%s", reason);
        assert_int_equal(set.run_count, run->round * PATHS);
        results_free(&set);
    }
    if (measuring->runs == measuring->fail_at) {
        snprintf(message, GBENCH_MESSAGE_BYTES, "out.hcol: \"%s\"", strerror(ENOSPC));
        return -ENOSPC;
    }
    gbench_set_seconds(state, 1.5, NAN);
    for (int f = 0; f < RESULT_FIGURES; f++)
        gbench_set_counter(state, result_figures[f].name, figure_of(measuring->runs, f));
    if (run->subject)
        gbench_set_label(state, run->subject);
    measuring->runs++;
    return 0;
}

/* One round of three paths with work_ns 0, 60, 60; all but none have a label. */
static void fill_round(struct gbench_run runs[PATHS], uint32_t round)
{
    static const char *const names[PATHS] = {"compare/ring", "compare/none/work_ns:60",
                                             "compare/direct/work_ns:60"};
    static char label[] = "9f86d081884c7d659a2feaa0c55ad015";

    for (size_t p = 0; p < PATHS; p++) {
        runs[p] = (struct gbench_run){.round = round, .subject = p == 1 ? NULL : label};
        strcpy(runs[p].name, names[p]);
    }
}

static const struct gbench_context context[] = {{"commit", "say \"hello\""}};

/* Makes ROUNDS rounds into file_name. The context holds for the whole program, so that one
 * test gives it. */
static void make_rounds(struct measuring *measuring, size_t context_count)
{
    struct gbench *gbench;
    char message[GBENCH_MESSAGE_BYTES];

    assert_int_equal(gbench_open(file_name, ROUNDS, context, context_count, &gbench), 0);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct gbench_run runs[PATHS];
        fill_round(runs, round);
        assert_int_equal(gbench_round(gbench, runs, PATHS, measure, measuring, message), 0);
    }
    gbench_close(gbench);
}

static void read_file(struct result_set *set)
{
    char message[RESULTS_MESSAGE_BYTES];

    if (results_read(file_name, set, message) != 0)
        fail_msg("%s", message);
}

static void expect_figures(const struct result_set *set)
{
    assert_int_equal(set->run_count, ROUNDS * PATHS);
    for (size_t i = 0; i < set->run_count; i++) {
        for (int f = 0; f < RESULT_FIGURES; f++) {
            double expected = figure_of(i, f);
            if (isnan(expected))
                assert_true(isnan(set->runs[i].figure[f]));
            else
                assert_true(set->runs[i].figure[f] == expected);
        }
    }
}

static void what_was_measured_is_what_is_read_back(void **state)
{
    struct measuring measuring = {.fail_at = SIZE_MAX};
    struct result_set set;

    (void)state;
    make_rounds(&measuring, 1);
    assert_int_equal(measuring.runs, ROUNDS * PATHS);
    read_file(&set);
    expect_figures(&set);
    assert_int_equal(set.rounds, ROUNDS);
    assert_int_equal(set.situation_count, 2);
    assert_non_null(results_run(&set, "ring", 0, 1));
    assert_non_null(results_run(&set, "direct", 60, 1));
    assert_null(results_run(&set, "direct", 0, 1));
    assert_string_equal(results_run(&set, "none", 60, 0)->output_xxh3, "");
    assert_string_equal(results_run(&set, "ring", 0, 0)->output_xxh3,
                        "9f86d081884c7d659a2feaa0c55ad015");
    assert_string_equal(results_context_find(&set.context, "commit"), "say \"hello\"");
    assert_true(results_cores(&set.context) > 0);
    results_free(&set);
}

static void the_file_is_whole_after_every_round(void **state)
{
    struct measuring measuring = {.fail_at = SIZE_MAX, .read_back = true};

    (void)state;
    make_rounds(&measuring, 0);
    assert_int_equal(access("test_gbench.json.new", F_OK), -1);
}

static void numbers_have_a_decimal_point_in_any_locale(void **state)
{
    struct measuring measuring = {.fail_at = SIZE_MAX};
    struct result_set set;

    (void)state;
    comma_locale_set();
    make_rounds(&measuring, 0);
    comma_locale_unset();
    read_file(&set);
    expect_figures(&set);
    results_free(&set);
}

static void a_failed_run_is_marked_and_ends_its_round(void **state)
{
    struct measuring measuring = {.fail_at = 1};
    struct gbench *gbench;
    struct gbench_run runs[PATHS];
    struct result_set set;
    char message[GBENCH_MESSAGE_BYTES];

    (void)state;
    assert_int_equal(gbench_open(file_name, ROUNDS, NULL, 0, &gbench), 0);
    fill_round(runs, 0);
    assert_int_equal(gbench_round(gbench, runs, PATHS, measure, &measuring, message), -ENOSPC);
    assert_string_equal(message, "out.hcol: \"No space left on device\"");
    assert_int_equal(measuring.runs, 1);
    gbench_close(gbench);
    read_file(&set);
    assert_int_equal(set.run_count, 1);
    assert_int_equal(set.failed_runs, 1);
    results_free(&set);
}

static void a_file_that_cannot_be_written_is_an_error(void **state)
{
    struct measuring measuring = {.fail_at = SIZE_MAX};
    struct gbench *gbench;
    struct gbench_run runs[PATHS];
    char message[GBENCH_MESSAGE_BYTES];

    (void)state;
    assert_int_equal(gbench_open("no/such/results.json", ROUNDS, NULL, 0, &gbench), 0);
    fill_round(runs, 0);
    assert_int_equal(gbench_round(gbench, runs, PATHS, measure, &measuring, message), -ENOENT);
    assert_string_equal(message, "no/such/results.json: No such file or directory");
    assert_int_equal(measuring.runs, PATHS);
    gbench_close(gbench);
}

static int64_t largest_argument;

static void count(struct gbench_state *state)
{
    if (gbench_argument(state) > largest_argument)
        largest_argument = gbench_argument(state);
    while (gbench_keep_running(state, 1000))
        continue;
    gbench_set_items(state, gbench_iterations(state));
}

static void give_up(struct gbench_state *state)
{
    gbench_fail(state, "no such thing");
}

/* The exit status of gbench_main with one flag, in a process of its own whose output is
 * thrown away; 99 if the largest argument seen was not as expected. */
static int micro(const char *flag, int64_t expected_argument)
{
    static const struct gbench_micro table[] = {{"count", count, 8, 64},
                                                {"give_up", give_up, 0, 0}};
    char name[] = "bench micro", min_time[] = "--benchmark_min_time=0.001", copy[64];
    char *argv[] = {name, min_time, copy, NULL};

    snprintf(copy, sizeof copy, "%s", flag);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        int exit_status = gbench_main(3, argv, table, 2);
        _exit(largest_argument == expected_argument ? exit_status : 99);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void micro_benchmarks_run_with_their_arguments(void **state)
{
    (void)state;
    assert_int_equal(micro("--benchmark_filter=count/8$", 8), 0);
    assert_int_equal(micro("--benchmark_filter=count", 64), 0);
}

static void a_filter_that_matches_nothing_fails(void **state)
{
    (void)state;
    assert_int_equal(micro("--benchmark_filter=nothing", 0), 2);
}

static void a_flag_that_is_none_fails(void **state)
{
    (void)state;
    assert_int_equal(micro("--no-such-flag", 0), 2);
}

static void a_micro_benchmark_that_fails_fails_the_program(void **state)
{
    (void)state;
    assert_int_equal(micro("--benchmark_filter=give_up", 0), 1);
}

static int remove_file(void **state)
{
    (void)state;
    remove(file_name);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(what_was_measured_is_what_is_read_back, remove_file),
        cmocka_unit_test_teardown(the_file_is_whole_after_every_round, remove_file),
        cmocka_unit_test_teardown(numbers_have_a_decimal_point_in_any_locale, remove_file),
        cmocka_unit_test_teardown(a_failed_run_is_marked_and_ends_its_round, remove_file),
        cmocka_unit_test(a_file_that_cannot_be_written_is_an_error),
        cmocka_unit_test(micro_benchmarks_run_with_their_arguments),
        cmocka_unit_test(a_filter_that_matches_nothing_fails),
        cmocka_unit_test(a_flag_that_is_none_fails),
        cmocka_unit_test(a_micro_benchmark_that_fails_fails_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
