/*
 * A lost wake-up is no data race, so no sanitizer sees one. Here the protocol of ring/park.h
 * is a model: a waiter and a waker as lists of atomic steps, and every interleaving of them is
 * walked. The waiter may end only by having seen the condition; asleep with no step left
 * anywhere is a lost wake-up.
 *
 * What the waker makes true sits in its store buffer for as long as it likes; K brings it out,
 * and so does the waiter's barrier B. For the rest the steps are sequentially consistent. That
 * is what the code has: all its changes are read-modify-writes of one word, which have one
 * order, and L, the one load without an order, is of that word as well.
 */
#include "tests/test.h"

#include <stdbool.h>

#define WAKES 2

enum waiter_step { LOOK, ANNOUNCE, BARRIER, LOOK_AGAIN, SLEEP, ASLEEP, DONE };
enum waker_step { MAKE_TRUE, LOAD_WORD, CHANGE_WORD, WAKE, ENDED };

struct model {
    enum waiter_step waiter;
    enum waker_step waker;
    bool barrier; /* of struct ho_park: the waker may end at L */
    uint32_t word, key;
    uint32_t made;  /* rounds that the waker has made true */
    uint32_t seen;  /* and those of them that have left its store buffer */
    uint32_t taken; /* rounds that the waiter finished; it waits for seen > taken */
    bool announced; /* as the waker saw it in CHANGE_WORD */
};

/* What is left out of the protocol, to see that the model notices. */
enum flaw {
    NONE,
    NO_SECOND_LOOK,
    SLEEP_WITHOUT_KEY,
    WAKE_BEFORE_TRUE,
    NEVER_ANNOUNCE,
    NO_BARRIER,
};

static bool waiter_can_step(const struct model *model)
{
    return model->waiter != ASLEEP && model->waiter != DONE;
}

static void waiter_found(struct model *model)
{
    model->taken++;
    model->waiter = model->taken == WAKES ? DONE : LOOK;
}

static void waiter_step(struct model *model, enum flaw flaw)
{
    bool ready = model->seen > model->taken;

    switch (model->waiter) {
    case LOOK:
        model->waiter = ANNOUNCE;
        if (ready)
            waiter_found(model);
        break;
    case ANNOUNCE: /* W */
        if (flaw != NEVER_ANNOUNCE)
            model->word |= 1;
        model->key = model->word;
        model->waiter = BARRIER;
        break;
    case BARRIER: /* B */
        if (model->barrier && flaw != NO_BARRIER)
            model->seen = model->made;
        model->waiter = flaw == NO_SECOND_LOOK ? SLEEP : LOOK_AGAIN;
        break;
    case LOOK_AGAIN:
        model->waiter = SLEEP;
        if (ready)
            waiter_found(model);
        break;
    case SLEEP:
        model->waiter = model->word == model->key || flaw == SLEEP_WITHOUT_KEY ? ASLEEP : ANNOUNCE;
        break;
    case ASLEEP:
    case DONE:
        break;
    }
}

static void waker_step(struct model *model, enum flaw flaw)
{
    enum waker_step woken = model->made == WAKES ? ENDED : MAKE_TRUE;

    switch (model->waker) {
    case MAKE_TRUE:
        model->made++;
        model->waker = LOAD_WORD;
        if (flaw == WAKE_BEFORE_TRUE && model->made == WAKES)
            model->waker = ENDED;
        break;
    case LOAD_WORD: /* L */
        model->waker = CHANGE_WORD;
        if (model->barrier && !(model->word & 1))
            model->waker = woken;
        break;
    case CHANGE_WORD: /* K */
        model->seen = model->made;
        model->announced = model->word & 1;
        model->word = (model->word + 2) & ~1u;
        model->waker = WAKE;
        break;
    case WAKE:
        if (model->announced && model->waiter == ASLEEP)
            model->waiter = ANNOUNCE;
        model->waker = woken;
        break;
    case ENDED:
        break;
    }
}

/* Walks every interleaving from model; returns how many end with the waiter not done. */
static unsigned lost(struct model model, enum flaw flaw)
{
    unsigned count = 0;

    if (!waiter_can_step(&model) && model.waker == ENDED)
        return model.waiter != DONE;
    if (waiter_can_step(&model)) {
        struct model next = model;

        waiter_step(&next, flaw);
        count += lost(next, flaw);
    }
    if (model.waker != ENDED) {
        struct model next = model;

        waker_step(&next, flaw);
        count += lost(next, flaw);
    }
    if (model.seen != model.made) { /* the store buffer drains */
        struct model next = model;

        next.seen = next.made;
        count += lost(next, flaw);
    }
    return count;
}

static unsigned lost_from_start(enum flaw flaw, bool barrier, uint32_t word)
{
    struct model model = {.barrier = barrier,
                          .word = word,
                          .waker = flaw == WAKE_BEFORE_TRUE ? LOAD_WORD : MAKE_TRUE};

    return lost(model, flaw);
}

static void no_interleaving_loses_a_wake_up(void **state)
{
    (void)state;
    for (int barrier = 0; barrier < 2; barrier++) {
        assert_int_equal(lost_from_start(NONE, barrier, 0), 0);
        assert_int_equal(lost_from_start(NONE, barrier, UINT32_MAX - 1), 0); /* the count wraps */
    }
}

static void the_model_sees_what_each_step_is_for(void **state)
{
    (void)state;
    for (int barrier = 0; barrier < 2; barrier++) {
        assert_true(lost_from_start(NO_SECOND_LOOK, barrier, 0) > 0);
        assert_true(lost_from_start(SLEEP_WITHOUT_KEY, barrier, 0) > 0);
        assert_true(lost_from_start(WAKE_BEFORE_TRUE, barrier, 0) > 0);
        assert_true(lost_from_start(NEVER_ANNOUNCE, barrier, 0) > 0);
    }
}

static void a_wake_that_ends_at_a_load_needs_the_barrier(void **state)
{
    (void)state;
    assert_true(lost_from_start(NO_BARRIER, true, 0) > 0);
    assert_int_equal(lost_from_start(NO_BARRIER, false, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_interleaving_loses_a_wake_up),
        cmocka_unit_test(the_model_sees_what_each_step_is_for),
        cmocka_unit_test(a_wake_that_ends_at_a_load_needs_the_barrier),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
