#include "tests/test.h"

#include "ring/spmc_queue.h"

#include <errno.h>
#include <unistd.h>

static const uint32_t capacities[] = {1, 2, 3, 5};
static const uint64_t starts[] = {0, 1, UINT64_MAX - 6}; /* the last wraps on the way */

/* Runs check for each capacity and start, on an empty queue. */
static void each(void (*check)(struct ho_spmc_queue *queue))
{
    for (unsigned i = 0; i < sizeof capacities / sizeof *capacities; i++)
        for (unsigned j = 0; j < sizeof starts / sizeof *starts; j++) {
            struct ho_spmc_queue queue;

            assert_int_equal(ho_spmc_queue_init(&queue, capacities[i], starts[j]), 0);
            check(&queue);
            ho_spmc_queue_fini(&queue);
        }
}

static void pops(struct ho_spmc_queue *queue, uint64_t expected)
{
    uint64_t word = UINT64_MAX;

    assert_true(ho_spmc_queue_try_pop(queue, &word));
    assert_int_equal(word, expected);
}

static void is_empty(struct ho_spmc_queue *queue)
{
    uint64_t word = 77;

    assert_int_equal(ho_spmc_queue_count(queue), 0);
    assert_false(ho_spmc_queue_try_pop(queue, &word));
    assert_int_equal(word, 77);
}

static void an_empty_queue_gives_nothing(void **state)
{
    (void)state;
    each(is_empty);
}

static void takes_capacity(struct ho_spmc_queue *queue)
{
    for (uint64_t lap = 0; lap < 5; lap++) {
        for (uint64_t i = 0; i < queue->capacity; i++) {
            assert_int_equal(ho_spmc_queue_count(queue), i);
            assert_true(ho_spmc_queue_try_push(queue, i));
        }
        assert_false(ho_spmc_queue_try_push(queue, 99));
        assert_int_equal(ho_spmc_queue_count(queue), queue->capacity);
        for (uint64_t i = 0; i < queue->capacity; i++)
            pops(queue, i);
        is_empty(queue);
    }
}

static void capacity_is_exact(void **state)
{
    (void)state;
    each(takes_capacity);
}

static void keeps_order(struct ho_spmc_queue *queue)
{
    uint64_t pushed = 0, popped = 0;

    for (unsigned step = 0; step < 60; step++) {
        for (unsigned i = 0; i < step % 4; i++)
            pushed += ho_spmc_queue_try_push(queue, pushed);
        for (unsigned i = 0; i < step % 3 && popped < pushed; i++)
            pops(queue, popped++);
        assert_int_equal(ho_spmc_queue_count(queue), pushed - popped);
    }
    assert_true(pushed > 20);
}

static void words_come_in_order(void **state)
{
    (void)state;
    each(keeps_order);
}

static void displaces_the_oldest(struct ho_spmc_queue *queue)
{
    uint64_t displaced, capacity = queue->capacity, pushes = 4 * capacity + 1;

    for (uint64_t i = 0; i < pushes; i++) {
        assert_int_equal(ho_spmc_queue_push_overwrite(queue, i, &displaced), i >= capacity);
        if (i >= capacity)
            assert_int_equal(displaced, i - capacity);
        assert_int_equal(ho_spmc_queue_count(queue), i < capacity ? i + 1 : capacity);
    }
    for (uint64_t i = pushes - capacity; i < pushes; i++)
        pops(queue, i);
    is_empty(queue);
}

static void a_full_queue_gives_up_its_oldest_word_and_no_other(void **state)
{
    (void)state;
    each(displaces_the_oldest);
}

static void displaces_only_when_full(struct ho_spmc_queue *queue)
{
    uint64_t displaced, next = queue->capacity;

    for (uint64_t i = 0; i < queue->capacity; i++)
        assert_true(ho_spmc_queue_try_push(queue, i));
    for (uint64_t oldest = 0; oldest < 20; oldest++) {
        pops(queue, oldest);
        assert_false(ho_spmc_queue_push_overwrite(queue, next++, &displaced));
        assert_false(ho_spmc_queue_try_push(queue, 99));
    }
}

static void where_a_word_was_popped_none_is_displaced(void **state)
{
    (void)state;
    each(displaces_only_when_full);
}

