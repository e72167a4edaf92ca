/* Results files read back, the table, the verdict and the comparison of two files. */
#include "tests/test.h"

#include "results/format.h"
#include "results/results.h"
#include "tests/results_text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char file_name[] = "test_results.json";

static int read_text(const char *text, struct result_set *set, char *message)
{
    FILE *file = fopen(file_name, "w");

    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    int error = results_read(file_name, set, message);
    remove(file_name);
    return error;
}

/* Three rounds of five paths in two situations. */
static struct result_set usual(void)
{
    return results_text_read(TEST_DATA "/results.json");
}

/* Multiplies a figure of all runs of a path in a situation. */
static void scale(struct result_set *set, const char *path, uint32_t work_ns,
                  enum result_figure figure, double factor)
{
    for (size_t i = 0; i < set->run_count; i++) {
        struct result *run = &set->runs[i];
        if (run->work_ns == work_ns && strcmp(run->path, path) == 0)
            run->figure[figure] *= factor;
    }
}

/* Leaves the first rounds only. */
static void keep_rounds(struct result_set *set, uint32_t rounds)
{
    size_t kept = 0;

    for (size_t i = 0; i < set->run_count; i++) {
        if (set->runs[i].round < rounds)
            set->runs[kept++] = set->runs[i];
    }
    set->run_count = kept;
    set->rounds = rounds;
}

static void a_file_gives_runs_paths_situations_and_context(void **state)
{
    struct result_set set = usual();

    (void)state;
    assert_int_equal(set.run_count, 30);
    assert_int_equal(set.rounds, 3);
    assert_int_equal(set.failed_runs, 0);
    assert_int_equal(set.path_count, 5);
    assert_string_equal(set.paths[0], "none");
    assert_string_equal(set.paths[2], "direct-again");
    assert_string_equal(set.paths[4], "ring-deferred");
    assert_int_equal(set.situation_count, 2);
    assert_int_equal(set.situations[0], 0);
    assert_int_equal(set.situations[1], 60);
    assert_string_equal(results_context_find(&set.context, "commit"), "0123abc");
    assert_null(results_context_find(&set.context, "no such key"));
    assert_int_equal(results_cores(&set.context), 2);

    const struct result *run = results_run(&set, "ring", 60, 2);
    assert_non_null(run);
    assert_true(run->figure[RESULT_EVENTS] == 9e6);
    assert_string_equal(run->output_xxh3, "9f86d081884c7d659a2feaa0c55ad015");
    assert_null(results_run(&set, "ring", 60, 3));
    assert_true(results_has(&set, "ring", 60));
    assert_false(results_has(&set, "ring", 61));
    results_free(&set);
}

static void what_is_not_ours_is_ignored_and_what_is_missing_is_no_number(void **state)
{
    struct result_set set;
    char message[RESULTS_MESSAGE_BYTES];

    (void)state;
    assert_int_equal(read_text("{\"context\": {\"caches\": [], \"num_cpus\": 4}, \"benchmarks\": ["
                               "{\"name\": \"append/8\", \"run_type\": \"iteration\"},"
                               "{\"name\": \"compare/ring_mean\", \"run_type\": \"aggregate\"},"
                               "{\"name\": \"compare/mine\", \"run_type\": \"iteration\","
                               " \"repetition_index\": 1, \"events\": 5, \"new_figure\": 1},"
                               "{\"name\": \"compare/ring\", \"run_type\": \"iteration\","
                               " \"repetition_index\": 0, \"error_occurred\": true}]}",
                               &set, message),
                     0);
    assert_int_equal(set.run_count, 1);
    assert_int_equal(set.failed_runs, 1);
    assert_int_equal(set.rounds, 2);
    assert_string_equal(set.paths[0], "mine");
    assert_true(set.runs[0].figure[RESULT_EVENTS] == 5);
    assert_true(isnan(set.runs[0].figure[RESULT_PRODUCER_CPU]));
    assert_string_equal(set.runs[0].output_xxh3, "");
    assert_int_equal(results_cores(&set.context), 4);
    results_free(&set);
}

