#include "ring/replay.h"

#include <errno.h>
#include <stdbool.h>

/* A record as it lies in the chunk. */
struct record {
    uint32_t id;
    uint32_t len; /* with HO_RECORD_CONTROL */
    const unsigned char *payload;
    size_t bytes; /* header, payload, padding */
};

/* Whether there is a whole record in the left bytes at at. Most are small. That is a branch, not
 * arithmetic, so that a processor guesses where the next record begins and need not wait for this
 * one's length, which lies in memory that the other core has written. */
static inline bool record_get(struct record *record, const unsigned char *at, size_t left)
{
    uint64_t header;
    uint32_t payload_bytes;

    if (left < sizeof header)
        return false;
    memcpy(&header, at, sizeof header);
    record->id = (uint32_t)header;
    record->len = (uint32_t)(header >> 32);
    record->payload = at + sizeof header;
    payload_bytes = record->len & ~HO_RECORD_CONTROL;
    if (__builtin_expect(payload_bytes - 1 < 8, true))
        record->bytes = HO_RECORD_SMALL_BYTES;
    else
        record->bytes = ho_record_bytes(payload_bytes);
    return record->bytes <= left;
}

static int replay_spill(struct ho_replay *replay, const struct record *record)
{
    struct ho_spill spill;
    int error;

    if (!replay->unspill)
        return -EBADMSG;
    memcpy(&spill, record->payload, sizeof spill);
    error = ho_sink_change(replay->sink, replay->time, spill.id, spill.value, spill.len);
    replay->unspill(replay->owner, &spill);
    if (!error)
        replay->events++;
    return error;
}

static int replay_mark(struct ho_replay *replay, const struct record *record)
{
    uint64_t word;
    int error;

    memcpy(&word, record->payload, sizeof word);
    if (word > HO_MARK_ON)
        return -EBADMSG;
    error = ho_sink_mark(replay->sink, replay->time, (enum ho_mark)word);
    if (!error)
        replay->events++;
    return error;
}

static int replay_gap(struct ho_replay *replay, const struct record *record)
{
    struct ho_gap gap;

    memcpy(&gap, record->payload, sizeof gap);
    replay->time = gap.last_time;
    return ho_sink_gap(replay->sink, &gap);
}

static int replay_control(struct ho_replay *replay, const struct record *record)
{
    uint32_t len = record->len & ~HO_RECORD_CONTROL;

    switch (record->id) {
    case HO_CONTROL_TIME:
        if (len != sizeof replay->time)
            return -EBADMSG;
        memcpy(&replay->time, record->payload, sizeof replay->time);
        return 0;
    case HO_CONTROL_MARK:
        return len == sizeof(uint64_t) ? replay_mark(replay, record) : -EBADMSG;
    case HO_CONTROL_CUT:
        return len == 0 ? ho_sink_cut(replay->sink) : -EBADMSG;
    case HO_CONTROL_GAP:
        return len == sizeof(struct ho_gap) ? replay_gap(replay, record) : -EBADMSG;
    case HO_CONTROL_SPILL:
        return len == sizeof(struct ho_spill) ? replay_spill(replay, record) : -EBADMSG;
    }
    return -EBADMSG;
}

/* Changes that were collected and not passed on yet; their values lie in the chunk. */
struct batch {
    uint32_t count;
    struct ho_change changes[HO_REPLAY_LOOKAHEAD_MAX];
};

static int pass_on(struct ho_replay *replay, struct batch *batch)
{
    uint32_t count = batch->count;
    int error;

    if (count == 0)
        return 0;
    batch->count = 0;
    error = ho_sink_changes(replay->sink, batch->changes, count);
    if (!error)
        replay->events += count;
    return error;
}

static inline int replay_change(struct ho_replay *replay, const struct record *record,
                                struct batch *batch)
{
    if (replay->lookahead < 2) {
        int error = ho_sink_change(replay->sink, replay->time, record->id, record->payload,
                                   record->len);

        replay->events += !error;
        return error;
    }
    batch->changes[batch->count++] = (struct ho_change){
        .time = replay->time,
        .value = record->payload,
        .id = record->id,
        .len = record->len,
    };
    return batch->count < replay->lookahead ? 0 : pass_on(replay, batch);
}

int ho_replay_chunk(struct ho_replay *replay, const unsigned char *chunk, size_t bytes)
{
    const unsigned char *at = chunk, *end = chunk + bytes;
    struct batch batch;
    uint64_t records = 0;
    int error = 0;

    batch.count = 0;
    while (at < end && !error) {
        struct record record;
        bool whole = record_get(&record, at, (size_t)(end - at));
        bool change = whole && !(record.len & HO_RECORD_CONTROL);

        /* All but a time has its place behind the changes before it. */
        if (!change && !(whole && record.id == HO_CONTROL_TIME)) {
            error = pass_on(replay, &batch);
            if (!error && !whole)
                error = -EBADMSG;
            if (error)
                break;
        }
        at += record.bytes;
        records++;
        error = change ? replay_change(replay, &record, &batch) : replay_control(replay, &record);
    }
    if (!error)
        error = pass_on(replay, &batch);
    replay->records += records;
    if (error)
        ho_replay_discard(replay, at, (size_t)(end - at));
    return error;
}

void ho_replay_discard(const struct ho_replay *replay, const unsigned char *chunk, size_t bytes)
{
    const unsigned char *end = chunk + bytes;
    struct record record;

    for (; record_get(&record, chunk, (size_t)(end - chunk)); chunk += record.bytes) {
        struct ho_spill spill;

        if (record.id != HO_CONTROL_SPILL || !replay->unspill ||
            record.len != (HO_RECORD_CONTROL | sizeof spill))
            continue;
        memcpy(&spill, record.payload, sizeof spill);
        replay->unspill(replay->owner, &spill);
    }
}
