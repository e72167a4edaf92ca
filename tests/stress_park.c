/* Two threads that hand a number to and fro, each sleeping until the other has moved: built
 * with each backend. A lost wake-up is a hang, which the alarm ends. */
#include "tests/test.h"

#include "ring/park.h"

#include <pthread.h>
#include <unistd.h>

#define TURNS 20000

struct side {
    struct ho_park *own, *other;
    _Atomic uint32_t *turn;
    uint32_t parity;   /* moves when turn % 2 is this */
    unsigned pause_in; /* sleeps a little before one move in so many; 0: never */
};

static bool my_turn(void *argument)
{
    struct side *side = argument;
    uint32_t turn = atomic_load_explicit(side->turn, memory_order_relaxed);

    return turn == TURNS || turn % 2 == side->parity;
}

static void *play(void *argument)
{
    struct side *side = argument;

    for (unsigned move = 1;; move++) {
        ho_park_wait(side->own, my_turn, side, HO_PARK_FOREVER);
        uint32_t turn = atomic_load_explicit(side->turn, memory_order_relaxed);
        if (turn == TURNS)
            break;
        if (side->pause_in && move % side->pause_in == 0)
            usleep(100); /* so that the other gives up spinning and sleeps */
        atomic_store_explicit(side->turn, turn + 1, memory_order_relaxed);
        ho_park_wake(side->other);
    }
    ho_park_wake(side->other);
    return NULL;
}

static void play_both(unsigned pause_in, uint32_t spin_ns, bool barrier)
{
    struct ho_park parks[2];
    _Atomic uint32_t turn = 0;
    pthread_t thread;

    for (int i = 0; i < 2; i++) {
        ho_park_init(&parks[i]);
        parks[i].spin_ns = spin_ns;
        parks[i].barrier &= barrier;
        atomic_store(&parks[i].word, UINT32_MAX - 101); /* the count wraps on the way */
    }
    struct side a = {&parks[0], &parks[1], &turn, 0, pause_in};
    struct side b = {&parks[1], &parks[0], &turn, 1, pause_in};
    assert_int_equal(pthread_create(&thread, NULL, play, &b), 0);
    play(&a);
    pthread_join(thread, NULL);
    assert_int_equal(atomic_load(&turn), TURNS);
}

static void no_wake_is_lost_while_both_spin(void **state)
{
    (void)state;
    play_both(0, 100000, false);
    play_both(0, 100000, true);
}

static void no_wake_is_lost_when_nobody_spins(void **state)
{
    (void)state;
    play_both(0, 0, false);
    play_both(0, 0, true);
}

static void no_wake_is_lost_between_spinning_and_sleeping(void **state)
{
    (void)state;
    play_both(50, 2000, false);
    play_both(50, 2000, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_wake_is_lost_while_both_spin),
        cmocka_unit_test(no_wake_is_lost_when_nobody_spins),
        cmocka_unit_test(no_wake_is_lost_between_spinning_and_sleeping),
    };

    alarm(60);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
