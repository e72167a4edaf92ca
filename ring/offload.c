#include "ring/offload.h"

#include "ring/clock.h"
#include "ring/counter.h"
#include "ring/dispatcher.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#define CHUNK_BYTES_MIN 64u
#define CHUNK_BYTES_MAX (1u << 30)
#define NS_PER_MS       UINT64_C(1000000)

/*
 * While a chunk is held, chunk_start <= cursor <= end == chunk_start + chunk_bytes; otherwise
 * chunk_start is NULL. With no chunk, and after an error, cursor == end, so that every append
 * takes the slow path.
 */
struct ho_offload {
    /* The producer's, all that the hot path touches. */
    alignas(HO_CACHE_LINE) struct ho_sink sink;
    unsigned char *cursor;
    unsigned char *end;
    uint64_t time; /* of the last time record */

    /* The producer's, on slow paths. */
    unsigned char *chunk_start;
    struct ho_chunk_header header; /* of the chunk held; what is appended fast is not in it yet */
    uint32_t slow_bytes;           /* of its records that were not appended fast */
    uint32_t chunk;                /* index of the chunk held */
    int error;                     /* sticks */
    bool running;                  /* set up, not finished */
    bool deferred_setup;
    bool drop_oldest;
    uint64_t finish_begun, finished; /* ns; 0: not yet */
    _Atomic uint64_t published;      /* chunks; this and those below are counters */
    _Atomic uint64_t waits;
    _Atomic uint64_t wait_ns;
    _Atomic uint64_t spills;
    _Atomic uint64_t used_max; /* chunks */
    _Atomic uint64_t appended; /* events */
    _Atomic uint64_t dropped;  /* events */
    _Atomic uint64_t chunks_dropped;

    alignas(HO_CACHE_LINE) struct ho_budget budget;
    struct ho_chunk_ring ring;
    struct ho_dispatcher dispatcher;
};

static_assert(offsetof(struct ho_offload, time) + sizeof(uint64_t) <= 64,
              "the hot path touches one line");

/* Makes error stick: without room, every later call takes the slow path and returns it. */
static int fail(struct ho_offload *offload, int error)
{
    offload->error = error;
    offload->end = offload->cursor;
    return error;
}

/* Makes the wrapped sink's error stick, if there is one. Returns what sticks. */
static int look_for_failure(struct ho_offload *offload)
{
    int failed = ho_dispatcher_failed(&offload->dispatcher);

    return failed && !offload->error ? fail(offload, failed) : offload->error;
}

/* The next chunk follows on this one. */
static void next_header(struct ho_offload *offload)
{
    struct ho_chunk_header *header = &offload->header;

    ho_counter_add(&offload->appended, header->events);
    *header = (struct ho_chunk_header){
        .sequence = header->sequence + 1,
        .time = offload->time,
        .events_before = header->events_before + header->events,
        .cuts_before = header->cuts_before + header->cuts,
    };
    offload->slow_bytes = 0;
}

static bool holds_anything(const struct ho_offload *offload)
{
    return offload->chunk_start && offload->cursor != offload->chunk_start;
}

/* Hands the chunk held over, if it holds anything. */
static void publish(struct ho_offload *offload)
{
    struct ho_chunk_header *header = &offload->header;

    if (!holds_anything(offload))
        return;
    header->used = (uint32_t)(offload->cursor - offload->chunk_start);
    /* All that is appended fast is an event in a small record. */
    header->events += (header->used - offload->slow_bytes) / HO_RECORD_SMALL_BYTES;
    offload->ring.header[offload->chunk] = *header;
    ho_chunk_ring_publish(&offload->ring, offload->chunk);
    offload->chunk_start = NULL;
    offload->end = offload->cursor;

    next_header(offload);
    ho_counter_add(&offload->published, 1);
    ho_counter_raise(&offload->used_max,
                     offload->ring.chunks - ho_index_queue_count(&offload->ring.free));
}

/* A wait is counted when it begins, so that others can see it, and timed when it ends. */
static uint64_t wait_begin(struct ho_offload *offload)
{
    ho_counter_add(&offload->waits, 1);
    return ho_clock_ns();
}

static void wait_end(struct ho_offload *offload, uint64_t since_ns)
{
    ho_counter_add(&offload->wait_ns, ho_clock_ns() - since_ns);
}

/* Takes the oldest published chunk, and all that is in it, out of the stream. False if there is
 * none. */
static bool drop_oldest(struct ho_offload *offload, uint32_t *chunk)
{
    const struct ho_chunk_header *header;

    if (!ho_chunk_ring_try_next(&offload->ring, chunk))
        return false;
    header = &offload->ring.header[*chunk];
    if (header->spills)
        ho_replay_discard(&offload->dispatcher.replay, ho_chunk_ring_at(&offload->ring, *chunk),
                          header->used);
    ho_counter_add(&offload->chunks_dropped, 1);
    ho_counter_add(&offload->dropped, header->events);
    return true;
}

