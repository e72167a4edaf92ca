#include "tests/test.h"

#include "synth_gen/random.h"

#define DRAWS 200000

static void the_draws_of_a_seed_are_the_same_everywhere(void **state)
{
    struct random random = random_start(1, 0), quick = random_start(1, 0);

    (void)state;
    assert_int_equal(random_next(&random), 0x5f0ffd1164b06a2cu);
    assert_int_equal(random_next(&random), 0xac22c897db741d21u);
    assert_int_equal(random_quick(&quick), 0xf7f459ba74dda2f0u);
    assert_int_equal(random_quick(&quick), 0x5a532d49d7e15d4bu);
    assert_int_equal(random_normal(&random), -20262);
    assert_int_equal(random_exp(-100000), 933887833);
    assert_int_equal(random_exp(100000), 19754829920u);
}

static void seeds_and_streams_differ(void **state)
{
    (void)state;
    assert_int_not_equal(random_start(1, 0).counter, random_start(2, 0).counter);
    assert_int_not_equal(random_start(1, 0).counter, random_start(1, 1).counter);
    assert_int_not_equal(random_start(1, 1).counter, random_start(2, 0).counter);
    assert_int_not_equal(random_start(0, 0).counter, 0);
}

static void every_bit_is_set_half_the_time(void **state)
{
    struct random random = random_start(7, 0);
    uint32_t set[64] = {0};

    (void)state;
    for (int i = 0; i < DRAWS; i++)
        for (uint64_t word = random_next(&random); word; word &= word - 1)
            set[__builtin_ctzll(word)]++;
    for (int bit = 0; bit < 64; bit++)
        assert_in_range(set[bit], DRAWS / 2 - 1500, DRAWS / 2 + 1500);
}

static void draws_below_a_limit_reach_all_of_it_alike(void **state)
{
    struct random random = random_start(7, 1), quick = random_start(7, 2);
    uint32_t seen[10] = {0}, seen_quick[10] = {0};

    (void)state;
    for (int i = 0; i < DRAWS; i++) {
        uint32_t draw = random_between(&random, 5, 14);
        assert_in_range(draw, 5, 14);
        seen[draw - 5]++;
        seen_quick[random_scale(random_quick(&quick), 10)]++;
    }
    for (int i = 0; i < 10; i++) {
        assert_in_range(seen[i], DRAWS / 10 - 900, DRAWS / 10 + 900);
        assert_in_range(seen_quick[i], DRAWS / 10 - 900, DRAWS / 10 + 900);
    }
    assert_int_equal(random_below(&random, 1), 0);
    assert_int_equal(random_between(&random, 3, 3), 3);
    assert_false(random_chance(&random, 0, 5));
    assert_true(random_chance(&random, 5, 5));
}

static double distance(double a, double b)
{
    return a < b ? b - a : a - b;
}

static void normal_draws_have_mean_0_and_deviation_1(void **state)
{
    struct random random = random_start(7, 3);
    double sum = 0, squares = 0;
    int beyond = 0;

    (void)state;
    for (int i = 0; i < DRAWS; i++) {
        double draw = random_normal(&random) / 65536.0;
        sum += draw;
        squares += draw * draw;
        beyond += draw > 2;
    }
    assert_true(distance(sum / DRAWS, 0) < 0.01);
    assert_true(distance(squares / DRAWS, 1) < 0.02);
    assert_in_range(beyond, DRAWS * 0.021, DRAWS * 0.0245); /* 2.3 % */
}

/* e^x by its series at x / 1024, squared ten times. */
static double exact_exp(double x)
{
    double y = x / 1024, term = 1, sum = 1;

    for (int i = 1; i < 12; i++)
        sum += term *= y / i;
    for (int i = 0; i < 10; i++)
        sum *= sum;
    return sum;
}

static void exp_is_close_to_the_exact_one(void **state)
{
    (void)state;
    for (int32_t x = -20 * 65536; x <= 20 * 65536; x += 1237) {
        double exact = exact_exp(x / 65536.0) * 4294967296.0, got = (double)random_exp(x);

        if (distance(exact, got) > exact * 0.0003 + 1)
            fail_msg("exp(%f) is %f, not %f", x / 65536.0, got, exact);
    }
    assert_int_equal(random_exp(0), (uint64_t)1 << 32);
    assert_int_equal(random_exp(-40 * 65536), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_draws_of_a_seed_are_the_same_everywhere),
        cmocka_unit_test(seeds_and_streams_differ),
        cmocka_unit_test(every_bit_is_set_half_the_time),
        cmocka_unit_test(draws_below_a_limit_reach_all_of_it_alike),
        cmocka_unit_test(normal_draws_have_mean_0_and_deviation_1),
        cmocka_unit_test(exp_is_close_to_the_exact_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