static void a_file_that_is_none_is_named_with_the_reason(void **state)
{
    struct result_set set;
    char message[RESULTS_MESSAGE_BYTES];

    (void)state;
    assert_int_equal(results_read("no/such.json", &set, message), -ENOENT);
    assert_string_equal(message, "no/such.json: No such file or directory");
    assert_int_equal(results_read(".", &set, message), -EISDIR);
    assert_string_equal(message, ".: Is a directory");
    assert_int_equal(read_text("{\"context\": {},\n\"bench", &set, message), -EBADMSG);
    results_text_expect(message, "test_results.json:2: not JSON: ");
    assert_int_equal(read_text("[1, 2]", &set, message), -EINVAL);
    results_text_expect(message, "test_results.json: not a results file");
    assert_int_equal(read_text("{\"context\": {}, \"benchmarks\": 1}", &set, message), -EINVAL);
    results_text_expect(message, "test_results.json: not a results file");
    assert_int_equal(read_text("{\"context\": {}, \"benchmarks\": []}", &set, message), -ENODATA);
    results_text_expect(message, "test_results.json: no runs in it");
}

static void a_name_says_path_and_work(void **state)
{
    static const char *const wrong[] = {"",
                                        "compare/",
                                        "ring",
                                        "compare//work_ns:60",
                                        "compare/ring/work_ns:",
                                        "compare/ring/work_ns:6x",
                                        "compare/ring/work_ns:99999999999",
                                        "compare/ring/iterations:1",
                                        "compare/a-path-that-is-longer-than-any-path-could-be"};
    struct result run;
    char name[RESULT_NAME_BYTES];

    (void)state;
    assert_true(result_parse_name("compare/ring-deferred/work_ns:60", &run));
    assert_string_equal(run.path, "ring-deferred");
    assert_int_equal(run.work_ns, 60);
    result_name(&run, name);
    assert_string_equal(name, "compare/ring-deferred/work_ns:60");
    assert_true(result_parse_name("compare/none", &run));
    assert_int_equal(run.work_ns, 0);
    result_name(&run, name);
    assert_string_equal(name, "compare/none");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(result_parse_name(wrong[i], &run));
}

static void every_figure_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (int f = 0; f < RESULT_FIGURES; f++) {
        assert_non_null(result_figures[f].name);
        assert_non_null(result_figures[f].unit);
        for (int g = 0; g < f; g++)
            assert_string_not_equal(result_figures[f].name, result_figures[g].name);
    }
}

static void numbers_keep_three_digits_and_count_whole(void **state)
{
    (void)state;
    assert_string_equal(format_number(0).text, "0");
    assert_string_equal(format_number(0.0001).text, "<0.001");
    assert_string_equal(format_number(0.9996).text, "1.00");
    assert_string_equal(format_number(9.996).text, "10.0");
    assert_string_equal(format_number(-4.256).text, "-4.26");
    assert_string_equal(format_number(99.96).text, "100");
    assert_string_equal(format_number(1234567.4).text, "1,234,567");
    assert_string_equal(format_number(-123456).text, "-123,456");
    assert_string_equal(format_number(1e30).text, "1e+30");
    assert_string_equal(format_number(NAN).text, "n/a");
    assert_string_equal(format_count(2).text, "2");
    assert_string_equal(format_count(12.5).text, "12.5");
    assert_string_equal(format_count(NAN).text, "n/a");
    assert_string_equal(format_ratio(0.977).text, "0.98");
    assert_string_equal(format_ratio(0.0321).text, "0.032");
    assert_string_equal(format_ratio(11.44).text, "11.4");
    assert_string_equal(format_bytes(0).text, "0 B");
    assert_string_equal(format_bytes(1000).text, "0.977 KiB");
    assert_string_equal(format_bytes(16 * 1048576.0).text, "16.0 MiB");
}

static void the_table_reads_as_it_should(void **state)
{
    struct result_set set = usual();
    char *text = results_text_of(results_print, &set);

    (void)state;
    results_text_expect_table(text, TEST_DATA "/results.table.txt");
    free(text);
    results_free(&set);
}

static void a_table_of_one_round_has_no_ranges(void **state)
{
    struct result_set set = usual();

    (void)state;
    keep_rounds(&set, 1);
    char *text = results_text_of(results_print, &set);
    assert_null(strstr(text, "least..most"));
    results_text_expect(text, "1 round)");
    free(text);
    results_free(&set);
}