/* Takes an empty chunk: a free one, or the oldest, or one that is waited for. */
static uint32_t acquire(struct ho_offload *offload)
{
    struct ho_chunk_ring *ring = &offload->ring;
    uint64_t since_ns;
    uint32_t chunk;

    if (ho_chunk_ring_try_acquire(ring, &chunk))
        return chunk;
    if (offload->drop_oldest) {
        /* The dispatcher holds one chunk at most, and gives it back before it takes another: so
         * this ends after a few rounds, whatever it does. */
        while (!drop_oldest(offload, &chunk) && !ho_chunk_ring_try_acquire(ring, &chunk))
            ;
        return chunk;
    }
    since_ns = wait_begin(offload);
    chunk = ho_chunk_ring_acquire(ring);
    wait_end(offload, since_ns);
    return chunk;
}

/* Publishes what is there and takes an empty chunk. Returns 0 or the error that sticks. */
static int renew(struct ho_offload *offload)
{
    if (offload->error)
        return offload->error;
    if (!offload->running)
        return fail(offload, -EINVAL);

    publish(offload);
    if (!offload->chunk_start) {
        offload->chunk = acquire(offload);
        offload->chunk_start = ho_chunk_ring_at(&offload->ring, offload->chunk);
        offload->cursor = offload->chunk_start;
        offload->end = offload->chunk_start + offload->ring.chunk_bytes;
    }
    return look_for_failure(offload);
}

/* Appends a record, of so many events, that fits in an empty chunk. */
static inline int append(struct ho_offload *offload, uint32_t id, uint32_t len, const void *payload,
                         uint32_t events)
{
    size_t bytes = ho_record_bytes(len & ~HO_RECORD_CONTROL);

    if (bytes > (size_t)(offload->end - offload->cursor)) {
        int error = renew(offload);

        if (error)
            return error;
    }
    offload->cursor = ho_record_put(offload->cursor, id, len, payload);
    offload->slow_bytes += (uint32_t)bytes;
    offload->header.events += events;
    return 0;
}

static inline int append_control(struct ho_offload *offload, enum ho_control control,
                                 const void *payload, size_t bytes, uint32_t events)
{
    return append(offload, control, HO_RECORD_CONTROL | (uint32_t)bytes, payload, events);
}

/* The dispatcher has waited long enough. With nothing to hand over its wish stays. */
static void flush_as_wanted(struct ho_offload *offload)
{
    if (!holds_anything(offload))
        return;
    atomic_store_explicit(&offload->dispatcher.flush_wanted, false, memory_order_relaxed);
    publish(offload);
}

static int append_time(struct ho_offload *offload, uint64_t time)
{
    int error;

    if (time == offload->time)
        return 0;
    if (ho_dispatcher_wants_flush(&offload->dispatcher))
        flush_as_wanted(offload);
    error = append_control(offload, HO_CONTROL_TIME, &time, sizeof time, 0);
    if (!error)
        offload->time = time;
    return error;
}

struct reservation {
    struct ho_budget *budget;
    uint64_t bytes;
};

static bool reserve_ready(void *argument)
{
    struct reservation *reservation = argument;

    return ho_budget_try_reserve(reservation->budget, reservation->bytes);
}

/* Reserves bytes of the budget, waiting until values spilled earlier are given back; -EAGAIN,
 * which does not stick, instead of waiting if events may be dropped. */
static int reserve(struct ho_offload *offload, uint64_t bytes)
{
    struct reservation reservation = {.budget = &offload->budget, .bytes = bytes};
    uint64_t pool_bytes = (uint64_t)offload->ring.chunks * offload->ring.chunk_bytes;
    uint64_t since_ns;

    if (bytes > offload->budget.limit - pool_bytes)
        return fail(offload, -EMSGSIZE);
    if (reserve_ready(&reservation))
        return 0;
    if (offload->drop_oldest)
        return -EAGAIN;
    since_ns = wait_begin(offload);
    publish(offload); /* it may hold the values that must be given back */
    ho_park_wait(&offload->ring.free_park, reserve_ready, &reservation, HO_PARK_FOREVER);
    wait_end(offload, since_ns);
    return 0;
}

/* The stream goes on without an event for which there is no room: as if it had been a chunk of
 * its own, and that dropped. */
static void skip_event(struct ho_offload *offload)
{
    publish(offload);
    offload->header.events++;
    next_header(offload);
    ho_counter_add(&offload->dropped, 1);
}

