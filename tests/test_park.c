/* The steps of parking at which a wake could be lost, each held still: what the other thread
 * would do between two steps is done by the condition that the waiter looks at. */
#include "tests/test.h"

#include "ring/park.h"

#include <pthread.h>
#include <unistd.h>

static struct ho_park park;
static unsigned looks;

static void start(void)
{
    ho_park_init(&park);
    park.spin_ns = 0; /* one look, then the announcement */
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
    ho_park_wait(&park, at_once, NULL, HO_PARK_FOREVER);
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
    ho_park_wait(&park, at_the_second_look, NULL,
                 HO_PARK_FOREVER); /* nobody wakes: a sleep would be for ever */
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
    ho_park_wait(&park, after_a_wake, NULL, HO_PARK_FOREVER);
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
        cmocka_unit_test(one_wake_ends_the_sleep_of_all),
    };

    alarm(10); /* a lost wake-up is a hang */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