static void the_verdict_names_a_clear_gain_and_its_price(void **state)
{
    struct result_set set = usual();
    char *text = results_text_of(results_verdict, &set);

    (void)state;
    results_text_expect(text, "Without work between events the ring takes the hot thread from "
                              "48.4 to 4.17 ns of CPU an event");
    results_text_expect(text, "11.6 times less (11.6 to 11.7 in 3 rounds)");
    results_text_expect(text, "The process pays 1.12 times direct's CPU");
    results_text_expect(text, "waited for the ring 318 times, 342 of 398 ms");
    results_text_expect(text, "With 60 ns of work the ring takes");
    results_text_expect(text, "The process needs only 0.65 times direct's CPU");
    results_text_expect(text, "The producer never waited for the ring.");
    results_text_expect(text, "The machine was quiet before the start");
    free(text);
    results_free(&set);
}

static void a_difference_within_the_noise_is_none(void **state)
{
    struct result_set set = usual();

    (void)state;
    scale(&set, "ring", 0, RESULT_PROCESS_CPU, 1 / 1.12);
    char *text = results_text_of(results_verdict, &set);
    results_text_expect(text, "The process's CPU shows no measurable difference");
    free(text);

    /* A clear difference, but the control differs as much. */
    scale(&set, "ring", 0, RESULT_PROCESS_CPU, 1.12);
    scale(&set, "direct-again", 0, RESULT_PROCESS_CPU, 1.2);
    text = results_text_of(results_verdict, &set);
    results_text_expect(text, "times direct's CPU, not beyond this machine's noise");
    free(text);

    scale(&set, "ring", 0, RESULT_PRODUCER_CPU, 50.4 / 6.24);
    text = results_text_of(results_verdict, &set);
    results_text_expect(text, "the hot thread shows no measurable difference: from 48.4 to 48.3");
    free(text);
    results_free(&set);
}

static struct result *first_round(struct result_set *set, const char *path)
{
    for (size_t i = 0; i < set->run_count; i++) {
        struct result *run = &set->runs[i];
        if (run->round == 0 && run->work_ns == 0 && strcmp(run->path, path) == 0)
            return run;
    }
    fail();
    return NULL;
}

static void a_difference_that_one_round_contradicts_is_none(void **state)
{
    struct result_set set = usual();

    (void)state;
    first_round(&set, "ring")->figure[RESULT_PROCESS_CPU] *= 0.8;
    char *text = results_text_of(results_verdict, &set);
    results_text_expect(text, "The process's CPU shows no measurable difference (1.09 times");
    free(text);

    results_free(&set);
}

static void waits_in_some_rounds_only_are_said_to_be(void **state)
{
    struct result_set set = usual();

    (void)state;
    first_round(&set, "ring")->figure[RESULT_PRODUCER_WAITS] = 0;
    char *text = results_text_of(results_verdict, &set);
    results_text_expect(text, "(in some rounds not at all)");
    free(text);

    scale(&set, "ring", 0, RESULT_PRODUCER_WAITS, 0);
    first_round(&set, "ring")->figure[RESULT_PRODUCER_WAITS] = 5;
    text = results_text_of(results_verdict, &set);
    results_text_expect(text, "In some rounds the producer waited for the ring.");
    free(text);
    results_free(&set);
}

static void a_run_that_fits_in_the_ring_is_said_to_be_short(void **state)
{
    struct result_set set = usual();

    (void)state;
    char *text = results_text_of(results_verdict, &set);
    assert_null(strstr(text, "left to close"));
    free(text);
    scale(&set, "ring", 60, RESULT_CLOSE_DRAIN, 30);
    text = results_text_of(results_verdict, &set);
    results_text_expect(text, "Much of the writing was left to close: the run is short");
    free(text);
    results_free(&set);
}

static void a_ring_that_costs_more_is_said_to(void **state)
{
    struct result_set set = usual();

    (void)state;
    scale(&set, "ring", 0, RESULT_PRODUCER_CPU, 10);
    char *text = results_text_of(results_verdict, &set);
    results_text_expect(text, "which is more, not less");
    free(text);
    results_free(&set);
}

