#include "tests/test.h"

#include "ring/index_queue.h"

#include <errno.h>

static void an_empty_queue_gives_nothing(void **state)
{
    struct ho_index_queue queue;
    uint32_t index = 77;

    (void)state;
    assert_int_equal(ho_index_queue_init(&queue, 1, 0), 0);
    assert_false(ho_index_queue_try_pop(&queue, &index));
    assert_int_equal(index, 77);
    assert_int_equal(ho_index_queue_count(&queue), 0);
    ho_index_queue_fini(&queue);
}

static void a_full_queue_takes_nothing(void **state)
{
    (void)state;
    for (uint32_t capacity = 1; capacity <= 8; capacity *= 2) {
        struct ho_index_queue queue;
        uint32_t index;

        assert_int_equal(ho_index_queue_init(&queue, capacity, 0), 0);
        for (uint32_t i = 0; i < capacity; i++)
            assert_true(ho_index_queue_try_push(&queue, i));
        assert_false(ho_index_queue_try_push(&queue, 99));
        assert_int_equal(ho_index_queue_count(&queue), capacity);
        assert_true(ho_index_queue_try_pop(&queue, &index));
        assert_int_equal(index, 0);
        assert_true(ho_index_queue_try_push(&queue, 99));
        assert_false(ho_index_queue_try_push(&queue, 100));
        ho_index_queue_fini(&queue);
    }
}

static void indices_come_in_order_across_the_wrap(void **state)
{
    (void)state;
    for (uint32_t capacity = 1; capacity <= 5; capacity++) {
        struct ho_index_queue queue;
        uint32_t pushed = 0, popped = 0, index;

        /* The counters pass 2^32 in the middle of this. */
        assert_int_equal(ho_index_queue_init(&queue, capacity, UINT32_MAX - 10), 0);
        for (int step = 0; step < 60; step++) {
            for (int i = 0; i < step % 4; i++)
                pushed += ho_index_queue_try_push(&queue, pushed);
            for (int i = 0; i < step % 3; i++)
                if (ho_index_queue_try_pop(&queue, &index))
                    assert_int_equal(index, popped++);
            assert_int_equal(ho_index_queue_count(&queue), pushed - popped);
            assert_true(pushed - popped <= 8);
        }
        assert_true(pushed > 20);
        ho_index_queue_fini(&queue);
    }
}

static void capacities_out_of_range_are_refused(void **state)
{
    struct ho_index_queue queue;

    (void)state;
    assert_int_equal(ho_index_queue_init(&queue, 0, 0), -EINVAL);
    assert_int_equal(ho_index_queue_init(&queue, (UINT32_C(1) << 31) + 1, 0), -EINVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_queue_gives_nothing),
        cmocka_unit_test(a_full_queue_takes_nothing),
        cmocka_unit_test(indices_come_in_order_across_the_wrap),
        cmocka_unit_test(capacities_out_of_range_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
