/*
 * peer.h - a queue as the queue benchmark sees it, ours and others'.
 *
 * An item is item_bytes long and begins with its number, from 0 up; the rest of it follows from
 * the number, so that an item that was damaged or delivered twice shows. The loops that are timed
 * are part of each peer, so that its push and pop are inlined into them; all peers get them from
 * peer_loops.h, with the same waiting in between.
 */
#ifndef HARNESS_PEERS_PEER_H
#define HARNESS_PEERS_PEER_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PEER_ITEM_BYTES_MAX 64

/* A queue that cannot have just this capacity has one less, or up to twice as many. */
struct peer_options {
    uint32_t capacity;   /* items */
    uint32_t item_bytes; /* 8, 16, 32 or 64 */
    uint32_t consumers;  /* threads that pop */
};

/* What one consumer was given. */
struct peer_tally {
    uint64_t items;
    uint64_t sum;      /* of their numbers */
    uint64_t backward; /* items whose number was not above the one before */
    uint64_t damaged;  /* items whose bytes do not follow from their number */
};

struct peer;

/* Ends a run of pops: set once the producer has pushed its last item. */
typedef bool peer_ended(const void *argument);

struct peer_ops {
    const char *name;
    uint32_t consumers_max; /* UINT32_MAX: any number */

    /* Touches all memory that it will use. Returns 0 or -ENOMEM. */
    int (*open)(const struct peer_options *options, struct peer **peer);
    void (*close)(struct peer *peer);

    /* Producer only. Pushes items first to first + count - 1; waits while the queue is full. */
    void (*push_run)(struct peer *peer, uint64_t first, uint64_t count);

    /* Consumer only. Pops and tallies items until ended(argument) and the queue is empty. */
    void (*pop_run)(struct peer *peer, peer_ended *ended, const void *argument,
                    struct peer_tally *tally);

    /* Producer only; consumer only. False if the queue is full; empty. */
    bool (*try_push)(struct peer *peer, const void *item);
    bool (*try_pop)(struct peer *peer, void *item);

    /* Producer only. Pushes whatever happens; returns how many items were lost for it. NULL: this
     * queue refuses when it is full. */
    uint64_t (*push_overwrite)(struct peer *peer, const void *item);

    /* Consumer only. Waits at most timeout_ns. NULL: this queue cannot wait. */
    bool (*pop_wait)(struct peer *peer, void *item, uint64_t timeout_ns);

    /* Consumer only. A pop that calls pause(argument) in its middle, at the step where that is
     * worst for the producer. NULL: not our code, it cannot be stopped there. */
    bool (*pop_paused)(struct peer *peer, void *item, void (*pause)(void *argument),
                       void *argument);
};

/* Those that this build has, ended by NULL; ours first. */
extern const struct peer_ops *const peer_table[];

#ifdef __cplusplus
}
#endif

#endif
