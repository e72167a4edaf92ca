#include "ring/park.h"

#include "ring/clock.h"
#include "ring/cpu.h"

/* About what a sleep and the wake that ends it cost both sides: spinning longer than that
 * can only lose (Karlin's bound: at most twice the best choice). */
#define SPIN_NS 8000

/* A look at the clock costs as much as a pause, so a few pauses go between two looks. */
#define RELAXES_PER_LOOK 8

void ho_park_init(struct ho_park *park)
{
    atomic_init(&park->word, 0);
    park->spin_ns = ho_park_cpus() > 1 ? SPIN_NS : 0;
    park->barrier = ho_park_barrier_init();
}

static bool spin(const struct ho_park *park, uint64_t until, bool (*ready)(void *argument),
                 void *argument)
{
    if (ready(argument))
        return true;
    if (park->spin_ns == 0)
        return false;
    do {
        for (int i = 0; i < RELAXES_PER_LOOK; i++)
            ho_cpu_relax();
        if (ready(argument))
            return true;
    } while (ho_clock_ns() < until);
    return false;
}

bool ho_park_wait(struct ho_park *park, bool (*ready)(void *argument), void *argument,
                  uint64_t timeout_ns)
{
    uint64_t begun = ho_clock_ns(), left = timeout_ns;

    if (spin(park, begun + (timeout_ns < park->spin_ns ? timeout_ns : park->spin_ns), ready,
             argument))
        return true;
    for (;;) {
        /* W: acquire, reads from K. Release, so that no earlier look moves behind it. */
        uint32_t key = atomic_fetch_or_explicit(&park->word, 1, memory_order_acq_rel) | 1;

        if (park->barrier)
            ho_park_barrier(); /* B */
        if (ready(argument))
            return true;
        if (timeout_ns != HO_PARK_FOREVER) {
            uint64_t passed = ho_clock_ns() - begun;

            if (passed >= timeout_ns)
                return false;
            left = timeout_ns - passed;
        }
        ho_park_sleep_on(&park->word, key, left);
        if (ready(argument)) /* woken for it, mostly: then there is nothing to announce */
            return true;
    }
}

void ho_park_wake_waiters(struct ho_park *park)
{
    /* Relaxed: the exchange below decides. */
    uint32_t word = atomic_load_explicit(&park->word, memory_order_relaxed);

    /* K: release, read by W; publishes what was made true. */
    while (!atomic_compare_exchange_weak_explicit(&park->word, &word, (word + 2) & ~1u,
                                                  memory_order_acq_rel, memory_order_relaxed))
        ;
    if (word & 1)
        ho_park_wake_on(&park->word);
}
