/* Statistics against values worked out by hand. */
#include "tests/test.h"

#include "results/stats.h"

#include <math.h>

static void a_summary_is_median_least_and_most(void **state)
{
    const double odd[] = {5, 1, 3}, even[] = {4, 1, 2, 10};
    struct stats_summary of_odd = stats_summarize(odd, 3), of_even = stats_summarize(even, 4);

    (void)state;
    assert_int_equal(of_odd.count, 3);
    assert_true(of_odd.median == 3 && of_odd.min == 1 && of_odd.max == 5);
    assert_true(of_even.median == 3 && of_even.min == 1 && of_even.max == 10);
}

static void a_round_without_a_value_is_left_out(void **state)
{
    const double values[] = {NAN, 2, NAN, 4}, base[] = {1, 1, 1, NAN};
    struct stats_summary summary = stats_summarize(values, 4);
    struct stats_ratio ratio = stats_paired_ratio(values, base, 4);

    (void)state;
    assert_int_equal(summary.count, 2);
    assert_true(summary.median == 3);
    assert_int_equal(ratio.count, 1);
    assert_true(ratio.median == 2 && ratio.low == 2 && ratio.high == 2);
}

static void no_values_give_no_number(void **state)
{
    const double nothing[] = {NAN};
    struct stats_summary summary = stats_summarize(nothing, 1);
    struct stats_ratio ratio = stats_paired_ratio(nothing, nothing, 1);

    (void)state;
    assert_int_equal(summary.count, 0);
    assert_true(isnan(summary.median) && isnan(summary.min) && isnan(summary.max));
    assert_int_equal(ratio.count, 0);
    assert_true(isnan(ratio.median) && isnan(ratio.low) && isnan(ratio.high));
}

static void a_ratio_is_taken_within_each_round(void **state)
{
    /* Ratios 2, 1, 3; the ratio of the medians would be 20 / 10. */
    const double values[] = {20, 30, 15}, base[] = {10, 30, 5};
    struct stats_ratio ratio = stats_paired_ratio(values, base, 3);

    (void)state;
    assert_int_equal(ratio.count, 3);
    assert_true(ratio.median == 2);
}

static void a_base_of_zero_or_less_has_no_ratio(void **state)
{
    const double values[] = {1, 1, 6}, base[] = {0, -1, 2};
    struct stats_ratio ratio = stats_paired_ratio(values, base, 3);

    (void)state;
    assert_int_equal(ratio.count, 1);
    assert_true(ratio.median == 3);
}

static void fewer_than_six_rounds_give_a_range(void **state)
{
    const double values[] = {5, 1, 4, 2, 3, 6}, base[] = {1, 1, 1, 1, 1, 1};
    struct stats_ratio five = stats_paired_ratio(values, base, 5);
    struct stats_ratio six = stats_paired_ratio(values, base, 6);

    (void)state;
    assert_false(five.interval);
    assert_true(five.low == 1 && five.high == 5);
    assert_true(six.interval);
}

static void seven_rounds_bound_their_median_by_the_second_and_the_sixth(void **state)
{
    /* The median of a resample of 7 is at most the k-th value if 4 draws or more are, which
     * has the probability P(B(7, k/7) >= 4): 1.0 % for k = 1, 10.8 % for k = 2. So the 2.5 %
     * quantile is the second value, and by symmetry the 97.5 % quantile is the sixth. */
    const double values[] = {7, 1, 6, 2, 5, 3, 4}, base[] = {1, 1, 1, 1, 1, 1, 1};
    struct stats_ratio ratio = stats_paired_ratio(values, base, 7);

    (void)state;
    assert_true(ratio.interval);
    assert_true(ratio.median == 4);
    assert_true(ratio.low == 2);
    assert_true(ratio.high == 6);
}

static void as_many_rounds_as_fit_are_taken(void **state)
{
    static double values[STATS_VALUES_MAX], base[STATS_VALUES_MAX];

    (void)state;
    for (size_t i = 0; i < STATS_VALUES_MAX; i++) {
        values[i] = 2;
        base[i] = 1;
    }
    struct stats_ratio ratio = stats_paired_ratio(values, base, STATS_VALUES_MAX);
    assert_int_equal(ratio.count, STATS_VALUES_MAX);
    assert_true(ratio.low == 2 && ratio.high == 2);
}

/* Twice and half are the same distance. */
static void noise_is_a_factor_to_both_sides(void **state)
{
    struct stats_ratio control = {.low = 1, .high = 1.72, .count = 3};
    struct stats_ratio ratio = {.low = 0.3, .high = 0.57, .count = 3};

    (void)state;
    assert_float_equal(stats_noise(control), 0.72, 1e-6);
    assert_int_equal(stats_find(ratio, stats_noise(control)), STATS_LESS);
    ratio.high = 0.59;
    assert_int_equal(stats_find(ratio, stats_noise(control)), STATS_SAME);
    control = (struct stats_ratio){.low = 0.5, .high = 1.1, .count = 3};
    assert_float_equal(stats_noise(control), 1, 1e-6);
    ratio = (struct stats_ratio){.low = 2.1, .high = 3, .count = 3};
    assert_int_equal(stats_find(ratio, stats_noise(control)), STATS_MORE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_summary_is_median_least_and_most),
        cmocka_unit_test(a_round_without_a_value_is_left_out),
        cmocka_unit_test(no_values_give_no_number),
        cmocka_unit_test(a_ratio_is_taken_within_each_round),
        cmocka_unit_test(a_base_of_zero_or_less_has_no_ratio),
        cmocka_unit_test(fewer_than_six_rounds_give_a_range),
        cmocka_unit_test(seven_rounds_bound_their_median_by_the_second_and_the_sixth),
        cmocka_unit_test(as_many_rounds_as_fit_are_taken),
        cmocka_unit_test(noise_is_a_factor_to_both_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
