/* Every queue of the queue benchmark with real threads: nothing is lost, doubled or damaged, and
 * what is lost to overwriting is told. */
#include "tests/test.h"

#include "harness/peers/peer.h"
#include "harness/peers/peer_item.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

#define ITEMS         3000
#define CONSUMERS_MAX 3u
#define WAIT_NS       2000000

struct shared {
    const struct peer_ops *ops;
    struct peer *peer;
    uint32_t item_bytes;
    atomic_bool ended;
};

struct consumer {
    struct shared *shared;
    pthread_t thread;
    struct peer_tally tally;
};

static bool ended(const void *argument)
{
    const struct shared *shared = argument;

    return atomic_load_explicit(&shared->ended, memory_order_acquire);
}

static void end(struct shared *shared)
{
    atomic_store_explicit(&shared->ended, true, memory_order_release);
}

static void open_shared(struct shared *shared, const struct peer_ops *ops,
                        const struct peer_options *options)
{
    *shared = (struct shared){.ops = ops, .item_bytes = options->item_bytes};
    assert_int_equal(ops->open(options, &shared->peer), 0);
}

static void add(struct shared *shared, struct peer_tally *tally, uint64_t *next,
                const uint64_t *item)
{
    tally->items++;
    tally->sum += peer_item_number(item);
    tally->backward += peer_item_number(item) < *next;
    tally->damaged += !peer_item_whole(item, shared->item_bytes);
    *next = peer_item_number(item) + 1;
}

static struct peer_tally run_consumers(struct shared *shared, uint32_t count,
                                       void *(*consume)(void *argument),
                                       void (*produce)(struct shared *shared))
{
    struct consumer consumers[CONSUMERS_MAX];
    struct peer_tally all = {0};

    for (uint32_t i = 0; i < count; i++) {
        consumers[i] = (struct consumer){.shared = shared};
        assert_int_equal(pthread_create(&consumers[i].thread, NULL, consume, &consumers[i]), 0);
    }
    produce(shared);
    end(shared);
    for (uint32_t i = 0; i < count; i++) {
        pthread_join(consumers[i].thread, NULL);
        all.items += consumers[i].tally.items;
        all.sum += consumers[i].tally.sum;
        assert_int_equal(consumers[i].tally.backward, 0);
        assert_int_equal(consumers[i].tally.damaged, 0);
    }
    return all;
}

static void *pop_run(void *argument)
{
    struct consumer *consumer = argument;
    struct shared *shared = consumer->shared;

    shared->ops->pop_run(shared->peer, ended, shared, &consumer->tally);
    return NULL;
}

static void push_run(struct shared *shared)
{
    shared->ops->push_run(shared->peer, 0, ITEMS / 2 + 1);
    shared->ops->push_run(shared->peer, ITEMS / 2 + 1, ITEMS - ITEMS / 2 - 1);
}

static void every_item_arrives_once(void **state)
{
    (void)state;
    for (const struct peer_ops *const *ops = peer_table; *ops; ops++) {
        for (uint32_t consumers = 1; consumers <= CONSUMERS_MAX; consumers++) {
            for (uint32_t i = 0; i < 8 && consumers <= (*ops)->consumers_max; i++) {
                struct peer_options options = {
                    .capacity = i / 4 ? 256 : 3, .item_bytes = 8u << i % 4, .consumers = consumers};
                struct shared shared;

                open_shared(&shared, *ops, &options);
                struct peer_tally all = run_consumers(&shared, consumers, pop_run, push_run);
                assert_int_equal(all.items, ITEMS);
                assert_int_equal(all.sum, (uint64_t)ITEMS * (ITEMS - 1) / 2);
                (*ops)->close(shared.peer);
            }
        }
    }
}

static void yield(void *argument)
{
    (void)argument;
    for (int i = 0; i < 3; i++)
        sched_yield();
}

/* Stops in the middle of every so many pops. */
static void *pop_with_pauses(void *argument)
{
    struct consumer *consumer = argument;
    struct shared *shared = consumer->shared;
    const struct peer_ops *ops = shared->ops;
    uint64_t item[PEER_ITEM_BYTES_MAX / 8], next = 0;
    bool ending = false;

    for (;;) {
        bool popped = consumer->tally.items % 64 == 0
                          ? ops->pop_paused(shared->peer, item, yield, NULL)
                          : ops->try_pop(shared->peer, item);

        if (popped)
            add(shared, &consumer->tally, &next, item);
        else if (ending)
            return NULL;
        else
            ending = ended(shared);
    }
}

static uint64_t lost;

static void overwrite_run(struct shared *shared)
{
    uint64_t item[PEER_ITEM_BYTES_MAX / 8];

    lost = 0;
    for (uint64_t i = 0; i < ITEMS; i++) {
        peer_item_fill(item, shared->item_bytes, i);
        lost += shared->ops->push_overwrite(shared->peer, item);
    }
}

static void what_overwriting_loses_is_told(void **state)
{
    (void)state;
    for (const struct peer_ops *const *ops = peer_table; *ops; ops++) {
        for (uint32_t i = 0; i < 8 && (*ops)->push_overwrite; i++) {
            struct peer_options options = {
                .capacity = i / 4 ? 256 : 3, .item_bytes = 8u << i % 4, .consumers = 1 + i % 2};
            struct shared shared;

            open_shared(&shared, *ops, &options);
            struct peer_tally all = run_consumers(&shared, options.consumers, pop_with_pauses,
                                                  overwrite_run);
            assert_int_equal(all.items + lost, ITEMS);
            (*ops)->close(shared.peer);
        }
    }
}

static void *pop_waiting(void *argument)
{
    struct consumer *consumer = argument;
    struct shared *shared = consumer->shared;
    uint64_t item[PEER_ITEM_BYTES_MAX / 8], next = 0;
    bool ending = false;

    for (;;) {
        if (shared->ops->pop_wait(shared->peer, item, WAIT_NS))
            add(shared, &consumer->tally, &next, item);
        else if (ending)
            return NULL;
        else
            ending = ended(shared);
    }
}

/* In bursts, so that consumers fall asleep. */
static void push_bursts(struct shared *shared)
{
    uint64_t item[PEER_ITEM_BYTES_MAX / 8];

    for (uint64_t i = 0; i < ITEMS / 10; i++) {
        peer_item_fill(item, shared->item_bytes, i);
        while (!shared->ops->try_push(shared->peer, item))
            sched_yield();
        if (i % 100 == 0)
            usleep(100);
    }
}

static void a_waiting_consumer_misses_nothing(void **state)
{
    (void)state;
    for (const struct peer_ops *const *ops = peer_table; *ops; ops++) {
        if (!(*ops)->pop_wait)
            continue;
        for (uint32_t consumers = 1; consumers <= 2 && consumers <= (*ops)->consumers_max;
             consumers++) {
            struct peer_options options = {
                .capacity = 16, .item_bytes = 16, .consumers = consumers};
            struct shared shared;

            open_shared(&shared, *ops, &options);
            struct peer_tally all = run_consumers(&shared, consumers, pop_waiting, push_bursts);
            assert_int_equal(all.items, ITEMS / 10);
            (*ops)->close(shared.peer);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_item_arrives_once),
        cmocka_unit_test(what_overwriting_loses_is_told),
        cmocka_unit_test(a_waiting_consumer_misses_nothing),
    };

    alarm(100);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