static void a_saving_down_to_the_generator_alone_has_no_factor(void **state)
{
    struct result_set set = usual();

    (void)state;
    scale(&set, "ring", 0, RESULT_PRODUCER_CPU, 2.0 / 6.24);
    char *text = results_text_of(results_verdict, &set);
    results_text_expect(text, "to about 0 ns of CPU an event");
    results_text_expect(text, "too little in some rounds to tell from the generator alone");
    free(text);
    results_free(&set);
}

/* Makes direct's second path one that takes half of what the ring does on the producer. */
static void add_floor(struct result_set *set)
{
    for (size_t i = 0; i < set->run_count; i++) {
        struct result *run = &set->runs[i];
        const struct result *ring = results_run(set, "ring", run->work_ns, run->round);
        if (strcmp(run->path, "direct-again") != 0)
            continue;
        strcpy(run->path, "floor");
        run->figure[RESULT_PRODUCER_CPU] = ring->figure[RESULT_PRODUCER_CPU] / 2;
        run->output_xxh3[0] = '\0';
    }
    set->paths[2] = "floor";
}

static void the_ring_stands_beside_the_floor(void **state)
{
    struct result_set set = usual();

    (void)state;
    char *text = results_text_of(results_print, &set);
    assert_null(strstr(text, "floor"));
    free(text);
    text = results_text_of(results_verdict, &set);
    assert_null(strstr(text, "floor"));
    free(text);

    add_floor(&set);
    text = results_text_of(results_print, &set);
    results_text_expect(text, "                                    none         direct"
                              "           ring  ring-deferred ");
    results_text_expect(text, "  floor, gross           3.12 (the same bytes");
    results_text_expect(text, "    ratio to floor                     -              -"
                              "           2.00           2.01 "
                              "    least..most                        -              -"
                              "     2.00..2.00     1.99..2.04 ");
    free(text);
    text = results_text_of(results_verdict, &set);
    results_text_expect(text,
                        "(floor) take 3.12 ns an event, the generator's own included; the ring"
                        " takes 2.00 times that (2.00 to 2.00 in 3 rounds).");
    free(text);

    keep_rounds(&set, 1);
    text = results_text_of(results_verdict, &set);
    results_text_expect(text, "2.00 times that (one round).");
    free(text);
    results_free(&set);
}

static void counters_are_shown_where_the_machine_has_some(void **state)
{
    struct result_set set = usual();

    (void)state;
    for (size_t i = 0; i < set.run_count; i++) {
        double *figure = set.runs[i].figure;
        if (set.runs[i].work_ns != 0)
            continue;
        figure[RESULT_PRODUCER_INSTRUCTIONS] = 57;
        figure[RESULT_PROCESS_TLB_MISSES] = 1.25;
        figure[RESULT_COUNTED_SHARE] = 0.5;
    }
    char *text = results_text_of(results_print, &set);
    assert_non_null(strstr(text, "Counted by the processor, an event, in user space\n"
                                 "  instructions, producer            57.0           57.0"));
    assert_non_null(strstr(text, "  cache misses, producer             n/a            n/a"));
    assert_non_null(strstr(text, "    process                         1.25           1.25"
                                 "           1.25           1.25           1.25\n"
                                 "  share of time counted             0.50"));
    /* And of the other situation there is nothing to show. */
    assert_non_null(strstr(text, "Processor's counters     not available\n"));
    free(text);
    results_free(&set);
}

/* ring-deferred's runs as those of direct-parallel. */
static void rename_deferred(struct result_set *set)
{
    for (size_t i = 0; i < set->run_count; i++)
        if (strcmp(set->runs[i].path, "ring-deferred") == 0)
            strcpy(set->runs[i].path, "direct-parallel");
}

