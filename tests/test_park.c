/* The steps of parking at which a wake could be lost, each held still: what the other thread
 * would do between two steps is done by the condition that the waiter looks at. */
#include "tests/test.h"

#include "ring/park.h"

#include <pthread.h>
#include <unistd.h>

static struct ho_park park;
static bool barrier; /* where the system has one, whether it is used */
static unsigned looks;

static void start(void)
{
    ho_park_init(&park);
    park.spin_ns = 0; /* one look, then the announcement */
    park.barrier &= barrier;
    looks = 0;
}

static bool at_once(void *argument)
{
    (void)argument;
    looks++;
    return true;
}

static void what_is_true_already_is_not_waited_for(void **state)
{
    (void)state;
    start();
    assert_true(ho_park_wait(&park, at_once, NULL, HO_PARK_FOREVER));
    assert_int_equal(looks, 1);
    assert_int_equal(park.word, 0); /* nobody was told to wake */
}

static bool at_the_second_look(void *argument)
{
    (void)argument;
    return ++looks == 2;
}

static void what_came_true_before_the_announcement_is_seen_after_it(void **state)
{
    (void)state;
    start();
    /* Nobody wakes: a sleep would be for ever. */
    assert_true(ho_park_wait(&park, at_the_second_look, NULL, HO_PARK_FOREVER));
    assert_int_equal(looks, 2);
}

/* The other side makes it true and wakes right after the second look. */
static bool after_a_wake(void *argument)
{
    (void)argument;
    if (++looks == 2)
        ho_park_wake(&park);
    return looks == 3;
}

static void a_wake_between_the_second_look_and_the_sleep_is_not_lost(void **state)
{
    (void)state;
    start();
    atomic_store(&park.word, UINT32_MAX - 1); /* also where the count wraps */
    assert_true(ho_park_wait(&park, after_a_wake, NULL, HO_PARK_FOREVER));
    assert_int_equal(looks, 3);
}

/* What a wake makes of the word. */
static uint32_t woken(uint32_t word, bool with_barrier)
{
    start();
    park.barrier = with_barrier;
    atomic_store(&park.word, word);
    ho_park_wake(&park);
    return atomic_load(&park.word);
}

static void a_wake_that_meets_no_announcement_leaves_the_word_if_there_is_a_barrier(void **state)
{
    (void)state;
    assert_int_equal(woken(6, true), 6);
    assert_int_equal(woken(6, false), 8);
    for (int with_barrier = 0; with_barrier < 2; with_barrier++) {
        assert_int_equal(woken(7, with_barrier), 8);
        assert_int_equal(woken(UINT32_MAX, with_barrier), 0);
    }
}

static bool never(void *argument)
{
    (void)argument;
    looks++;
    return false;
}

static void a_wait_ends_with_its_time(void **state)
{
    const uint32_t spins_ns[] = {0, 1000, 1000000};

    (void)state;
    for (unsigned i = 0; i < 3; i++)
        for (uint64_t timeout_ns = 0; timeout_ns < 1000000; timeout_ns += 100000) {
            start();
            park.spin_ns = spins_ns[i];
            assert_false(ho_park_wait(&park, never, NULL, timeout_ns));
            assert_true(looks >= 2);
        }
}

static void what_came_true_is_returned_though_the_time_is_over(void **state)
{
    (void)state;
    start();
    assert_true(ho_park_wait(&park, at_once, NULL, 0));
    start();
    assert_true(ho_park_wait(&park, at_the_second_look, NULL, 0));
}

static void a_wait_with_a_time_is_woken_as_any_other(void **state)
{
    (void)state;
    start();
    assert_true(ho_park_wait(&park, after_a_wake, NULL, HO_PARK_FOREVER - 1));
    assert_int_equal(looks, 3);
}

static _Atomic bool made_true;

static bool is_made_true(void *argument)
{
    (void)argument;
    return atomic_load_explicit(&made_true, memory_order_relaxed);
}

static void *wait_for_it(void *argument)
{
    ho_park_wait(argument, is_made_true, NULL, HO_PARK_FOREVER);
    return NULL;
}

static void one_wake_ends_the_sleep_of_all(void **state)
{
    pthread_t threads[3];

    (void)state;
    start();
    atomic_store(&made_true, false);
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, wait_for_it, &park), 0);
    usleep(20000); /* long enough for them to sleep; they need not */
    atomic_store(&made_true, true);
    ho_park_wake(&park);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_true_already_is_not_waited_for),
        cmocka_unit_test(what_came_true_before_the_announcement_is_seen_after_it),
        cmocka_unit_test(a_wake_between_the_second_look_and_the_sleep_is_not_lost),
        cmocka_unit_test(a_wake_that_meets_no_announcement_leaves_the_word_if_there_is_a_barrier),
        cmocka_unit_test(a_wait_ends_with_its_time),
        cmocka_unit_test(what_came_true_is_returned_though_the_time_is_over),
        cmocka_unit_test(a_wait_with_a_time_is_woken_as_any_other),
        cmocka_unit_test(one_wake_ends_the_sleep_of_all),
    };
    int failures;

    alarm(10); /* a lost wake-up is a hang */
    failures = cmocka_run_group_tests_name("as anywhere", tests, NULL, NULL);
    barrier = true;
    return failures + cmocka_run_group_tests_name("as the system can", tests, NULL, NULL);
}