static int append_spill(struct ho_offload *offload, uint32_t id, uint32_t len, const void *value)
{
    struct ho_spill spill = {.id = id, .len = len};
    int error = reserve(offload, len);

    if (error == -EAGAIN) {
        skip_event(offload);
        return 0;
    }
    if (error)
        return error;
    spill.value = malloc(len);
    if (!spill.value) {
        error = fail(offload, -ENOMEM);
        goto give_back;
    }
    memcpy(spill.value, value, len);
    error = append_control(offload, HO_CONTROL_SPILL, &spill, sizeof spill, 1);
    if (error)
        goto give_back;
    offload->header.spills++;
    ho_counter_add(&offload->spills, 1);
    return 0;

give_back:
    free(spill.value);
    ho_budget_give_back(&offload->budget, len);
    return error;
}

/* Any change, at any time, in any state. */
static __attribute__((noinline)) int change_any(struct ho_offload *offload, uint64_t time,
                                                uint32_t id, const void *value, uint32_t len)
{
    int error = offload->error ? offload->error : append_time(offload, time);

    if (error)
        return error;
    if (ho_record_bytes(len) > offload->ring.chunk_bytes)
        return append_spill(offload, id, len, value);
    return append(offload, id, len, value, 1);
}

/* The hot path: a small value, no new time, room in the chunk. */
static int offload_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                          uint32_t len)
{
    struct ho_offload *offload = (struct ho_offload *)sink;
    unsigned char *cursor = offload->cursor;

    if (len - 1 > 7 || time != offload->time ||
        (size_t)(offload->end - cursor) < HO_RECORD_SMALL_BYTES)
        return change_any(offload, time, id, value, len);
    ho_record_put_small(cursor, id, len, value);
    offload->cursor = cursor + HO_RECORD_SMALL_BYTES;
    return 0;
}

static int offload_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    struct ho_offload *offload = (struct ho_offload *)sink;
    uint64_t word = mark;
    int error = offload->error ? offload->error : append_time(offload, time);

    return error ? error : append_control(offload, HO_CONTROL_MARK, &word, sizeof word, 1);
}

static int offload_cut(struct ho_sink *sink)
{
    struct ho_offload *offload = (struct ho_offload *)sink;
    int error = offload->error;

    if (!error)
        error = append_control(offload, HO_CONTROL_CUT, NULL, 0, 0);
    if (error)
        return error;
    offload->header.cuts++;
    publish(offload);
    return 0;
}

static int offload_gap(struct ho_sink *sink, const struct ho_gap *gap)
{
    struct ho_offload *offload = (struct ho_offload *)sink;
    int error = offload->error;

    if (!error)
        error = append_control(offload, HO_CONTROL_GAP, gap, sizeof *gap, 0);
    if (!error)
        offload->time = gap->last_time; /* in force behind it */
    return error;
}

static int offload_setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    struct ho_offload *offload = (struct ho_offload *)sink;
    int error = offload->error;

    if (error)
        return error;
    if (offload->running || offload->finished)
        return fail(offload, -EINVAL);
    if (offload->deferred_setup)
        offload->dispatcher.deferred_setup = dictionary;
    else
        error = ho_sink_setup(offload->dispatcher.sink, dictionary);
    if (!error)
        error = ho_dispatcher_start(&offload->dispatcher);
    if (error)
        return fail(offload, error);
    offload->running = true;
    return 0;
}

int ho_offload_flush(struct ho_offload *offload)
{
    if (offload->running) {
        publish(offload);
        ho_chunk_ring_wait_released(&offload->ring, offload->chunk_start != NULL);
        look_for_failure(offload);
    }
    return offload->error;
}

void ho_offload_stats(const struct ho_offload *offload, struct ho_offload_stats *stats)
{
    *stats = (struct ho_offload_stats){
        .events_appended = ho_counter_get(&offload->appended),
        .events_replayed = ho_counter_get(&offload->dispatcher.events),
        .events_dropped = ho_counter_get(&offload->dropped),
        .chunks_dropped = ho_counter_get(&offload->chunks_dropped),
        .gaps = ho_counter_get(&offload->dispatcher.gaps),
        .records = ho_counter_get(&offload->dispatcher.records),
        .chunks_published = ho_counter_get(&offload->published),
        .producer_waits = ho_counter_get(&offload->waits),
        .producer_wait_ns = ho_counter_get(&offload->wait_ns),
        .dispatcher_waits = ho_counter_get(&offload->dispatcher.waits),
        .spills = ho_counter_get(&offload->spills),
        .chunks_used_max = ho_counter_get(&offload->used_max),
        .budget_used_max = ho_counter_get(&offload->budget.used_max),
    };
}

int ho_offload_finish(struct ho_offload *offload)
{
    if (!offload->running)
        return offload->error;
    offload->finish_begun = ho_clock_ns();
    publish(offload);
    offload->ring.header[ho_chunk_ring_end(&offload->ring)] = offload->header;
    ho_chunk_ring_publish(&offload->ring, ho_chunk_ring_end(&offload->ring));
    offload->finished = ho_clock_ns();
    offload->running = false;
    return look_for_failure(offload);
}