static void a_writer_with_a_thread_of_its_own_stands_beside_direct(void **state)
{
    struct result_set set = usual();
    char *text = results_text_of(results_verdict, &set);

    (void)state;
    assert_null(strstr(text, "direct-parallel"));
    free(text);

    rename_deferred(&set);
    scale(&set, "direct-parallel", 0, RESULT_PRODUCER_CPU, 2);
    text = results_text_of(results_verdict, &set);
    results_text_expect(text, "Without a ring, the writer with a thread of its format's library"
                              " (direct-parallel) takes, beside direct, 0.25 times the hot thread's"
                              " CPU (0.25 to 0.25 in 3 rounds), 1.09 times the process's CPU (");
    results_text_expect(text, "the ring takes the hot thread");
    free(text);

    scale(&set, "direct-parallel", 0, RESULT_PRODUCER_CPU, 4);
    scale(&set, "direct-again", 0, RESULT_PRODUCER_CPU, 1.2);
    text = results_text_of(results_verdict, &set);
    results_text_expect(text, "beside direct, 1.00 times the hot thread's CPU (0.99 to 1.01 in 3 "
                              "rounds; no measurable difference)");
    free(text);

    scale(&set, "direct-parallel", 0, RESULT_PRODUCER_CPU, 0.5);
    scale(&set, "direct-again", 0, RESULT_PRODUCER_CPU, 2);
    text = results_text_of(results_verdict, &set);
    results_text_expect(text,
                        "0.50 times the hot thread's CPU (0.49 to 0.50 in 3 rounds; not beyond "
                        "this machine's noise)");
    free(text);
    results_free(&set);
}

static void paths_are_shown_in_one_order(void **state)
{
    static const char *const order[] = {"none", "direct-again", "direct-parallel", "ring", "mine"};
    struct result_set set;
    char text[1024] = "{\"context\": {}, \"benchmarks\": [", message[RESULTS_MESSAGE_BYTES];

    (void)state;
    for (size_t i = 5; i-- > 0;)
        sprintf(text + strlen(text),
                "{\"name\": \"compare/%s\", \"run_type\": \"iteration\","
                " \"repetition_index\": 0}%s",
                order[i], i ? "," : "]}");
    assert_int_equal(read_text(text, &set, message), 0);
    assert_int_equal(set.path_count, 5);
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(set.paths[i], order[i]);
    char *table = results_text_of(results_print, &set);
    assert_non_null(
        strstr(table, "    direct-again direct-parallel            ring            mine"));
    free(table);
    results_free(&set);
}

static void few_rounds_are_said_to_carry_no_interval(void **state)
{
    struct result_set set = usual();
    char *text = results_text_of(results_verdict, &set);

    (void)state;
    results_text_expect(text, "3 rounds carry ranges only, no 95% interval");
    free(text);
    keep_rounds(&set, 1);
    text = results_text_of(results_verdict, &set);
    results_text_expect(text, "One round shows no spread");
    results_text_expect(text, "times direct's CPU (one round)");
    free(text);
    results_free(&set);
}

static void a_busy_machine_is_said_to_be_busy(void **state)
{
    struct result_set set = usual();

    (void)state;
    for (size_t i = 0; i < set.context.count; i++) {
        if (strcmp(set.context.entries[i].key, "load_average") == 0) {
            free(set.context.entries[i].value);
            set.context.entries[i].value = strdup("1.10 0.3 0.1");
        }
    }
    char *text = results_text_of(results_verdict, &set);
    results_text_expect(text, "The machine was BUSY in the minute before the start (load average "
                              "1.10 on 2 cores; a build counts)");
    free(text);
    results_free(&set);
}

static void different_outputs_come_first(void **state)
{
    struct result_set set = usual();

    (void)state;
    for (size_t i = 0; i < set.run_count; i++) {
        if (strcmp(set.runs[i].path, "ring") == 0 && set.runs[i].round == 1)
            set.runs[i].output_xxh3[0] = '0';
    }
    char *text = results_text_of(results_verdict, &set);
    assert_int_equal(strncmp(text, "The OUTPUTS DIFFER", 18), 0);
    free(text);
    text = results_text_of(results_print, &set);
    results_text_expect(text, "XXH3-128               DIFFERENT");
    results_text_expect(text, "0f86d081884c7d65... ring, round 2");
    free(text);
    results_free(&set);
}

/* A run with gaps has other bytes by right. */
static void what_a_ring_lost_is_said(void **state)
{
    struct result_set set = usual();

    (void)state;
    for (size_t i = 0; i < set.run_count; i++) {
        struct result *run = &set.runs[i];
        if (strcmp(run->path, "ring") != 0)
            continue;
        run->output_xxh3[0] = '0';
        run->figure[RESULT_EVENTS_DROPPED] = run->figure[RESULT_EVENTS] / 8;
        run->figure[RESULT_CHUNKS_DROPPED] = 23;
        run->figure[RESULT_GAPS] = 17;
    }
    char *text = results_text_of(results_verdict, &set);
    assert_null(strstr(text, "DIFFER"));
    results_text_expect(text, "The ring lost 12.5 % of the events (in 17 gaps):");
    free(text);
    text = results_text_of(results_print, &set);
    assert_non_null(strstr(text, "Lost by the full ring"));
    results_text_expect(text, "in every run without gaps");
    assert_null(strstr(text, "DIFFERENT"));
    free(text);
    results_free(&set);
}

