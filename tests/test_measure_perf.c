/* Counting, with events that the kernel counts by itself, since not every machine lets a
 * processor's counters be seen. */
#include "harness/measure.h"
#include "harness/measure_perf.h"
#include "tests/test.h"

#include <math.h>
#include <pthread.h>

/* The CPU time in ns (PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK); and what nobody knows. */
static const struct measure_event events[MEASURE_EVENTS] = {
    {1, 1}, {0xffff, 0}, {1, 1}, {0xffff, 0}};

static void *burn_20_ms(void *unused)
{
    uint64_t start = measure_thread_cpu_ns();

    while (measure_thread_cpu_ns() - start < 20000000)
        ;
    return unused;
}

/* What was counted for this thread, or also for another one that it starts, which burns 20 ms. */
static void count_another_thread(bool threads, double counted[MEASURE_EVENTS])
{
    struct measure_count from[MEASURE_EVENTS], to[MEASURE_EVENTS];
    struct measure_perf perf;
    pthread_t other;

    measure_perf_open(&perf, events, threads);
    measure_perf_read(&perf, from);
    assert_int_equal(pthread_create(&other, NULL, burn_20_ms, NULL), 0);
    pthread_join(other, NULL);
    measure_perf_read(&perf, to);
    measure_perf_close(&perf);
    for (int i = 0; i < MEASURE_EVENTS; i++)
        counted[i] = measure_perf_between(&from[i], &to[i]);
}

static void threads_are_counted_if_they_are_to_be(void **state)
{
    double counted[MEASURE_EVENTS];

    (void)state;
    count_another_thread(true, counted);
    if (isnan(counted[0]))
        skip(); /* no such system call, or not allowed */
    assert_true(counted[0] >= 15e6);
    assert_true(counted[2] >= 15e6);
    count_another_thread(false, counted);
    assert_true(counted[0] > 0 && counted[0] < 15e6);
}

static void what_cannot_be_counted_is_no_number_and_no_failure(void **state)
{
    struct measure_count from[MEASURE_EVENTS], to[MEASURE_EVENTS];
    struct measure_perf perf;

    (void)state;
    measure_perf_open(&perf, events, true);
    measure_perf_read(&perf, from);
    burn_20_ms(NULL);
    measure_perf_read(&perf, to);
    measure_perf_close(&perf);
    for (int i = 1; i < MEASURE_EVENTS; i += 2) {
        assert_true(isnan(measure_perf_between(&from[i], &to[i])));
        assert_true(isnan(measure_perf_share(&from[i], &to[i])));
    }
}

static void a_count_for_part_of_the_time_is_scaled_up_and_the_part_told(void **state)
{
    const struct measure_count from = {1000, 500, 400}, to = {1300, 900, 500};

    (void)state;
    assert_true(measure_perf_share(&from, &to) == 0.25);
    assert_true(measure_perf_between(&from, &to) == 1200);
}

static void a_count_for_none_of_the_time_is_no_number(void **state)
{
    const struct measure_count from = {1000, 500, 400}, to = {1000, 900, 400};

    (void)state;
    assert_true(isnan(measure_perf_share(&from, &to)));
    assert_true(isnan(measure_perf_between(&from, &to)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_are_counted_if_they_are_to_be),
        cmocka_unit_test(what_cannot_be_counted_is_no_number_and_no_failure),
        cmocka_unit_test(a_count_for_part_of_the_time_is_scaled_up_and_the_part_told),
        cmocka_unit_test(a_count_for_none_of_the_time_is_no_number),
    };

    return cmocka_run_group_tests_name("measure_perf", tests, NULL, NULL);
}
