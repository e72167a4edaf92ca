/* Every queue of the queue benchmark, one thread: what it promises in peer.h. */
#include "tests/test.h"

#include "harness/peers/peer.h"
#include "harness/peers/peer_item.h"

#include <string.h>

/* More than any queue refuses in a row although there is room. */
#define TRIES 100

#define CHUNKS 16 /* of the chunk ring, each with one item if they are pushed one by one */

static const uint32_t sizes[] = {8, 16, 32, 64};
static const uint32_t capacities[] = {1, 2, 3, 4, 5, 100};

/* A queue, and the numbers of the next item to go in and to come out. */
struct fixture {
    const struct peer_ops *ops;
    struct peer *peer;
    struct peer_options options;
    uint64_t pushed, popped;
    uint64_t holds; /* items */
};

static void push_item(const struct fixture *fixture, uint64_t number, uint64_t *item)
{
    peer_item_fill(item, fixture->options.item_bytes, number);
}

static bool try_push(struct fixture *fixture)
{
    uint64_t item[PEER_ITEM_BYTES_MAX / 8];

    push_item(fixture, fixture->pushed, item);
    if (!fixture->ops->try_push(fixture->peer, item))
        return false;
    fixture->pushed++;
    return true;
}

static uint64_t overwrite(struct fixture *fixture)
{
    uint64_t item[PEER_ITEM_BYTES_MAX / 8];

    push_item(fixture, fixture->pushed++, item);
    return fixture->ops->push_overwrite(fixture->peer, item);
}

static void is_next(struct fixture *fixture, const uint64_t *item)
{
    assert_int_equal(peer_item_number(item), fixture->popped++);
    assert_true(peer_item_whole(item, fixture->options.item_bytes));
}

static bool try_pop(struct fixture *fixture)
{
    uint64_t item[PEER_ITEM_BYTES_MAX / 8];

    if (!fixture->ops->try_pop(fixture->peer, item))
        return false;
    is_next(fixture, item);
    return true;
}

static void fill(struct fixture *fixture)
{
    for (int tries = 0; tries < TRIES; tries++)
        while (try_push(fixture))
            tries = 0;
}

static void drain(struct fixture *fixture)
{
    while (try_pop(fixture))
        ;
    assert_int_equal(fixture->popped, fixture->pushed);
}

/* Runs the case for every queue, size and capacity, with a queue that was filled and drained. */
static void for_each(void (*run)(struct fixture *fixture))
{
    for (const struct peer_ops *const *ops = peer_table; *ops; ops++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes * 6; i++) {
            struct fixture fixture = {
                .ops = *ops,
                .options = {.capacity = capacities[i % 6], .item_bytes = sizes[i / 6]}};

            fixture.options.consumers = 1;
            assert_int_equal((*ops)->open(&fixture.options, &fixture.peer), 0);
            fill(&fixture);
            fixture.holds = fixture.pushed;
            drain(&fixture);
            run(&fixture);
            (*ops)->close(fixture.peer);
        }
    }
}

static void holds_about_its_capacity(struct fixture *fixture)
{
    uint64_t capacity = fixture->options.capacity;

    if (strcmp(fixture->ops->name, "chunk-ring") == 0)
        capacity = CHUNKS;
    assert_true(fixture->holds >= 1);
    assert_in_range(fixture->holds, capacity - 1, 2 * capacity);
}

static void a_full_queue_refuses(void **state)
{
    (void)state;
    for_each(holds_about_its_capacity);
}

static void goes_round(struct fixture *fixture)
{
    for (uint64_t step = 0; step < 5 * fixture->holds + 20; step++) {
        for (uint64_t i = 0; i < step % 4; i++)
            try_push(fixture);
        for (uint64_t i = 0; i < step % 3; i++)
            try_pop(fixture);
        assert_true(fixture->pushed - fixture->popped <= fixture->holds);
    }
    assert_true(fixture->pushed > 2 * fixture->holds);
    fill(fixture);
    assert_int_equal(fixture->pushed - fixture->popped, fixture->holds);
    assert_true(try_pop(fixture));
    fill(fixture);
    assert_int_equal(fixture->pushed - fixture->popped, fixture->holds);
    drain(fixture);
    assert_false(try_pop(fixture));
}

