/* Linked with -Wl,--wrap, so that no test sleeps. */
#include "harness/stall.h"
#include "tests/sink_around.h"
#include "tests/test.h"

#include <errno.h>
#include <time.h>

#define CHANGES 100000
#define EVERY   50
#define US      1000

static uint64_t sleeps, slept_us, longest_us;
static uint64_t interruptions; /* that are still to come */

int __wrap_nanosleep(const struct timespec *duration, struct timespec *left);

int __wrap_nanosleep(const struct timespec *duration, struct timespec *left)
{
    uint64_t us = (uint64_t)duration->tv_sec * 1000000 + (uint64_t)duration->tv_nsec / 1000;

    assert_in_range(duration->tv_nsec, 0, 999999999);
    sleeps++;
    slept_us += us;
    if (us > longest_us)
        longest_us = us;
    if (interruptions == 0)
        return 0;
    interruptions--;
    left->tv_sec = duration->tv_sec;
    left->tv_nsec = duration->tv_nsec;
    errno = EINTR;
    return -1;
}

static int forget_sleeps(void **state)
{
    (void)state;
    sleeps = slept_us = longest_us = interruptions = 0;
    return 0;
}

static void every_call_reaches_the_inner_sink_as_it_was_made(void **state)
{
    struct recorder stalled;
    struct ho_sink *sink;

    (void)state;
    recorder_init(&stalled);
    assert_int_equal(stall_open(3, US, 1, &stalled.sink, &sink), 0);
    sink_around_expect_calls(sink, &stalled);
    assert_true(sleeps > 0);
    recorder_fini(&stalled);
}

static void errors_come_back(void **state)
{
    struct recorder recorder;
    struct ho_sink *sink;

    (void)state;
    recorder_init(&recorder);
    assert_int_equal(stall_open(1, US, 1, &recorder.sink, &sink), 0);
    sink_around_expect_errors(sink, &recorder);
    recorder_fini(&recorder);
}

/* Makes so many changes; gives the number of the last one before which there was a stall. */
static uint64_t drive(uint64_t every, uint64_t us, uint64_t seed, uint64_t changes)
{
    struct recorder recorder;
    uint64_t last = 0, before;
    struct ho_sink *sink;

    recorder_init(&recorder);
    assert_int_equal(stall_open(every, us, seed, &recorder.sink, &sink), 0);
    for (uint64_t i = 0; i < changes; i++) {
        before = sleeps;
        assert_int_equal(ho_sink_change(sink, i, 0, NULL, 0), 0);
        if (sleeps > before)
            last = i;
    }
    assert_ptr_equal(stall_unwrap(sink), &recorder.sink);
    assert_int_equal(recorder.closed, 0);
    recorder_fini(&recorder);
    return last;
}

static void distances_and_lengths_are_as_told_on_average(void **state)
{
    (void)state;
    drive(EVERY, US, 7, CHANGES);
    assert_in_range(sleeps, CHANGES / EVERY * 9 / 10, CHANGES / EVERY * 11 / 10);
    assert_in_range(slept_us / sleeps, US * 9 / 10, US * 11 / 10);
    assert_in_range(longest_us, US, 2 * US);
}

static void every_1_is_before_each_change(void **state)
{
    (void)state;
    drive(1, 0, 7, 100);
    assert_int_equal(sleeps, 100);
    assert_int_equal(slept_us, 0);
}

static void the_seed_says_where(void **state)
{
    (void)state;
    assert_int_equal(drive(EVERY, US, 7, CHANGES), drive(EVERY, US, 7, CHANGES));
    assert_int_not_equal(drive(EVERY, US, 7, 10 * EVERY), drive(EVERY, US, 8, 10 * EVERY));
}

static void an_interrupted_stall_goes_on(void **state)
{
    (void)state;
    interruptions = 2;
    drive(1, US, 7, 1);
    assert_int_equal(sleeps, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(every_call_reaches_the_inner_sink_as_it_was_made, forget_sleeps),
        cmocka_unit_test_setup(errors_come_back, forget_sleeps),
        cmocka_unit_test_setup(distances_and_lengths_are_as_told_on_average, forget_sleeps),
        cmocka_unit_test_setup(every_1_is_before_each_change, forget_sleeps),
        cmocka_unit_test_setup(the_seed_says_where, forget_sleeps),
        cmocka_unit_test_setup(an_interrupted_stall_goes_on, forget_sleeps),
    };

    return cmocka_run_group_tests_name("stall", tests, NULL, NULL);
}
