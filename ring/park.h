/*
 * park.h - wait for what another thread does, without cost to it unless somebody sleeps.
 *
 * Properties
 *    The waiter spins briefly (bounded in time; not at all with one CPU), then announces
 *    itself, looks again, and sleeps. The other side makes what is waited for true, then
 *    wakes: one read-modify-write, and a system call only if somebody announced.
 *
 * Operation
 *    Bit 0 of the word: someone may sleep. The other bits count wakes.
 *
 *    waiter                                 waker
 *    key = set bit 0 of word        W       make it true
 *    look again; true: done                 word += 2, bit 0 off     K
 *    sleep while word == key                if bit 0 was on: wake all
 *
 * Safety
 *    All changes are read-modify-writes of this one word, so W and K are ordered one way or
 *    the other:
 *      W before K: K sees bit 0 and wakes, or the key no longer matches and sleep returns.
 *      K before W: W reads from K, so what was made true before K is visible to the waiter's
 *                  second look, and it does not sleep.
 *    A waiter that finds it true after W leaves bit 0 on: one needless wake, no harm.
 *
 * Source: the event count (D. Reed, R. Kanodia, CACM 22(2), 1979) on a futex.
 */
#ifndef HO_PARK_H
#define HO_PARK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct ho_park {
    _Atomic uint32_t word;
    uint32_t spin_ns; /* set once by init */
};

void ho_park_init(struct ho_park *park);

/* Any thread. Returns once ready(argument) has returned true; it may be called often, and may
 * take what it finds (a try_pop). */
void ho_park_wait(struct ho_park *park, bool (*ready)(void *argument), void *argument);

/* Any thread, after it has made true what a waiter may wait for. */
void ho_park_wake(struct ho_park *park);

/*
 * What the system gives, a file each: park_futex.c (Linux), park_cond.c (anywhere).
 */

/* Sleeps while *word == key; may return early. */
void ho_park_sleep_on(_Atomic uint32_t *word, uint32_t key);

/* Wakes all that sleep on word. */
void ho_park_wake_on(_Atomic uint32_t *word);

/* How many processors this thread may run on. */
unsigned ho_park_cpus(void);

#endif