static void failed_and_missing_runs_are_said(void **state)
{
    struct result_set set;
    char message[RESULTS_MESSAGE_BYTES];

    (void)state;
    assert_int_equal(read_text("{\"context\": {}, \"benchmarks\": ["
                               "{\"name\": \"compare/direct\", \"run_type\": \"iteration\","
                               " \"repetition_index\": 0},"
                               "{\"name\": \"compare/ring\", \"run_type\": \"iteration\","
                               " \"repetition_index\": 0, \"error_occurred\": true}]}",
                               &set, message),
                     0);
    char *text = results_text_of(results_verdict, &set);
    results_text_expect(text, "there is nothing to compare");
    results_text_expect(text, "No control");
    results_text_expect(text, "1 of the runs failed");
    free(text);
    text = results_text_of(results_print, &set);
    results_text_expect(text, "n/a");
    free(text);
    results_free(&set);
}

static void two_files_side_by_side_show_what_moved(void **state)
{
    struct result_set a = usual(), b = usual();
    struct results_text printed;

    (void)state;
    scale(&b, "ring", 0, RESULT_PRODUCER_CPU, 2);
    results_diff(results_text_begin(&printed), "old.json", &a, "new.json", &b);
    char *text = results_text_end(&printed);
    results_text_expect(text, "A: old.json, 3 rounds B: new.json, 3 rounds");
    results_text_expect(text, "  producer_cpu_ns_per_event                6.24             12.5"
                              "       2.00  apart");
    results_text_expect(text, "  producer_cpu_ns_per_event                50.4             50.4"
                              "       1.00  overlap");
    results_text_expect(text, "output_xxh3                  9f86d081884c7d65 9f86d081884c7d65");
    free(text);

    b.run_count = 0;
    results_diff(results_text_begin(&printed), "old.json", &a, "new.json", &b);
    text = results_text_end(&printed);
    results_text_expect(text, "No path was run in both");
    free(text);
    results_free(&a);
    results_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_gives_runs_paths_situations_and_context),
        cmocka_unit_test(what_is_not_ours_is_ignored_and_what_is_missing_is_no_number),
        cmocka_unit_test(a_file_that_is_none_is_named_with_the_reason),
        cmocka_unit_test(a_name_says_path_and_work),
        cmocka_unit_test(every_figure_has_a_name_of_its_own),
        cmocka_unit_test(numbers_keep_three_digits_and_count_whole),
        cmocka_unit_test(the_table_reads_as_it_should),
        cmocka_unit_test(a_table_of_one_round_has_no_ranges),
        cmocka_unit_test(the_verdict_names_a_clear_gain_and_its_price),
        cmocka_unit_test(a_difference_within_the_noise_is_none),
        cmocka_unit_test(a_difference_that_one_round_contradicts_is_none),
        cmocka_unit_test(waits_in_some_rounds_only_are_said_to_be),
        cmocka_unit_test(a_run_that_fits_in_the_ring_is_said_to_be_short),
        cmocka_unit_test(a_ring_that_costs_more_is_said_to),
        cmocka_unit_test(a_saving_down_to_the_generator_alone_has_no_factor),
        cmocka_unit_test(the_ring_stands_beside_the_floor),
        cmocka_unit_test(counters_are_shown_where_the_machine_has_some),
        cmocka_unit_test(a_writer_with_a_thread_of_its_own_stands_beside_direct),
        cmocka_unit_test(paths_are_shown_in_one_order),
        cmocka_unit_test(few_rounds_are_said_to_carry_no_interval),
        cmocka_unit_test(a_busy_machine_is_said_to_be_busy),
        cmocka_unit_test(different_outputs_come_first),
        cmocka_unit_test(what_a_ring_lost_is_said),
        cmocka_unit_test(failed_and_missing_runs_are_said),
        cmocka_unit_test(two_files_side_by_side_show_what_moved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
