/* A results file of the queue benchmark: read back, and its tables. */
#include "tests/test.h"

#include "results/queues.h"
#include "tests/results_text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct queue_case_name flat = {"flat", "8B/32K/1"};
static const struct queue_case_name two_consumers = {"flat", "8B/32K/2"};
static const struct queue_case_name paused = {"full", "paused"};
static const struct queue_case_name round_trip = {"round-trip", ""};

/* Six rounds of four queues in five cases. */
static struct queue_set usual(void)
{
    struct queue_set set;
    char message[RESULTS_MESSAGE_BYTES] = "";

    if (queues_read(TEST_DATA "/queues.json", &set, message) != 0)
        fail_msg("%s", message);
    return set;
}

static char *printed(const struct queue_set *set)
{
    struct results_text text;

    queues_print(results_text_begin(&text), set);
    return results_text_end(&text);
}

static void a_file_gives_queues_in_order_and_cases(void **state)
{
    struct queue_set set = usual();

    (void)state;
    assert_int_equal(set.rounds, 6);
    assert_int_equal(set.failed_runs, 0);
    assert_int_equal(set.queue_count, 4);
    assert_string_equal(set.queues[0], "spmc");
    assert_string_equal(set.queues[3], "boost-spsc");
    assert_int_equal(set.case_count, 5);
    assert_string_equal(set.cases[4].scenario, "round-trip");
    assert_string_equal(set.cases[4].place, "");
    assert_true(queues_has(&set, &flat, "boost-spsc"));
    assert_false(queues_has(&set, &two_consumers, "boost-spsc"));
    assert_true(queues_summary(&set, &paused, "sequence", QUEUE_LOST_AT_ONCE).max == 1023);
    assert_int_equal(queues_summary(&set, &flat, "spmc", QUEUE_WALL).count, 6);
    assert_true(isnan(queues_summary(&set, &flat, "spmc", QUEUE_LONGEST_PUSH).median));
    queues_free(&set);
}

static void latencies_of_all_rounds_are_one(void **state)
{
    struct queue_set set = usual();
    struct histogram pooled;

    (void)state;
    queues_latency(&set, &round_trip, "mutex", &pooled);
    assert_int_equal(histogram_total(&pooled), 60000);
    struct stats_summary p50 = queues_quantile(&set, &round_trip, "mutex", 0.5);
    assert_int_equal(p50.count, 6);
    assert_true(histogram_quantile(&pooled, 0.5) >= p50.min);
    assert_true(histogram_quantile(&pooled, 0.5) <= p50.max);
    queues_free(&set);
}

static void the_tables_read_as_they_should(void **state)
{
    struct queue_set set = usual();
    char *text = printed(&set);

    (void)state;
    results_text_expect_table(text, TEST_DATA "/queues.table.txt");
    free(text);
    queues_free(&set);
}

static void what_a_queue_does_not_account_for_is_told(void **state)
{
    struct queue_set set = usual();

    (void)state;
    for (size_t i = 0; i < set.run_count; i++) {
        struct queue_result *run = &set.runs[i];
        if (strcmp(run->place, "paused") == 0 && strcmp(run->queue, "mutex") == 0 &&
            run->round == 3)
            run->figure[QUEUE_UNACCOUNTED] = -17;
    }
    char *text = printed(&set);
    assert_non_null(strstr(text, "NO: 17\n"));
    free(text);
    queues_free(&set);
}

static void a_file_of_another_kind_has_no_data(void **state)
{
    struct queue_set set;
    struct result_set other;
    char message[RESULTS_MESSAGE_BYTES];

    (void)state;
    assert_int_equal(queues_read(TEST_DATA "/results.json", &set, message), -ENODATA);
    assert_non_null(strstr(message, "results.json: no runs in it"));
    assert_int_equal(results_read(TEST_DATA "/queues.json", &other, message), -ENODATA);
    assert_int_equal(queues_read("no/such.json", &set, message), -ENOENT);
    assert_string_equal(message, "no/such.json: No such file or directory");
}

static void a_name_says_scenario_place_and_queue(void **state)
{
    static const char *const wrong[] = {"",
                                        "queues/",
                                        "queues/flat",
                                        "queues//spmc",
                                        "queues/flat/",
                                        "compare/ring",
                                        "queues/a-long-scenario-name/spmc"};
    struct queue_result run;
    char name[QUEUE_RESULT_NAME_BYTES];

    (void)state;
    assert_true(queue_result_parse_name("queues/flat/16B/32K/1/spmc", &run));
    assert_string_equal(run.scenario, "flat");
    assert_string_equal(run.place, "16B/32K/1");
    assert_string_equal(run.queue, "spmc");
    queue_result_name(&run, name);
    assert_string_equal(name, "queues/flat/16B/32K/1/spmc");
    assert_true(queue_result_parse_name("queues/round-trip/ck", &run));
    assert_string_equal(run.place, "");
    queue_result_name(&run, name);
    assert_string_equal(name, "queues/round-trip/ck");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(queue_result_parse_name(wrong[i], &run));
}

static void every_bucket_has_a_counter_of_its_own(void **state)
{
    char name[HISTOGRAM_NAME_BYTES];
    uint32_t bucket;

    (void)state;
    for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
        histogram_bucket_name(i, name);
        assert_true(histogram_parse_name(name, &bucket));
        assert_int_equal(bucket, i);
    }
    assert_false(histogram_parse_name("latency_max_ns", &bucket));
}

static void a_bucket_holds_what_is_near_its_middle(void **state)
{
    (void)state;
    for (uint64_t ns = 1; ns < UINT64_C(1) << 39; ns += ns / 7 + 1) {
        struct histogram histogram = {0};
        histogram_add(&histogram, ns);
        double middle = histogram_quantile(&histogram, 0.5);
        assert_true(fabs(middle - (double)ns) <= 0.03125 * (double)ns);
        assert_true(histogram_floor(histogram_bucket(ns)) <= ns);
        assert_true(histogram_floor(histogram_bucket(ns) + 1) > ns);
    }
    struct histogram longest = {0};
    histogram_add(&longest, UINT64_MAX);
    assert_int_equal(longest.count[HISTOGRAM_BUCKETS - 1], 1);
}

static void a_quantile_is_the_value_of_its_rank(void **state)
{
    struct histogram histogram = {0}, more = {0};

    (void)state;
    assert_true(isnan(histogram_quantile(&histogram, 0.5)));
    for (uint64_t ns = 1; ns <= 20; ns++)
        histogram_add(ns % 2 ? &histogram : &more, ns);
    histogram_merge(&histogram, &more);
    assert_int_equal(histogram_total(&histogram), 20);
    assert_true(histogram_quantile(&histogram, 0.5) == 10);
    assert_true(histogram_quantile(&histogram, 0.99) == 20);
    assert_true(histogram_quantile(&histogram, 0.05) == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_gives_queues_in_order_and_cases),
        cmocka_unit_test(latencies_of_all_rounds_are_one),
        cmocka_unit_test(the_tables_read_as_they_should),
        cmocka_unit_test(what_a_queue_does_not_account_for_is_told),
        cmocka_unit_test(a_file_of_another_kind_has_no_data),
        cmocka_unit_test(a_name_says_scenario_place_and_queue),
        cmocka_unit_test(every_bucket_has_a_counter_of_its_own),
        cmocka_unit_test(a_bucket_holds_what_is_near_its_middle),
        cmocka_unit_test(a_quantile_is_the_value_of_its_rank),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
