/* Where the waker may end at L, what it has made true can still wait in its processor's store
 * buffer: the waiter's barrier brings it out. Here the barrier is replaced at link time by what
 * it does to the other processor, and nobody wakes. */
#include "tests/test.h"

#include "ring/park.h"

#include <unistd.h>

static struct ho_park park;
static bool visible;
static unsigned barriers;

void __wrap_ho_park_barrier(void);

void __wrap_ho_park_barrier(void)
{
    /* The waker's load L may come at any moment from here on. */
    assert_int_equal(atomic_load(&park.word) & 1, 1);
    visible = true;
    barriers++;
}

static bool is_visible(void *argument)
{
    (void)argument;
    return visible;
}

static void start(bool barrier)
{
    ho_park_init(&park);
    park.spin_ns = 0;
    park.barrier = barrier;
    visible = false;
    barriers = 0;
}

static void the_second_look_sees_what_was_in_a_store_buffer(void **state)
{
    (void)state;
    start(true);
    assert_true(ho_park_wait(&park, is_visible, NULL, HO_PARK_FOREVER)); /* else it is for ever */
    assert_int_equal(barriers, 1);
}

static void where_every_wake_exchanges_no_barrier_is_made(void **state)
{
    (void)state;
    start(false);
    assert_false(ho_park_wait(&park, is_visible, NULL, 0));
    assert_int_equal(barriers, 0);
}

static void what_is_true_already_costs_no_barrier(void **state)
{
    (void)state;
    start(true);
    visible = true;
    assert_true(ho_park_wait(&park, is_visible, NULL, HO_PARK_FOREVER));
    assert_int_equal(barriers, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_second_look_sees_what_was_in_a_store_buffer),
        cmocka_unit_test(where_every_wake_exchanges_no_barrier_is_made),
        cmocka_unit_test(what_is_true_already_costs_no_barrier),
    };

    alarm(10); /* a sleep that nobody ends */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
