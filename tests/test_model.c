/* The model checker on programs whose outcomes are known: what C11 allows is found, what it
 * forbids is not. */
#include "tests/test.h"

#include "tests/model.h"

static _Atomic uint64_t x, y;
static char cell;
static memory_order store_order, load_order;
static uint64_t seen[2];
static unsigned added;
static bool found; /* the outcome that is looked for, in any execution */

static void begin(void *argument)
{
    (void)argument;
    seen[0] = seen[1] = 77;
    added = 0;
}

static bool finds(struct model_run run)
{
    run.begin = begin;
    found = false;
    model_explore(&run);
    return found;
}

static void write_cell_and_tell(void *argument)
{
    (void)argument;
    model_write(&cell);
    atomic_store_explicit(&x, 1, store_order);
}

static void read_cell_if_told(void *argument)
{
    (void)argument;
    if (atomic_load_explicit(&x, load_order) != 0)
        model_read(&cell);
}

static void nothing(void *argument)
{
    (void)argument;
}

static bool races(memory_order store, memory_order load)
{
    struct model_run run = {.thread = {write_cell_and_tell, read_cell_if_told}, .end = nothing};

    store_order = store;
    load_order = load;
    finds(run);
    return model_failed();
}

static void a_cell_is_handed_over_by_release_and_acquire_alone(void **state)
{
    (void)state;
    assert_false(races(memory_order_release, memory_order_acquire));
    assert_true(races(memory_order_relaxed, memory_order_acquire));
    assert_true(races(memory_order_release, memory_order_relaxed));
}

static void store_x_load_y(void *argument)
{
    (void)argument;
    atomic_store_explicit(&x, 1, memory_order_release);
    seen[0] = atomic_load_explicit(&y, memory_order_acquire);
}

static void store_y_load_x(void *argument)
{
    (void)argument;
    atomic_store_explicit(&y, 1, memory_order_release);
    seen[1] = atomic_load_explicit(&x, memory_order_acquire);
}

static void both_saw_nothing(void *argument)
{
    (void)argument;
    found |= seen[0] == 0 && seen[1] == 0;
}

static void a_store_may_wait_in_its_buffer(void **state)
{
    struct model_run run = {.thread = {store_x_load_y, store_y_load_x}, .end = both_saw_nothing};

    (void)state;
    run.preemptions = 2;
    assert_false(finds(run)); /* not by interleaving alone */
    run.stale_reads = 1;
    assert_true(finds(run));
}

static void store_twice(void *argument)
{
    (void)argument;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&x, 2, memory_order_relaxed);
}

static void load_twice(void *argument)
{
    (void)argument;
    seen[0] = atomic_load_explicit(&x, memory_order_relaxed);
    seen[1] = atomic_load_explicit(&x, memory_order_relaxed);
}

static void went_back(void *argument)
{
    (void)argument;
    found |= seen[0] > seen[1];
}

static void one_location_is_never_seen_to_go_back(void **state)
{
    struct model_run run = {
        .thread = {store_twice, load_twice}, .end = went_back, .preemptions = 3, .stale_reads = 3};

    (void)state;
    assert_false(finds(run));
}

static void add(uint64_t from)
{
    added += atomic_compare_exchange_strong_explicit(&x, &from, from + 1, memory_order_relaxed,
                                                     memory_order_relaxed);
}

static void add_to_one(void *argument)
{
    (void)argument;
    add(1);
}

static void read_cell_if_added(void *argument)
{
    (void)argument;
    if (atomic_load_explicit(&x, memory_order_acquire) == 2)
        model_read(&cell);
}

static void a_relaxed_exchange_hands_a_release_on(void **state)
{
    struct model_run run = {.thread = {write_cell_and_tell, add_to_one, read_cell_if_added},
                            .end = nothing,
                            .preemptions = 2,
                            .stale_reads = 2};

    (void)state;
    store_order = memory_order_release;
    finds(run);
    assert_false(model_failed());
    store_order = memory_order_relaxed;
    finds(run);
    assert_true(model_failed());
}

static void add_to_nothing(void *argument)
{
    (void)argument;
    add(0);
}

static void not_one_added(void *argument)
{
    (void)argument;
    found |= added != 1;
}

static void of_two_exchanges_of_one_value_one_succeeds(void **state)
{
    struct model_run run = {.thread = {add_to_nothing, add_to_nothing},
                            .end = not_one_added,
                            .preemptions = 2,
                            .stale_reads = 2};

    (void)state;
    assert_false(finds(run));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cell_is_handed_over_by_release_and_acquire_alone),
        cmocka_unit_test(a_store_may_wait_in_its_buffer),
        cmocka_unit_test(one_location_is_never_seen_to_go_back),
        cmocka_unit_test(a_relaxed_exchange_hands_a_release_on),
        cmocka_unit_test(of_two_exchanges_of_one_value_one_succeeds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
