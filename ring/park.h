/*
 * park.h - wait for what another thread does, without cost to it unless somebody sleeps.
 *
 * Properties
 *    The waiter spins briefly (bounded in time; not at all with one CPU), then announces
 *    itself, looks again, and sleeps. The other side makes what is waited for true, then
 *    wakes: a load and a branch if nobody announced, where the waiter can have the system
 *    order the waker's store and load (B); elsewhere one read-modify-write. A system call
 *    only if somebody announced.
 *
 * Operation
 *    Bit 0 of the word: someone may sleep. The other bits count wakes.
 *
 *    waiter                                 waker
 *    key = set bit 0 of word        W       make it true
 *    barrier on all processors      B       bit 0 off (and B is there): done    L
 *    look again; true: done                 word += 2, bit 0 off                K
 *    sleep while word == key                if bit 0 was on: wake all
 *    look; true: done; else from W again
 *
 * Safety
 *    All changes are read-modify-writes of this one word, so W and K are ordered one way or
 *    the other:
 *      W before K: K sees bit 0 and wakes, or the key no longer matches and sleep returns.
 *      K before W: W reads from K, so what was made true before K is visible to the waiter's
 *                  second look, and it does not sleep.
 *    Where the waker ends at L, B has met it at some point of its program. If it had made it
 *    true by then the second look sees that; if not, then L, still to come, sees bit 0.
 *    A waiter that finds it true after W leaves bit 0 on: one needless wake, no harm.
 *
 * Source: the event count (D. Reed, R. Kanodia, CACM 22(2), 1979) on a futex; the one-sided
 * barrier: M. Desnoyers, membarrier(2), Linux 4.14.
 */
#ifndef HO_PARK_H
#define HO_PARK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define HO_PARK_FOREVER UINT64_MAX

struct ho_park {
    _Atomic uint32_t word;
    uint32_t spin_ns; /* set once by init, as is the next */
    bool barrier;     /* the waiter makes B, so the waker may end at L */
};

void ho_park_init(struct ho_park *park);

/* Any thread. Returns true once ready(argument) has returned true, false after timeout_ns
 * (HO_PARK_FOREVER: never) without that. ready may be called often, and may take what it finds
 * (a try_pop). */
bool ho_park_wait(struct ho_park *park, bool (*ready)(void *argument), void *argument,
                  uint64_t timeout_ns);

/* Wakes whoever announced. */
void ho_park_wake_waiters(struct ho_park *park);

/* Any thread, after it has made true what a waiter may wait for. */
static inline void ho_park_wake(struct ho_park *park)
{
    if (park->barrier) {
        atomic_signal_fence(memory_order_seq_cst); /* the compiler keeps store before load */
        /* L: relaxed, B orders it. */
        if (!(atomic_load_explicit(&park->word, memory_order_relaxed) & 1))
            return;
    }
    ho_park_wake_waiters(park);
}

/*
 * What the system gives, a file each: park_futex.c (Linux), park_cond.c (anywhere).
 */

/* Sleeps while *word == key, at most timeout_ns; may return early. */
void ho_park_sleep_on(_Atomic uint32_t *word, uint32_t key, uint64_t timeout_ns);

/* Wakes all that sleep on word. */
void ho_park_wake_on(_Atomic uint32_t *word);

/* Whether ho_park_barrier can be used. */
bool ho_park_barrier_init(void);

/* On return every running thread of the process has been through a full memory barrier since
 * the call. */
void ho_park_barrier(void);

/* How many processors this thread may run on. */
unsigned ho_park_cpus(void);

#endif
