/* The times of single calls: read back from a small results file, in the table, in the verdict. */
#include "tests/test.h"

#include "results/results.h"
#include "tests/results_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Two rounds of 10,000 timed calls each without work, one of 500 with 60 ns of it. */
static struct result_set usual(void)
{
    return results_text_read(TEST_DATA "/latency.json");
}

static void calls_of_all_rounds_come_together(void **state)
{
    struct result_set set = usual();
    struct histogram pooled;

    (void)state;
    results_latency(&set, "direct", 0, &pooled);
    assert_int_equal(histogram_total(&pooled), 20000);
    assert_int_equal(pooled.count[histogram_bucket(12288)], 25);
    results_latency(&set, "direct", 60, &pooled);
    assert_int_equal(histogram_total(&pooled), 500);
    results_latency(&set, "ring-deferred", 0, &pooled);
    assert_int_equal(histogram_total(&pooled), 0);
    results_free(&set);
}

static void a_quantile_is_no_longer_than_the_longest_call(void **state)
{
    struct result_set set = usual();

    (void)state;
    assert_true(results_latency_quantile(&set, "direct", 0, 0.5) == 101.5);
    assert_true(results_latency_quantile(&set, "direct", 0, 1) == 80000);
    assert_true(results_latency_quantile(&set, "ring", 0, 0.999) == 130);
    results_free(&set);
}

static void what_too_few_calls_cannot_tell_is_no_number(void **state)
{
    struct result_set set = usual();

    (void)state;
    assert_true(results_latency_quantile(&set, "direct", 60, 0.99) == 211.5);
    assert_true(isnan(results_latency_quantile(&set, "direct", 60, 0.999)));
    assert_true(isnan(results_latency_quantile(&set, "queue-mutex", 0, 0.5)));
    assert_int_equal(results_latency_ratio(&set, "direct", "ring", 60, 0.999).count, 0);
    results_free(&set);
}

static void tails_are_compared_round_by_round(void **state)
{
    struct result_set set = usual();
    struct stats_ratio ratio = results_latency_ratio(&set, "direct", "ring", 0, 0.999);

    (void)state;
    assert_int_equal(ratio.count, 2);
    assert_true(fabs(ratio.low - 527.5 / 130) < 1e-9);
    assert_true(fabs(ratio.high - 12543.5 / 130) < 1e-9);
    results_free(&set);
}

static void the_table_has_a_block_of_them(void **state)
{
    struct result_set set = usual();
    char *text = results_text_of(results_print, &set);

    (void)state;
    assert_non_null(strstr(
        text, "One call, ns (one in 64 was timed, all rounds together)\n"
              "  p50                                 30            102             30\n"
              "  p90                                 30            212             30\n"
              "  p99                                 30            528           40.5\n"
              "  p99.9                               30         12,544            130\n"
              "  p99.99                              30         12,544            130\n"
              "  longest                             31         80,000            130\n"
              "  the clock alone                   20.5           20.5           20.5\n"
              "  The clock's own time is in them, and the timing is in the CPU times above.\n"));
    free(text);
    results_free(&set);
}

static void without_timed_calls_the_table_has_no_such_block(void **state)
{
    struct result_set set = results_text_read(TEST_DATA "/results.json");
    char *text = results_text_of(results_print, &set);

    (void)state;
    assert_null(strstr(text, "One call"));
    free(text);
    text = results_text_of(results_verdict, &set);
    assert_null(strstr(text, "One call"));
    free(text);
    results_free(&set);
}

static void the_verdict_compares_the_tails_where_it_can(void **state)
{
    struct result_set set = usual();
    char *text = results_text_unwrap(results_text_of(results_verdict, &set));

    (void)state;
    char *sentence = strstr(text, "One call in a thousand takes more than 12,544 ns on direct"
                                  " and 130 ns on the ring: direct's is 50.3 times the other"
                                  " (4.06 to 96.5 in 2 rounds), with the clock's own 20.5 ns in"
                                  " both.");
    if (!sentence)
        fail_msg("%s", text);
    assert_null(strstr(sentence + 1, "One call")); /* with work too few were timed */
    free(text);
    results_free(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_of_all_rounds_come_together),
        cmocka_unit_test(a_quantile_is_no_longer_than_the_longest_call),
        cmocka_unit_test(what_too_few_calls_cannot_tell_is_no_number),
        cmocka_unit_test(tails_are_compared_round_by_round),
        cmocka_unit_test(the_table_has_a_block_of_them),
        cmocka_unit_test(without_timed_calls_the_table_has_no_such_block),
        cmocka_unit_test(the_verdict_compares_the_tails_where_it_can),
    };

    return cmocka_run_group_tests_name("results_latency", tests, NULL, NULL);
}
