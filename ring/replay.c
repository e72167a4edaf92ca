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

/* Whether there is a whole record in the left bytes at at. */
static inline bool record_get(struct record *record, const unsigned char *at, size_t left)
{
    uint64_t header;

    if (left < sizeof header)
        return false;
    memcpy(&header, at, sizeof header);
    record->id = (uint32_t)header;
    record->len = (uint32_t)(header >> 32);
    record->payload = at + sizeof header;
    record->bytes = ho_record_bytes(record->len & ~HO_RECORD_CONTROL);
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

/* Runs ahead of the replay and tells the sink what is coming. */
struct scout {
    const unsigned char *at, *end;
};

static inline void scout_step(struct scout *scout, struct ho_sink *sink)
{
    struct record record;

    if (!record_get(&record, scout->at, (size_t)(scout->end - scout->at)))
        return;
    if (!(record.len & HO_RECORD_CONTROL))
        sink->ops->prefetch(sink, record.id);
    scout->at += record.bytes;
}

int ho_replay_chunk(struct ho_replay *replay, const unsigned char *chunk, size_t bytes)
{
    struct ho_sink *sink = replay->sink;
    const unsigned char *at = chunk, *end = chunk + bytes;
    bool ahead = sink->ops->prefetch && replay->lookahead;
    struct scout scout = {chunk, ahead ? end : chunk};
    uint64_t events = 0, records = 0;
    int error = 0;

    for (uint32_t i = 0; ahead && i < replay->lookahead; i++)
        scout_step(&scout, sink);
    while (at < end) {
        struct record record;

        if (!record_get(&record, at, (size_t)(end - at))) {
            error = -EBADMSG;
            break;
        }
        if (ahead)
            scout_step(&scout, sink);
        at += record.bytes;
        records++;
        if (record.len & HO_RECORD_CONTROL) {
            error = replay_control(replay, &record);
        } else {
            error = ho_sink_change(sink, replay->time, record.id, record.payload, record.len);
            events += !error;
        }
        if (error)
            break;
    }
    replay->events += events;
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