static void any_word_of_63_bits_comes_back(void **state)
{
    const uint64_t words[] = {0, 1, UINT64_C(1) << 62, HO_SPMC_WORD_MAX};
    struct ho_spmc_queue queue;

    (void)state;
    for (uint64_t start = 0; start < 2; start++) { /* either parity */
        assert_int_equal(ho_spmc_queue_init(&queue, 1, start), 0);
        for (unsigned i = 0; i < 4; i++) {
            uint64_t displaced;

            assert_true(ho_spmc_queue_try_push(&queue, words[i]));
            assert_true(ho_spmc_queue_push_overwrite(&queue, words[3 - i], &displaced));
            assert_int_equal(displaced, words[i]);
            pops(&queue, words[3 - i]);
        }
        ho_spmc_queue_fini(&queue);
    }
}

/* Of 64 words a consumer tells with every fourth. */
static void room_that_nobody_told_of_is_found_after_some_refusals(void **state)
{
    struct ho_spmc_queue queue;

    (void)state;
    assert_int_equal(ho_spmc_queue_init(&queue, 64, 0), 0);
    for (uint64_t i = 0; i < 64; i++)
        assert_true(ho_spmc_queue_try_push(&queue, i));
    pops(&queue, 0);
    for (unsigned i = 1; i < HO_SPMC_LOOK_EVERY; i++)
        assert_false(ho_spmc_queue_try_push(&queue, 64));
    assert_true(ho_spmc_queue_try_push(&queue, 64));
    for (uint64_t i = 1; i < 4; i++)
        pops(&queue, i);
    assert_true(ho_spmc_queue_try_push(&queue, 65)); /* was told */
    ho_spmc_queue_fini(&queue);
}

/* push_overwrite does not go by what it was told: it would lose a word for nothing. */
static void room_that_nobody_told_of_is_not_made_twice(void **state)
{
    struct ho_spmc_queue queue;
    uint64_t displaced;

    (void)state;
    assert_int_equal(ho_spmc_queue_init(&queue, 64, 0), 0);
    for (uint64_t i = 0; i < 64; i++)
        assert_true(ho_spmc_queue_try_push(&queue, i));
    pops(&queue, 0);
    pops(&queue, 1);
    assert_false(ho_spmc_queue_push_overwrite(&queue, 64, &displaced));
    assert_false(ho_spmc_queue_push_overwrite(&queue, 65, &displaced));
    assert_true(ho_spmc_queue_push_overwrite(&queue, 66, &displaced));
    assert_int_equal(displaced, 2);
    ho_spmc_queue_fini(&queue);
}

static void capacities_out_of_range_are_refused(void **state)
{
    struct ho_spmc_queue queue;

    (void)state;
    assert_int_equal(ho_spmc_queue_init(&queue, 0, 0), -EINVAL);
    assert_int_equal(ho_spmc_queue_init(&queue, (UINT32_C(1) << 31) + 1, 0), -EINVAL);
}

static void a_wait_ends_with_a_word_or_with_its_time(void **state)
{
    struct ho_spmc_queue queue;
    uint64_t word = 77;

    (void)state;
    assert_int_equal(ho_spmc_queue_init(&queue, 2, 0), 0);
    assert_false(ho_spmc_queue_pop_wait(&queue, &word, 0));
    assert_false(ho_spmc_queue_pop_wait(&queue, &word, 100000));
    assert_int_equal(word, 77);
    assert_true(ho_spmc_queue_try_push(&queue, 5)); /* wakes: somebody has announced */
    assert_true(ho_spmc_queue_pop_wait(&queue, &word, 0));
    assert_int_equal(word, 5);
    assert_true(ho_spmc_queue_try_push(&queue, 6));
    assert_true(ho_spmc_queue_pop_wait(&queue, &word, HO_PARK_FOREVER));
    assert_int_equal(word, 6);
    ho_spmc_queue_fini(&queue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_queue_gives_nothing),
        cmocka_unit_test(capacity_is_exact),
        cmocka_unit_test(words_come_in_order),
        cmocka_unit_test(a_full_queue_gives_up_its_oldest_word_and_no_other),
        cmocka_unit_test(where_a_word_was_popped_none_is_displaced),
        cmocka_unit_test(any_word_of_63_bits_comes_back),
        cmocka_unit_test(room_that_nobody_told_of_is_found_after_some_refusals),
        cmocka_unit_test(room_that_nobody_told_of_is_not_made_twice),
        cmocka_unit_test(capacities_out_of_range_are_refused),
        cmocka_unit_test(a_wait_ends_with_a_word_or_with_its_time),
    };

    alarm(10); /* a wait that does not end */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