/* Adds what took how long; the dispatcher has ended. */
static void add_times(const struct ho_offload *offload, struct ho_close_times *times)
{
    const struct ho_close_times *inner = &offload->dispatcher.close_times;
    uint64_t drained = offload->dispatcher.drained_at, finished = offload->finished;
    uint64_t passed_ns = ho_clock_ns() - finished;
    uint64_t drain_ns = drained > finished ? drained - finished : 0;
    uint64_t known_ns = drain_ns + inner->encode_ns + inner->commit_ns;

    times->publish_ns += finished - offload->finish_begun;
    times->drain_ns += drain_ns;
    times->encode_ns += inner->encode_ns;
    times->commit_ns += inner->commit_ns;
    times->join_ns += passed_ns > known_ns ? passed_ns - known_ns : 0;
}

int ho_offload_wait(struct ho_offload *offload, struct ho_close_times *times,
                    struct ho_offload_stats *stats)
{
    int error;

    if (offload->finished) {
        ho_dispatcher_join(&offload->dispatcher);
        if (times)
            add_times(offload, times);
        error = look_for_failure(offload); /* ordered by the join */
    } else {
        int close_error = ho_sink_close(offload->dispatcher.sink, times);

        error = offload->error ? offload->error : close_error;
    }
    if (stats)
        ho_offload_stats(offload, stats);
    ho_chunk_ring_fini(&offload->ring);
    free(offload);
    return error;
}

int ho_offload_close(struct ho_offload *offload, struct ho_close_times *times,
                     struct ho_offload_stats *stats)
{
    ho_offload_finish(offload); /* wait returns its error too */
    return ho_offload_wait(offload, times, stats);
}

static int offload_close(struct ho_sink *sink, struct ho_close_times *times)
{
    return ho_offload_close((struct ho_offload *)sink, times, NULL);
}

static const struct ho_sink_ops offload_ops = {
    .name = "offload",
    .setup = offload_setup,
    .change = offload_change,
    .mark = offload_mark,
    .cut = offload_cut,
    .gap = offload_gap,
    .close = offload_close,
};

struct ho_offload_options ho_offload_options_defaults(void)
{
    return (struct ho_offload_options){
        .chunks = 16,
        .chunk_bytes = 1u << 20,
        .budget_bytes = UINT64_C(256) << 20,
        .lookahead = 32,
    };
}

static bool options_valid(const struct ho_offload_options *options)
{
    uint64_t pool_bytes = (uint64_t)options->chunks * options->chunk_bytes;

    return options->chunks >= 2 && options->chunks < UINT32_C(1) << 31 &&
           options->chunk_bytes >= CHUNK_BYTES_MIN && options->chunk_bytes <= CHUNK_BYTES_MAX &&
           options->chunk_bytes % 8 == 0 && pool_bytes <= options->budget_bytes &&
           options->lookahead <= HO_REPLAY_LOOKAHEAD_MAX && options->on_full <= HO_DROP_OLDEST;
}

int ho_offload_open(const struct ho_offload_options *options, struct ho_sink *inner,
                    struct ho_offload **result)
{
    struct ho_offload *offload;
    int error;

    if (!options_valid(options))
        return -EINVAL;
    offload = aligned_alloc(HO_CACHE_LINE, sizeof *offload);
    if (!offload)
        return -ENOMEM;
    memset(offload, 0, sizeof *offload);
    error = ho_chunk_ring_init(&offload->ring, options->chunks, options->chunk_bytes, 0);
    if (error) {
        free(offload);
        return error;
    }
    offload->sink.ops = &offload_ops;
    offload->cursor = offload->end = offload->ring.pool;
    offload->deferred_setup = options->deferred_setup;
    offload->drop_oldest = options->on_full == HO_DROP_OLDEST;
    offload->dispatcher.ring = &offload->ring;
    offload->dispatcher.budget = &offload->budget;
    offload->dispatcher.sink = inner;
    offload->dispatcher.lookahead = options->lookahead;
    offload->dispatcher.on_overflow = options->on_overflow;
    offload->dispatcher.on_overflow_argument = options->on_overflow_argument;
    offload->dispatcher.flush_after_ns = options->flush_after_ms
                                             ? options->flush_after_ms * NS_PER_MS
                                             : HO_PARK_FOREVER;
    ho_budget_init(&offload->budget, options->budget_bytes);
    ho_budget_try_reserve(&offload->budget, (uint64_t)options->chunks * options->chunk_bytes);
    *result = offload;
    return 0;
}

struct ho_sink *ho_offload_sink(struct ho_offload *offload)
{
    return &offload->sink;
}
