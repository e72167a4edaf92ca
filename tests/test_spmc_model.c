/*
 * ring/spmc_queue.h itself, run by the model checker: every interleaving and every stale value
 * within bounds for the smallest queues, some at random for larger ones. Word i is pushed at
 * position START + i, so what is right can be said exactly. The positions wrap at word 2.
 */
#include "tests/test.h"

#include "tests/model.h"

#include "ring/spmc_queue.h"

#define START     (UINT64_MAX - 1)
#define WORDS_MAX 64

/* What push_overwrite does on a full queue: tail, told, the oldest, head; the slot, tail. */
#define PUSH_STEPS 6

/* Two pops: head, slot, head (and told) each. */
#define STOPS 8

#define WALKS 400

enum fate { NOT_PUSHED, PUSHED, POPPED, DISPLACED };

struct shape {
    uint32_t capacity;
    unsigned consumers;
    unsigned pushes; /* tries, if refusing */
    unsigned pops;   /* tries of each consumer */
    bool refusing;   /* try_push, else push_overwrite */
    bool told;       /* the producer says after each push how many it has pushed, as a wake does */
    uint64_t tell_mask;   /* the queue's */
    uint32_t refused;     /* the queue's, before each push */
    unsigned preemptions; /* these four as in struct model_run */
    unsigned stale_reads;
    unsigned stopped, stopped_after;
};

static struct {
    struct shape shape;
    struct ho_spmc_queue queue;
    char payload[WORDS_MAX]; /* plain cells, one a word */
    enum fate fate[WORDS_MAX];
    _Atomic uint64_t pushed_told;
    uint64_t pushed;
} test;

/* The position of the next word to be taken out, as a word. */
static uint64_t taken(void)
{
    return model_newest(&test.queue.head) - START;
}

static void begin(void *argument)
{
    (void)argument;
    test.queue.head_seen = START;
    test.pushed = 0;
    for (unsigned i = 0; i < WORDS_MAX; i++)
        test.fate[i] = NOT_PUSHED;
}

static void meets(uint64_t word, enum fate fate)
{
    bool open = word < WORDS_MAX && test.fate[word] == PUSHED;

    model_check(open, "a word has one fate");
    if (open)
        test.fate[word] = fate;
}

static bool push_overwrite(uint64_t word)
{
    uint64_t displaced;
    unsigned before = model_steps();

    if (ho_spmc_queue_push_overwrite(&test.queue, word, &displaced)) {
        model_check(displaced == word - test.shape.capacity, "the oldest word is displaced");
        meets(displaced, DISPLACED);
    }
    model_check(model_steps() - before <= PUSH_STEPS, "a push ends after so many steps");
    return true;
}

static bool try_push(uint64_t word)
{
    test.queue.refused = test.shape.refused;
    return ho_spmc_queue_try_push(&test.queue, word);
}

static void produce(void *argument)
{
    (void)argument;
    for (unsigned i = 0; i < test.shape.pushes; i++) {
        uint64_t word = test.pushed;

        model_write(&test.payload[word]);
        test.fate[word] = PUSHED; /* a consumer may be faster than our return */
        if (!(test.shape.refusing ? try_push(word) : push_overwrite(word)))
            continue;
        test.pushed++;
        model_check(test.pushed - taken() <= test.shape.capacity, "never more than capacity");
        if (test.shape.told)
            atomic_store_explicit(&test.pushed_told, test.pushed, memory_order_release);
    }
}

static void consume(void *argument)
{
    uint64_t next = 0;

    (void)argument;
    for (unsigned i = 0; i < test.shape.pops; i++) {
        uint64_t word, told = 0;

        if (test.shape.told)
            told = atomic_load_explicit(&test.pushed_told, memory_order_acquire);
        if (!ho_spmc_queue_try_pop(&test.queue, &word)) {
            model_check(taken() >= told, "empty: all that one was told of was taken");
            continue;
        }
        meets(word, POPPED);
        model_check(word >= next, "a consumer sees words in order");
        model_read(&test.payload[word]);
        next = word + 1;
    }
}

/* pushed == popped + displaced + left, word for word. */
static void end(void *argument)
{
    uint64_t word = WORDS_MAX, next = taken();
    unsigned in_hand = 0;

    (void)argument;
    model_check(next <= test.pushed, "what was taken was there");
    for (word = 0; word < next; word++)
        in_hand += test.fate[word] == PUSHED;
    model_check(in_hand <= (test.shape.stopped_after > 0),
                "only who was stopped has a word in hand");
    for (; next < test.pushed; next++) {
        model_check(ho_spmc_queue_try_pop(&test.queue, &word), "what is left can be popped");
        model_check(word == next, "in order");
        meets(word, POPPED);
    }
    model_check(!ho_spmc_queue_try_pop(&test.queue, &word), "and then no more");
}

