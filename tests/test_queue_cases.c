/* The cases of the queue benchmark with a queue that does what it should, and with such that do
 * not: what is lost, doubled, damaged or swapped is noticed. */
#include "tests/test.h"

#include "harness/queue_case.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum fault { NONE, LOSES, DOUBLES, DAMAGES, SWAPS, TELLS_NOT };

static enum fault fault;

#define CAPACITY 16
#define FAULTY   5 /* the item that goes wrong */

/* A ring under a lock, of numbers. */
struct peer {
    pthread_mutex_t lock;
    uint64_t item[CAPACITY], second[CAPACITY]; /* the second word, if there is one */
    uint32_t head, count, item_bytes;
};

static int open_fake(const struct peer_options *options, struct peer **peer)
{
    *peer = calloc(1, sizeof **peer);
    if (!*peer)
        return -ENOMEM;
    pthread_mutex_init(&(*peer)->lock, NULL);
    (*peer)->item_bytes = options->item_bytes;
    return 0;
}

static void close_fake(struct peer *peer)
{
    pthread_mutex_destroy(&peer->lock);
    free(peer);
}

/* Locked. */
static void put(struct peer *peer, const uint64_t *item)
{
    uint32_t slot = (peer->head + peer->count++) % CAPACITY;

    peer->item[slot] = item[0];
    if (peer->item_bytes > 8)
        peer->second[slot] = item[1];
}

static bool try_push(struct peer *peer, const void *item)
{
    pthread_mutex_lock(&peer->lock);
    bool room = peer->count < CAPACITY;
    if (room)
        put(peer, item);
    pthread_mutex_unlock(&peer->lock);
    return room;
}

static uint64_t push_overwrite(struct peer *peer, const void *item)
{
    pthread_mutex_lock(&peer->lock);
    bool full = peer->count == CAPACITY;
    if (full) {
        peer->head = (peer->head + 1) % CAPACITY;
        peer->count--;
    }
    put(peer, item);
    pthread_mutex_unlock(&peer->lock);
    return full && fault != TELLS_NOT;
}

static bool try_pop(struct peer *peer, void *item)
{
    uint64_t *words = item;

    pthread_mutex_lock(&peer->lock);
    bool any = peer->count > 0;
    if (any) {
        words[0] = peer->item[peer->head];
        if (peer->item_bytes > 8)
            words[1] = peer->second[peer->head];
        peer->head = (peer->head + 1) % CAPACITY;
        peer->count--;
    }
    pthread_mutex_unlock(&peer->lock);
    return any;
}

static bool pop_wait(struct peer *peer, void *item, uint64_t timeout_ns)
{
    (void)timeout_ns;
    return try_pop(peer, item);
}

static bool pop_paused(struct peer *peer, void *item, void (*pause)(void *argument), void *argument)
{
    pause(argument);
    return try_pop(peer, item);
}

static void push_run(struct peer *peer, uint64_t first, uint64_t count)
{
    for (uint64_t i = first; i < first + count; i++) {
        uint64_t number = i;
        if (fault == LOSES && i == FAULTY)
            continue;
        if (fault == SWAPS && (i == FAULTY || i == FAULTY + 1))
            number = 2 * FAULTY + 1 - i;
        while (!try_push(peer, &number))
            sched_yield();
        while (fault == DOUBLES && i == FAULTY && !try_push(peer, &number))
            sched_yield();
    }
}

static void pop_run(struct peer *peer, peer_ended *ended, const void *argument,
                    struct peer_tally *tally)
{
    uint64_t number, next = 0;

    for (bool ending = false;;) {
        if (!try_pop(peer, &number)) {
            if (ending)
                return;
            ending = ended(argument);
            sched_yield();
            continue;
        }
        tally->items++;
        tally->sum += number;
        tally->backward += number < next;
        tally->damaged += fault == DAMAGES && number == FAULTY;
        next = number + 1;
    }
}

static const struct peer_ops fake = {
    .name = "fake",
    .consumers_max = 2,
    .open = open_fake,
    .close = close_fake,
    .push_run = push_run,
    .pop_run = pop_run,
    .try_push = try_push,
    .try_pop = try_pop,
    .push_overwrite = push_overwrite,
    .pop_wait = pop_wait,
    .pop_paused = pop_paused,
};

static const struct queue_case flat = {.scenario = "flat",
                                       .place = "8B/16/1",
                                       .measure = queue_flat,
                                       .item_bytes = 8,
                                       .capacity = CAPACITY,
                                       .consumers = 1,
                                       .items = 1000};

/* What a case says of the fake with a fault. */
static int measured(const struct queue_case *at, const struct peer_ops *ops, enum fault with,
                    struct queue_result *result, char *message)
{
    *result = (struct queue_result){0};
    for (int f = 0; f < QUEUE_FIGURES; f++)
        result->figure[f] = (double)NAN;
    message[0] = '\0';
    fault = with;
    int error = at->measure(at, ops, result, message);
    fault = NONE;
    return error;
}

static void expect_fault(enum fault with, const char *line)
{
    struct queue_result result;
    char message[QUEUE_MESSAGE_BYTES];

    assert_int_equal(measured(&flat, &fake, with, &result, message), -EBADMSG);
    assert_string_equal(message, line);
}

