/* Anywhere: a mutex and a condition variable for each of a few groups of words. The waker
 * changes the word before it takes the lock, the sleeper compares under the lock: either it
 * sees the change, or it is already waiting when the broadcast comes. */
#include "ring/park.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

#define GROUPS   16
#define NS_PER_S 1000000000u

/* For ever is to come back and look once an hour. */
#define TIMEOUT_NS_MAX (3600 * (uint64_t)NS_PER_S)

struct group {
    pthread_mutex_t lock;
    pthread_cond_t woken;
};

#define GROUP                                               \
    {                                                       \
        PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER \
    }

static struct group groups[GROUPS] = {GROUP, GROUP, GROUP, GROUP, GROUP, GROUP, GROUP, GROUP,
                                      GROUP, GROUP, GROUP, GROUP, GROUP, GROUP, GROUP, GROUP};

static struct group *group_of(const _Atomic uint32_t *word)
{
    return &groups[((uintptr_t)word >> 7) % GROUPS];
}

/* The moment timeout_ns from now, by the only clock that every system's condition variables
 * take. A sleep goes wrong by what that clock is set by meanwhile. */
static struct timespec deadline(uint64_t timeout_ns)
{
    struct timespec at;

    clock_gettime(CLOCK_REALTIME, &at);
    timeout_ns += (uint64_t)at.tv_nsec;
    at.tv_sec += (time_t)(timeout_ns / NS_PER_S);
    at.tv_nsec = (long)(timeout_ns % NS_PER_S);
    return at;
}

void ho_park_sleep_on(_Atomic uint32_t *word, uint32_t key, uint64_t timeout_ns)
{
    struct group *group = group_of(word);
    struct timespec until = deadline(timeout_ns > TIMEOUT_NS_MAX ? TIMEOUT_NS_MAX : timeout_ns);
    int timed_out = 0;

    pthread_mutex_lock(&group->lock);
    /* Relaxed: only the key matters; W and K order the rest. */
    while (!timed_out && atomic_load_explicit(word, memory_order_relaxed) == key)
        timed_out = pthread_cond_timedwait(&group->woken, &group->lock, &until);
    pthread_mutex_unlock(&group->lock);
}

void ho_park_wake_on(_Atomic uint32_t *word)
{
    struct group *group = group_of(word);

    pthread_mutex_lock(&group->lock);
    pthread_cond_broadcast(&group->woken);
    pthread_mutex_unlock(&group->lock);
}

/* No system has one that all others have. */
bool ho_park_barrier_init(void)
{
    return false;
}

void ho_park_barrier(void)
{
}

unsigned ho_park_cpus(void)
{
    long cpus = sysconf(_SC_NPROCESSORS_ONLN);

    return cpus > 0 ? (unsigned)cpus : 1;
}
