/* Anywhere: a mutex and a condition variable for each of a few groups of words. The waker
 * changes the word before it takes the lock, the sleeper compares under the lock: either it
 * sees the change, or it is already waiting when the broadcast comes. */
#include "ring/park.h"

#include <pthread.h>
#include <unistd.h>

#define GROUPS 16

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

void ho_park_sleep_on(_Atomic uint32_t *word, uint32_t key)
{
    struct group *group = group_of(word);

    pthread_mutex_lock(&group->lock);
    /* Relaxed: only the key matters; W and K order the rest. */
    while (atomic_load_explicit(word, memory_order_relaxed) == key)
        pthread_cond_wait(&group->woken, &group->lock);
    pthread_mutex_unlock(&group->lock);
}

void ho_park_wake_on(_Atomic uint32_t *word)
{
    struct group *group = group_of(word);

    pthread_mutex_lock(&group->lock);
    pthread_cond_broadcast(&group->woken);
    pthread_mutex_unlock(&group->lock);
}

unsigned ho_park_cpus(void)
{
    long cpus = sysconf(_SC_NPROCESSORS_ONLN);

    return cpus > 0 ? (unsigned)cpus : 1;
}
