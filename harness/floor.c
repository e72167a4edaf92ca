#include "harness/floor.h"

#include "ring/record.h"

#include <errno.h>
#include <stdlib.h>

static struct floor *from_sink(struct ho_sink *sink)
{
    return (struct floor *)sink;
}

static void take_chunk(struct floor *floor, uint32_t chunk)
{
    floor->chunk = chunk;
    floor->cursor = ho_chunk_ring_at(&floor->ring, chunk);
    floor->end = floor->cursor + floor->ring.chunk_bytes;
}

static void next_chunk(struct floor *floor)
{
    take_chunk(floor, (floor->chunk + 1) % floor->ring.chunks);
}

/* Appends a record that fits in a chunk. */
static inline void append(struct floor *floor, uint32_t id, uint32_t len, const void *payload)
{
    size_t bytes = ho_record_bytes(len & ~HO_RECORD_CONTROL);

    if (bytes > (size_t)(floor->end - floor->cursor))
        next_chunk(floor);
    floor->cursor = ho_record_put(floor->cursor, id, len, payload);
}

static inline void append_control(struct floor *floor, enum ho_control control, const void *payload,
                                  size_t bytes)
{
    append(floor, control, HO_RECORD_CONTROL | (uint32_t)bytes, payload);
}

static void append_time(struct floor *floor, uint64_t time)
{
    if (time == floor->time)
        return;
    append_control(floor, HO_CONTROL_TIME, &time, sizeof time);
    floor->time = time;
}

/* The value has chunks of its own, and its record comes behind them. */
static void append_large(struct floor *floor, uint32_t id, uint32_t len, const void *value)
{
    struct ho_spill spill = {.id = id, .len = len};

    for (uint32_t copied = 0, bytes; copied < len; copied += bytes) {
        bytes = len - copied < floor->ring.chunk_bytes ? len - copied : floor->ring.chunk_bytes;
        next_chunk(floor);
        memcpy(floor->cursor, (const unsigned char *)value + copied, bytes);
    }
    next_chunk(floor);
    append_control(floor, HO_CONTROL_SPILL, &spill, sizeof spill);
}

/* Returns what could be an error, as the offload's does: were it known to be 0, a compiler would
 * make another hot path. */
static __attribute__((noinline)) int change_any(struct floor *floor, uint64_t time, uint32_t id,
                                                const void *value, uint32_t len)
{
    append_time(floor, time);
    if (ho_record_bytes(len) > floor->ring.chunk_bytes)
        append_large(floor, id, len, value);
    else
        append(floor, id, len, value);
    return floor->error;
}

/* The offload's hot path, word for word. */
static int change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value, uint32_t len)
{
    struct floor *floor = from_sink(sink);
    unsigned char *cursor = floor->cursor;

    if (len - 1 > 7 || time != floor->time || (size_t)(floor->end - cursor) < HO_RECORD_SMALL_BYTES)
        return change_any(floor, time, id, value, len);
    ho_record_put_small(cursor, id, len, value);
    floor->cursor = cursor + HO_RECORD_SMALL_BYTES;
    return 0;
}

static int setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    (void)sink, (void)dictionary;
    return 0;
}

static int mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    uint64_t word = mark;

    append_time(from_sink(sink), time);
    append_control(from_sink(sink), HO_CONTROL_MARK, &word, sizeof word);
    return 0;
}

static int cut(struct ho_sink *sink)
{
    append_control(from_sink(sink), HO_CONTROL_CUT, NULL, 0);
    next_chunk(from_sink(sink)); /* the offload publishes the chunk */
    return 0;
}

static int close_floor(struct ho_sink *sink, struct ho_close_times *times)
{
    (void)times;
    ho_chunk_ring_fini(&from_sink(sink)->ring);
    free(sink);
    return 0;
}

static const struct ho_sink_ops ops = {
    .name = "floor",
    .setup = setup,
    .change = change,
    .mark = mark,
    .cut = cut,
    .close = close_floor,
};

int floor_open(uint32_t chunks, uint32_t chunk_bytes, struct floor **result)
{
    struct floor *floor;
    int error;

    if (chunk_bytes % 8)
        return -EINVAL;
    floor = aligned_alloc(HO_CACHE_LINE, sizeof *floor);
    if (!floor)
        return -ENOMEM;
    memset(floor, 0, sizeof *floor);
    error = ho_chunk_ring_init(&floor->ring, chunks, chunk_bytes, 0);
    if (error) {
        free(floor);
        return error;
    }
    floor->sink.ops = &ops;
    take_chunk(floor, 0);
    *result = floor;
    return 0;
}