static struct model_run run_of(const struct shape *shape)
{
    struct model_run run = {.begin = begin,
                            .thread = {produce},
                            .end = end,
                            .owned = &test.queue.tail,
                            .preemptions = shape->preemptions,
                            .stale_reads = shape->stale_reads,
                            .stopped = shape->stopped,
                            .stopped_after = shape->stopped_after};

    for (unsigned i = 0; i < shape->consumers; i++)
        run.thread[1 + i] = consume;
    test.shape = *shape;
    assert_int_equal(ho_spmc_queue_init(&test.queue, shape->capacity, START), 0);
    test.queue.tell_mask = shape->tell_mask;
    test.queue.park.barrier = false; /* so that a wake is not the model's */
    return run;
}

static void explore(struct shape shape)
{
    struct model_run run = run_of(&shape);

    model_explore(&run);
    ho_spmc_queue_fini(&test.queue);
    assert_false(model_failed());
}

static void every_word_displaced_or_not_has_one_fate(void **state)
{
    (void)state;
    for (uint32_t capacity = 1; capacity <= 3; capacity++) {
        explore((struct shape){.capacity = capacity,
                               .consumers = 1,
                               .pushes = 4,
                               .pops = 3,
                               .preemptions = 2,
                               .stale_reads = 2});
        explore((struct shape){.capacity = capacity,
                               .consumers = 2,
                               .pushes = 4,
                               .pops = 2,
                               .preemptions = 2,
                               .stale_reads = 1});
    }
}

/* Refused as far as told, and by a look at head. */
static void every_word_refused_or_not_has_one_fate(void **state)
{
    (void)state;
    for (uint32_t capacity = 1; capacity <= 3; capacity++)
        for (uint32_t refused = 0; refused < HO_SPMC_LOOK_EVERY; refused += HO_SPMC_LOOK_EVERY - 1)
            explore((struct shape){.capacity = capacity,
                                   .consumers = 2,
                                   .pushes = 4,
                                   .pops = 2,
                                   .refusing = true,
                                   .refused = refused,
                                   .preemptions = 2,
                                   .stale_reads = 1});
}

/* As a larger queue does, every other position. */
static void what_is_told_late_is_still_right(void **state)
{
    (void)state;
    for (uint32_t capacity = 1; capacity <= 2; capacity++)
        for (int refusing = 0; refusing < 2; refusing++)
            explore((struct shape){.capacity = capacity,
                                   .consumers = 2,
                                   .pushes = 4,
                                   .pops = 2,
                                   .refusing = refusing,
                                   .refused = HO_SPMC_LOOK_EVERY - 1,
                                   .tell_mask = 1,
                                   .preemptions = 2,
                                   .stale_reads = 1});
}

static void a_word_that_a_wake_told_of_is_found(void **state)
{
    (void)state;
    for (uint32_t capacity = 1; capacity <= 2; capacity++)
        for (unsigned consumers = 1; consumers <= 2; consumers++)
            explore((struct shape){.capacity = capacity,
                                   .consumers = consumers,
                                   .pushes = 3,
                                   .pops = 2,
                                   .told = true,
                                   .preemptions = 2,
                                   .stale_reads = 1});
}

static void a_consumer_stopped_anywhere_costs_one_word_and_stops_nobody(void **state)
{
    (void)state;
    for (uint32_t capacity = 1; capacity <= 3; capacity++)
        for (unsigned steps = 1; steps <= STOPS; steps++)
            explore((struct shape){.capacity = capacity,
                                   .consumers = 2,
                                   .pushes = 3 * capacity + 2,
                                   .pops = 2,
                                   .preemptions = 1,
                                   .stopped = 1,
                                   .stopped_after = steps});
}

static void longer_runs_at_random_are_right_too(void **state)
{
    (void)state;
    for (uint32_t capacity = 1; capacity <= 5; capacity++)
        for (int refusing = 0; refusing < 2; refusing++) {
            struct shape shape = {.capacity = capacity,
                                  .consumers = 3,
                                  .pushes = 12 + 4 * capacity,
                                  .pops = 6,
                                  .refusing = refusing,
                                  .refused = HO_SPMC_LOOK_EVERY - 1};
            struct model_run run = run_of(&shape);

            model_wander(&run, 1 + capacity, WALKS);
            ho_spmc_queue_fini(&test.queue);
            assert_false(model_failed());
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_word_displaced_or_not_has_one_fate),
        cmocka_unit_test(every_word_refused_or_not_has_one_fate),
        cmocka_unit_test(what_is_told_late_is_still_right),
        cmocka_unit_test(a_word_that_a_wake_told_of_is_found),
        cmocka_unit_test(a_consumer_stopped_anywhere_costs_one_word_and_stops_nobody),
        cmocka_unit_test(longer_runs_at_random_are_right_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
