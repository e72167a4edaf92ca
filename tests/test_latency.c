/* Linked with -Wl,--wrap: the clock is the test's, so that times are known. */
#include "harness/latency.h"
#include "tests/sink_around.h"
#include "tests/test.h"

#define CHANGES  100000
#define EVERY    50
#define CLOCK_NS 7 /* a read takes so long */

static uint64_t now_ns;

uint64_t __wrap_measure_wall_ns(void);

uint64_t __wrap_measure_wall_ns(void)
{
    now_ns += CLOCK_NS;
    return now_ns;
}

/* An inner sink whose changes take as many ns as their time says. */
static int slow_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                       uint32_t len)
{
    (void)sink, (void)id, (void)value, (void)len;
    now_ns += time;
    return 0;
}

static const struct ho_sink_ops slow_ops = {.name = "slow", .change = slow_change};
static struct ho_sink slow = {&slow_ops};

static void every_call_reaches_the_inner_sink_as_it_was_made(void **state)
{
    struct recorder timed;
    struct ho_sink *sink;

    (void)state;
    recorder_init(&timed);
    assert_int_equal(latency_open(3, 1, &timed.sink, &sink), 0);
    sink_around_expect_calls(sink, &timed);
    recorder_fini(&timed);
}

static void errors_come_back_timed_or_not(void **state)
{
    (void)state;
    for (uint64_t every = 1; every <= 1000; every += 999) {
        struct recorder recorder;
        struct ho_sink *sink;

        recorder_init(&recorder);
        assert_int_equal(latency_open(every, 1, &recorder.sink, &sink), 0);
        sink_around_expect_errors(sink, &recorder);
        recorder_fini(&recorder);
    }
}

static void a_time_is_the_inner_call_and_one_read_of_the_clock(void **state)
{
    static const uint64_t inner_ns[] = {0, 10, 10, 1000000, 20};
    struct latency_times times;
    struct ho_sink *sink;

    (void)state;
    assert_int_equal(latency_open(1, 1, &slow, &sink), 0);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(ho_sink_change(sink, inner_ns[i], 0, NULL, 0), 0);
    assert_ptr_equal(latency_unwrap(sink, &times), &slow);

    assert_int_equal(histogram_total(&times.ns), 5);
    assert_int_equal(times.ns.count[histogram_bucket(CLOCK_NS)], 1);
    assert_int_equal(times.ns.count[histogram_bucket(10 + CLOCK_NS)], 2);
    assert_int_equal(times.ns.count[histogram_bucket(20 + CLOCK_NS)], 1);
    assert_int_equal(times.ns_max, 1000000 + CLOCK_NS);
    assert_true(times.clock_ns == CLOCK_NS);
}

/* Makes so many changes, the i-th of i ns, and gives what was timed. */
static struct latency_times drive(uint64_t every, uint64_t seed, uint64_t changes)
{
    struct latency_times times;
    struct ho_sink *sink;

    assert_int_equal(latency_open(every, seed, &slow, &sink), 0);
    for (uint64_t i = 0; i < changes; i++)
        assert_int_equal(ho_sink_change(sink, i, 0, NULL, 0), 0);
    latency_unwrap(sink, &times);
    return times;
}

static void one_in_so_many_is_timed_on_average(void **state)
{
    struct latency_times times = drive(EVERY, 1, CHANGES);

    (void)state;
    assert_in_range(histogram_total(&times.ns), CHANGES / EVERY * 9 / 10,
                    CHANGES / EVERY * 11 / 10);
    assert_in_range(times.ns_max, CHANGES - 2 * EVERY, CHANGES + CLOCK_NS);
}

/* A source that repeats itself every 16 changes must not have always the same of them timed. */
static void no_step_is_kept(void **state)
{
    struct latency_times times;
    struct ho_sink *sink;
    int positions = 0;

    (void)state;
    assert_int_equal(latency_open(64, 1, &slow, &sink), 0);
    for (uint64_t i = 0; i < CHANGES; i++)
        assert_int_equal(ho_sink_change(sink, i % 16, 0, NULL, 0), 0);
    latency_unwrap(sink, &times);
    for (uint32_t ns = 0; ns < 16; ns++)
        positions += times.ns.count[histogram_bucket(CLOCK_NS + ns)] > 0;
    assert_int_equal(positions, 16);
}

static void the_seed_says_which(void **state)
{
    struct latency_times one = drive(EVERY, 1, CHANGES), again = drive(EVERY, 1, CHANGES);
    struct latency_times other = drive(EVERY, 2, CHANGES);

    (void)state;
    assert_memory_equal(&one.ns, &again.ns, sizeof one.ns);
    assert_memory_not_equal(&one.ns, &other.ns, sizeof one.ns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_reaches_the_inner_sink_as_it_was_made),
        cmocka_unit_test(errors_come_back_timed_or_not),
        cmocka_unit_test(a_time_is_the_inner_call_and_one_read_of_the_clock),
        cmocka_unit_test(one_in_so_many_is_timed_on_average),
        cmocka_unit_test(no_step_is_kept),
        cmocka_unit_test(the_seed_says_which),
    };

    return cmocka_run_group_tests_name("latency", tests, NULL, NULL);
}
