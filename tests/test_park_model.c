/*
 * A lost wake-up is no data race, so no sanitizer sees one. Here the protocol of ring/park.h
 * is a model: a waiter and a waker as lists of atomic steps, and every interleaving of them is
 * walked. The waiter may end only by having seen the condition; asleep with no step left
 * anywhere is a lost wake-up.
 *
 * The steps are sequentially consistent here. That is what the code has: all its changes are
 * read-modify-writes of one word, which have one order, and the look at the condition is
 * ordered by W and K as ring/park.h says.
 */
#include "tests/test.h"

#include <stdbool.h>

#define WAKES 2

enum waiter_step { LOOK, ANNOUNCE, LOOK_AGAIN, SLEEP, ASLEEP, DONE };
enum waker_step { MAKE_TRUE, CHANGE_WORD, WAKE, ENDED };

struct model {
    enum waiter_step waiter;
    enum waker_step waker;
    uint32_t word, key;
    uint32_t made;  /* what the waiter waits for: made > taken */
    uint32_t taken; /* rounds that the waiter finished */
    bool announced; /* as the waker saw it in CHANGE_WORD */
};

/* What is left out of the protocol, to see that the model notices. */
enum flaw { NONE, NO_SECOND_LOOK, SLEEP_WITHOUT_KEY, WAKE_BEFORE_TRUE, NEVER_ANNOUNCE };

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
    bool ready = model->made > model->taken;

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
    enum waker_step first = flaw == WAKE_BEFORE_TRUE ? CHANGE_WORD : MAKE_TRUE;

    switch (model->waker) {
    case MAKE_TRUE:
        model->made++;
        model->waker = CHANGE_WORD;
        if (flaw == WAKE_BEFORE_TRUE)
            model->waker = model->made == WAKES ? ENDED : first;
        break;
    case CHANGE_WORD: /* K */
        model->announced = model->word & 1;
        model->word = (model->word + 2) & ~1u;
        model->waker = WAKE;
        break;
    case WAKE:
        if (model->announced && model->waiter == ASLEEP)
            model->waiter = ANNOUNCE;
        model->waker = model->made == WAKES ? ENDED : first;
        if (flaw == WAKE_BEFORE_TRUE)
            model->waker = MAKE_TRUE;
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
    return count;
}

static unsigned lost_from_start(enum flaw flaw, uint32_t word)
{
    struct model model = {.word = word,
                          .waker = flaw == WAKE_BEFORE_TRUE ? CHANGE_WORD : MAKE_TRUE};

    return lost(model, flaw);
}

static void no_interleaving_loses_a_wake_up(void **state)
{
    (void)state;
    assert_int_equal(lost_from_start(NONE, 0), 0);
    assert_int_equal(lost_from_start(NONE, UINT32_MAX - 1), 0); /* the count wraps */
}

static void the_model_sees_what_each_step_is_for(void **state)
{
    (void)state;
    assert_true(lost_from_start(NO_SECOND_LOOK, 0) > 0);
    assert_true(lost_from_start(SLEEP_WITHOUT_KEY, 0) > 0);
    assert_true(lost_from_start(WAKE_BEFORE_TRUE, 0) > 0);
    assert_true(lost_from_start(NEVER_ANNOUNCE, 0) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_interleaving_loses_a_wake_up),
        cmocka_unit_test(the_model_sees_what_each_step_is_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