static void items_come_out_as_they_went_in(void **state)
{
    (void)state;
    for_each(goes_round);
}

static void loses_the_oldest(struct fixture *fixture)
{
    if (!fixture->ops->push_overwrite)
        return;
    for (uint64_t i = 0; i < fixture->holds; i++)
        assert_int_equal(overwrite(fixture), 0);
    for (uint64_t i = 0; i < 3 * fixture->holds + 1; i++) {
        assert_int_equal(overwrite(fixture), 1);
        fixture->popped++;
    }
    assert_true(try_pop(fixture));
    assert_int_equal(overwrite(fixture), 0);
    assert_int_equal(overwrite(fixture), 1);
    fixture->popped++;
    drain(fixture);
}

static void overwriting_loses_the_oldest_and_says_how_many(void **state)
{
    (void)state;
    for_each(loses_the_oldest);
}

static void waits_in_vain(struct fixture *fixture)
{
    uint64_t item[PEER_ITEM_BYTES_MAX / 8];

    if (!fixture->ops->pop_wait)
        return;
    assert_false(fixture->ops->pop_wait(fixture->peer, item, 0));
    assert_false(fixture->ops->pop_wait(fixture->peer, item, 100000));
    assert_true(try_push(fixture));
    assert_true(fixture->ops->pop_wait(fixture->peer, item, UINT64_C(60) * 1000000000));
    is_next(fixture, item);
}

static void waiting_ends_with_an_item_or_in_time(void **state)
{
    (void)state;
    for_each(waits_in_vain);
}

static void count_pause(void *argument)
{
    ++*(int *)argument;
}

static void pauses_once(struct fixture *fixture)
{
    uint64_t item[PEER_ITEM_BYTES_MAX / 8];
    int pauses = 0;

    if (!fixture->ops->pop_paused)
        return;
    assert_false(fixture->ops->pop_paused(fixture->peer, item, count_pause, &pauses));
    assert_int_equal(pauses, 0);
    fill(fixture);
    assert_true(fixture->ops->pop_paused(fixture->peer, item, count_pause, &pauses));
    is_next(fixture, item);
    assert_int_equal(pauses, 1);
    drain(fixture);
}

static void a_pop_that_pauses_is_a_pop(void **state)
{
    (void)state;
    for_each(pauses_once);
}

static void overwrite_all(void *argument)
{
    struct fixture *fixture = argument;

    for (uint64_t i = 0; i < 2 * fixture->holds; i++)
        fixture->popped += overwrite(fixture);
}

static void is_overtaken(struct fixture *fixture)
{
    uint64_t item[PEER_ITEM_BYTES_MAX / 8];

    if (strcmp(fixture->ops->name, "spmc") != 0)
        return;
    fill(fixture);
    assert_true(fixture->ops->pop_paused(fixture->peer, item, overwrite_all, fixture));
    is_next(fixture, item);
    assert_int_equal(fixture->pushed - fixture->popped, fixture->holds - 1);
    drain(fixture);
}

/* The consumer is stopped in the middle of a pop while the producer goes round twice. */
static void our_consumer_can_be_overtaken(void **state)
{
    (void)state;
    for_each(is_overtaken);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_queue_refuses),
        cmocka_unit_test(items_come_out_as_they_went_in),
        cmocka_unit_test(overwriting_loses_the_oldest_and_says_how_many),
        cmocka_unit_test(waiting_ends_with_an_item_or_in_time),
        cmocka_unit_test(a_pop_that_pauses_is_a_pop),
        cmocka_unit_test(our_consumer_can_be_overtaken),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