static void what_goes_wrong_is_said_with_the_queues_name(void **state)
{
    (void)state;
    expect_fault(LOSES, "fake, flat 8B/16/1: lost 1 of 1000 items");
    expect_fault(DOUBLES, "fake, flat 8B/16/1: delivered 1001 items, 1 more than there were");
    expect_fault(DAMAGES, "fake, flat 8B/16/1: damaged 1 of 1000 items");
    expect_fault(SWAPS, "fake, flat 8B/16/1: delivered 1 of 1000 items out of order");
}

static void flat_out_gives_a_rate_and_clocks(void **state)
{
    struct queue_case two = flat;
    struct queue_result result;
    char message[QUEUE_MESSAGE_BYTES];

    (void)state;
    two.consumers = 2;
    assert_int_equal(measured(&two, &fake, NONE, &result, message), 0);
    assert_true(result.figure[QUEUE_ITEMS] == 1000);
    assert_true(result.figure[QUEUE_RATE] > 0);
    assert_true(result.figure[QUEUE_PRODUCER_CPU] > 0);
    assert_true(result.figure[QUEUE_CONSUMER_CPU] > 0);
    assert_true(isnan(result.figure[QUEUE_LONGEST_PUSH]));
}

static void a_full_queue_accounts_for_every_item(void **state)
{
    struct peer_ops refusing = fake;
    struct queue_case full = {.scenario = "full",
                              .place = "any",
                              .measure = queue_full,
                              .item_bytes = 8,
                              .capacity = CAPACITY,
                              .consumers = 1,
                              .items = 1000};
    struct queue_result result;
    char message[QUEUE_MESSAGE_BYTES];

    (void)state;
    refusing.push_overwrite = NULL;
    for (int consumer = QUEUE_STOPPED; consumer <= QUEUE_PAUSED; consumer++) {
        full.consumer = (enum queue_consumer)consumer;
        assert_int_equal(measured(&full, &fake, NONE, &result, message), 0);
        assert_true(result.figure[QUEUE_UNACCOUNTED] == 0);
        assert_true(result.figure[QUEUE_REFUSED] == 0);
        assert_int_equal(measured(&full, &refusing, NONE, &result, message), 0);
        assert_true(result.figure[QUEUE_UNACCOUNTED] == 0);
        assert_true(result.figure[QUEUE_LOST] == 0);
    }
    full.consumer = QUEUE_STOPPED;
    assert_int_equal(measured(&full, &fake, NONE, &result, message), 0);
    assert_true(result.figure[QUEUE_LOST] == 1000);
    assert_true(result.figure[QUEUE_LOST_AT_ONCE] == 1);
    assert_int_equal(measured(&full, &refusing, NONE, &result, message), 0);
    assert_true(result.figure[QUEUE_REFUSED] == 1000);
    assert_int_equal(measured(&full, &fake, TELLS_NOT, &result, message), 0);
    assert_true(result.figure[QUEUE_UNACCOUNTED] == 1000);
}

static void every_wait_and_round_trip_is_counted(void **state)
{
    struct queue_case low = {.scenario = "low-rate",
                             .place = "10K",
                             .measure = queue_low_rate,
                             .item_bytes = 16,
                             .capacity = CAPACITY,
                             .consumers = 1,
                             .items = 20,
                             .rate = 10000};
    struct queue_case trip = flat;
    struct queue_result result;
    char message[QUEUE_MESSAGE_BYTES];

    (void)state;
    assert_int_equal(measured(&low, &fake, NONE, &result, message), 0);
    assert_int_equal(histogram_total(&result.latency), 20);
    assert_true(result.figure[QUEUE_CONSUMER_SHARE] > 0);
    trip.measure = queue_round_trip;
    trip.items = 50;
    assert_int_equal(measured(&trip, &fake, NONE, &result, message), 0);
    assert_int_equal(histogram_total(&result.latency), 50);
    assert_true(result.figure[QUEUE_LATENCY_MAX] >= histogram_quantile(&result.latency, 0.01));
}

static void a_queue_takes_part_where_it_can(void **state)
{
    struct peer_ops plain = fake;
    size_t with = 0, without = 0, cases = 0;

    (void)state;
    plain.consumers_max = 1;
    plain.pop_wait = NULL;
    plain.pop_paused = NULL;
    for (const struct queue_case *at = queue_cases; at->scenario; at++) {
        bool needs = at->consumers > 1 || at->rate || at->consumer == QUEUE_PAUSED;
        assert_int_equal(queue_case_fits(at, &plain), !needs);
        /* A queue at work, not a buffer being filled. */
        if (at->measure == queue_flat)
            assert_true(at->items >= 8ull * at->capacity);
        with += queue_case_fits(at, &fake);
        without += queue_case_fits(at, &plain);
        cases++;
    }
    assert_true(without < with && with < cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_goes_wrong_is_said_with_the_queues_name),
        cmocka_unit_test(flat_out_gives_a_rate_and_clocks),
        cmocka_unit_test(a_full_queue_accounts_for_every_item),
        cmocka_unit_test(every_wait_and_round_trip_is_counted),
        cmocka_unit_test(a_queue_takes_part_where_it_can),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
