/* What most programs have: a ring under a mutex, with a condition variable for who waits. */
#include "harness/peers/deadline.h"
#include "harness/peers/peer_loops.h"

#include <errno.h>
#include <pthread.h>
#include <stdalign.h>

struct mutex {
    struct peer peer;
    unsigned char *items; /* [capacity] */
    uint32_t capacity;

    alignas(HO_CACHE_LINE) pthread_mutex_t lock;
    pthread_cond_t filled;
    uint32_t head, tail; /* slots; under the lock, as are the next two */
    uint32_t count;      /* items */
    uint32_t waiting;    /* consumers */
};

PEER_INLINE uint32_t after(const struct mutex *mutex, uint32_t slot)
{
    return slot + 1 == mutex->capacity ? 0 : slot + 1;
}

/* Locked; unlocks. There is room. Signals only if somebody waits, and after the lock is free. */
PEER_INLINE void put_and_unlock(struct mutex *mutex, const void *item, uint32_t item_bytes)
{
    bool wake = mutex->waiting > 0;

    memcpy(mutex->items + (size_t)mutex->tail * item_bytes, item, item_bytes);
    mutex->tail = after(mutex, mutex->tail);
    mutex->count++;
    pthread_mutex_unlock(&mutex->lock);
    if (wake)
        pthread_cond_signal(&mutex->filled);
}

/* Locked. False if the queue is empty. */
PEER_INLINE bool take(struct mutex *mutex, void *item, uint32_t item_bytes)
{
    if (mutex->count == 0)
        return false;
    memcpy(item, mutex->items + (size_t)mutex->head * item_bytes, item_bytes);
    mutex->head = after(mutex, mutex->head);
    mutex->count--;
    return true;
}

PEER_INLINE bool push(struct peer *peer, const void *item, uint32_t item_bytes)
{
    struct mutex *mutex = (struct mutex *)peer;

    pthread_mutex_lock(&mutex->lock);
    if (mutex->count == mutex->capacity) {
        pthread_mutex_unlock(&mutex->lock);
        return false;
    }
    put_and_unlock(mutex, item, item_bytes);
    return true;
}

PEER_INLINE bool pop(struct peer *peer, void *item, uint32_t item_bytes)
{
    struct mutex *mutex = (struct mutex *)peer;
    bool taken;

    pthread_mutex_lock(&mutex->lock);
    taken = take(mutex, item, item_bytes);
    pthread_mutex_unlock(&mutex->lock);
    return taken;
}

PEER_LOOPS(mutex, push, pop)

static uint64_t push_overwrite(struct peer *peer, const void *item)
{
    struct mutex *mutex = (struct mutex *)peer;
    bool full;

    pthread_mutex_lock(&mutex->lock);
    full = mutex->count == mutex->capacity;
    if (full) {
        mutex->head = after(mutex, mutex->head);
        mutex->count--;
    }
    put_and_unlock(mutex, item, peer->item_bytes);
    return full;
}

static bool pop_wait(struct peer *peer, void *item, uint64_t timeout_ns)
{
    struct mutex *mutex = (struct mutex *)peer;
    struct timespec until = deadline(timeout_ns);
    int timed_out = 0;
    bool taken;

    pthread_mutex_lock(&mutex->lock);
    mutex->waiting++;
    while (mutex->count == 0 && !timed_out)
        timed_out = pthread_cond_timedwait(&mutex->filled, &mutex->lock, &until);
    mutex->waiting--;
    taken = take(mutex, item, peer->item_bytes);
    pthread_mutex_unlock(&mutex->lock);
    return taken;
}

/* Stops with the lock held: whoever pushes waits for it. */
static bool pop_paused(struct peer *peer, void *item, void (*pause)(void *argument), void *argument)
{
    struct mutex *mutex = (struct mutex *)peer;
    bool taken;

    pthread_mutex_lock(&mutex->lock);
    if (mutex->count > 0)
        pause(argument);
    taken = take(mutex, item, peer->item_bytes);
    pthread_mutex_unlock(&mutex->lock);
    return taken;
}

static void close_mutex(struct peer *peer)
{
    struct mutex *mutex = (struct mutex *)peer;

    pthread_cond_destroy(&mutex->filled);
    pthread_mutex_destroy(&mutex->lock);
    free(mutex->items);
    free(mutex);
}

static int open_mutex(const struct peer_options *options, struct peer **peer)
{
    struct mutex *mutex = peer_zeros(sizeof *mutex);

    if (!mutex)
        return -ENOMEM;
    mutex->peer.item_bytes = options->item_bytes;
    mutex->capacity = options->capacity;
    mutex->items = peer_zeros((size_t)options->capacity * options->item_bytes);
    if (!mutex->items) {
        free(mutex);
        return -ENOMEM;
    }
    pthread_mutex_init(&mutex->lock, NULL);
    pthread_cond_init(&mutex->filled, NULL);
    *peer = &mutex->peer;
    return 0;
}

const struct peer_ops peer_mutex = {
    .name = "mutex",
    .consumers_max = UINT32_MAX,
    .open = open_mutex,
    .close = close_mutex,
    .push_run = mutex_push_run,
    .pop_run = mutex_pop_run,
    .try_push = mutex_try_push,
    .try_pop = mutex_try_pop,
    .push_overwrite = push_overwrite,
    .pop_wait = pop_wait,
    .pop_paused = pop_paused,
};
