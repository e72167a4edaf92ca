/* One thread pushes, one to three pop; what a word points at travels with it. Under Thread
 * Sanitizer a missing order is a race on the payload. A lost wake-up is a hang, which the
 * alarm ends. */
#include "tests/test.h"

#include "ring/spmc_queue.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

#define ITEMS         5000
#define CONSUMERS_MAX 3
#define END           HO_SPMC_WORD_MAX /* one for each consumer that waits */

struct item { /* plain: only the queue orders it */
    uint32_t number;
    uint32_t fates; /* how often it was popped or displaced */
};

struct round {
    uint32_t capacity;
    unsigned consumers;
    bool overwrite;    /* push_overwrite, else try_push */
    unsigned pause_in; /* each thread yields or sleeps at about one word in so many; 0: never */
    uint64_t timeout_ns;
    bool spins, barrier; /* of the queue's park */
};

struct consumer {
    pthread_t thread;
    uint64_t random;
    uint32_t next;   /* smallest number that would be in order */
    uint32_t popped; /* all in order */
};

static struct round now;
static struct ho_spmc_queue queue;
static struct item items[ITEMS];
static _Atomic bool pushed_all;

static uint64_t next_random(uint64_t *random)
{
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return *random;
}

static void pause_sometimes(uint64_t *random)
{
    if (now.pause_in == 0 || next_random(random) % now.pause_in != 0)
        return;
    if (next_random(random) % 4 == 0)
        usleep((unsigned)(next_random(random) % 100));
    else
        sched_yield();
}

static void take(struct consumer *consumer, uint64_t word)
{
    struct item *item = (struct item *)(uintptr_t)word;

    consumer->popped += item->number >= consumer->next;
    consumer->next = item->number + 1;
    item->fates++;
    pause_sometimes(&consumer->random);
}

static void *pop_until_pushed_all(void *argument)
{
    for (;;) {
        bool last = atomic_load_explicit(&pushed_all, memory_order_acquire);
        uint64_t word;

        if (ho_spmc_queue_try_pop(&queue, &word))
            take(argument, word);
        else if (last)
            return NULL;
        else
            sched_yield();
    }
}

static void *wait_until_end(void *argument)
{
    for (;;) {
        uint64_t word;

        if (!ho_spmc_queue_pop_wait(&queue, &word, now.timeout_ns))
            continue;
        if (word == END)
            return NULL;
        take(argument, word);
    }
}

static void push_when_there_is_room(uint64_t word)
{
    while (!ho_spmc_queue_try_push(&queue, word))
        sched_yield();
}

/* Returns how many items were displaced. */
static uint32_t push_all(void)
{
    uint64_t random = 99, displaced;
    uint32_t count = 0;

    for (uint32_t i = 0; i < ITEMS; i++) {
        uint64_t word = (uintptr_t)&items[i];

        items[i].number = i;
        if (!now.overwrite) {
            push_when_there_is_room(word);
        } else if (ho_spmc_queue_push_overwrite(&queue, word, &displaced)) {
            ((struct item *)(uintptr_t)displaced)->fates++;
            count++;
        }
        pause_sometimes(&random);
    }
    return count;
}

/* pushed == popped + displaced, each item once and in each consumer's order. */
static void play(struct round round, void *(*consume)(void *argument))
{
    struct consumer consumers[CONSUMERS_MAX] = {0};
    uint32_t popped = 0, displaced;

    now = round;
    memset(items, 0, sizeof items);
    atomic_store_explicit(&pushed_all, false, memory_order_relaxed);
    /* The positions wrap on the way. */
    assert_int_equal(ho_spmc_queue_init(&queue, now.capacity, UINT64_MAX - ITEMS / 2), 0);
    if (!now.spins)
        queue.park.spin_ns = 0;
    queue.park.barrier &= now.barrier;
    for (unsigned i = 0; i < now.consumers; i++) {
        consumers[i].random = 1 + i;
        assert_int_equal(pthread_create(&consumers[i].thread, NULL, consume, &consumers[i]), 0);
    }
    displaced = push_all();
    atomic_store_explicit(&pushed_all, true, memory_order_release);
    if (consume == wait_until_end)
        for (unsigned i = 0; i < now.consumers; i++)
            push_when_there_is_room(END);
    for (unsigned i = 0; i < now.consumers; i++) {
        pthread_join(consumers[i].thread, NULL);
        popped += consumers[i].popped;
    }
    assert_int_equal(popped + displaced, ITEMS);
    for (uint32_t i = 0; i < ITEMS; i++)
        assert_int_equal(items[i].fates, 1);
    assert_int_equal(ho_spmc_queue_count(&queue), 0);
    ho_spmc_queue_fini(&queue);
}

static const uint32_t capacities[] = {1, 2, 3, 100};

static void each_item_goes_one_way(bool overwrite)
{
    for (unsigned i = 0; i < sizeof capacities / sizeof *capacities; i++)
        for (unsigned consumers = 1; consumers <= CONSUMERS_MAX; consumers++)
            play((struct round){.capacity = capacities[i],
                                .consumers = consumers,
                                .overwrite = overwrite,
                                .pause_in = i % 2 ? 0 : 100},
                 pop_until_pushed_all);
}

static void every_item_is_popped_once_and_in_order(void **state)
{
    (void)state;
    each_item_goes_one_way(false);
}

static void every_item_is_popped_or_displaced_once_and_in_order(void **state)
{
    (void)state;
    each_item_goes_one_way(true);
}

static void no_wake_is_lost_where_the_producer_pauses(void **state)
{
    (void)state;
    for (unsigned consumers = 1; consumers <= CONSUMERS_MAX; consumers++)
        for (unsigned barrier = 0; barrier < 2; barrier++)
            for (unsigned spins = 0; spins < 2; spins++)
                play((struct round){.capacity = 8,
                                    .consumers = consumers,
                                    .pause_in = 16,
                                    .timeout_ns = HO_PARK_FOREVER,
                                    .spins = spins,
                                    .barrier = barrier},
                     wait_until_end);
}

static void no_item_is_lost_where_waits_time_out(void **state)
{
    (void)state;
    for (unsigned consumers = 1; consumers <= CONSUMERS_MAX; consumers++)
        play((struct round){.capacity = 8,
                            .consumers = consumers,
                            .overwrite = true,
                            .pause_in = 16,
                            .timeout_ns = 20000,
                            .barrier = true},
             wait_until_end);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_item_is_popped_once_and_in_order),
        cmocka_unit_test(every_item_is_popped_or_displaced_once_and_in_order),
        cmocka_unit_test(no_wake_is_lost_where_the_producer_pauses),
        cmocka_unit_test(no_item_is_lost_where_waits_time_out),
    };

    alarm(60);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
