/*
 * replay.h - decode records and make the calls that they stand for.
 *
 * Changes are collected and passed on some at a time, so that a sink can look ahead: only behind
 * a ring can anyone see the future.
 */
#ifndef HO_REPLAY_H
#define HO_REPLAY_H

#include "ring/record.h"
#include "ring/sink.h"

#define HO_REPLAY_LOOKAHEAD_MAX 256u

/* What carries over from chunk to chunk. Start with zeros and a sink. */
struct ho_replay {
    struct ho_sink *sink;
    uint32_t lookahead; /* changes passed on at a time, at most; 0, 1: by themselves */
    uint64_t time;      /* in force */
    /* Takes back a spilled value, after its call. NULL where nothing is spilled. */
    void (*unspill)(void *owner, const struct ho_spill *spill);
    void *owner;
    uint64_t events;  /* changes and marks passed on, without those of a call that failed */
    uint64_t records; /* of every kind */
};

/*
 * Replays the bytes of one chunk (whole records) into replay->sink. Returns 0, the sink's
 * first error, or -EBADMSG for bytes that are no records; the rest of the chunk is then
 * not replayed, but spilled values in it are taken back.
 */
int ho_replay_chunk(struct ho_replay *replay, const unsigned char *chunk, size_t bytes);

/* Takes the spilled values of a chunk back and makes no calls. */
void ho_replay_discard(const struct ho_replay *replay, const unsigned char *chunk, size_t bytes);

#endif
