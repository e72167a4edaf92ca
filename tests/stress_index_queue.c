/* One thread pushes, one pops; what a slot points at travels with it. Under Thread Sanitizer
 * a weakened order in the queue is a race on the payload. */
#include "tests/test.h"

#include "ring/index_queue.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#define ITEMS 200000
#define SLOTS 4

struct shared {
    struct ho_index_queue full, free;
    uint32_t payload[SLOTS]; /* plain: only the queues order it */
};

static void *produce(void *argument)
{
    struct shared *shared = argument;

    for (uint32_t i = 0; i < ITEMS; i++) {
        uint32_t slot;

        while (!ho_index_queue_try_pop(&shared->free, &slot))
            sched_yield();
        shared->payload[slot] = i;
        assert_true(ho_index_queue_try_push(&shared->full, slot));
    }
    return NULL;
}

static void payloads_arrive_whole_and_in_order_across_the_wrap(void **state)
{
    struct shared shared = {0};
    pthread_t producer;

    (void)state;
    assert_int_equal(ho_index_queue_init(&shared.full, SLOTS, UINT32_MAX - ITEMS / 2), 0);
    assert_int_equal(ho_index_queue_init(&shared.free, SLOTS, UINT32_MAX - ITEMS / 2), 0);
    for (uint32_t slot = 0; slot < SLOTS; slot++)
        ho_index_queue_try_push(&shared.free, slot);
    assert_int_equal(pthread_create(&producer, NULL, produce, &shared), 0);
    for (uint32_t i = 0; i < ITEMS; i++) {
        uint32_t slot;

        while (!ho_index_queue_try_pop(&shared.full, &slot))
            sched_yield();
        assert_int_equal(shared.payload[slot], i);
        assert_true(ho_index_queue_try_push(&shared.free, slot));
    }
    pthread_join(producer, NULL);
    ho_index_queue_fini(&shared.full);
    ho_index_queue_fini(&shared.free);
}

static void *push_all(void *argument)
{
    for (uint32_t i = 0; i < ITEMS; i++)
        while (!ho_index_queue_try_push(argument, i))
            sched_yield();
    return NULL;
}

/* Nothing but the queue itself orders its slots here: a full queue is pushed to again as
 * soon as a slot was read. */
static void a_slot_is_written_again_only_after_it_was_read(void **state)
{
    struct ho_index_queue queue;
    pthread_t producer;

    (void)state;
    assert_int_equal(ho_index_queue_init(&queue, SLOTS, UINT32_MAX - ITEMS / 2), 0);
    assert_int_equal(pthread_create(&producer, NULL, push_all, &queue), 0);
    for (uint32_t i = 0; i < ITEMS; i++) {
        uint32_t index;

        while (!ho_index_queue_try_pop(&queue, &index))
            sched_yield();
        assert_int_equal(index, i);
    }
    pthread_join(producer, NULL);
    ho_index_queue_fini(&queue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slot_is_written_again_only_after_it_was_read),
        cmocka_unit_test(payloads_arrive_whole_and_in_order_across_the_wrap),
    };

    alarm(60);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
