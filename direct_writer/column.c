#include "direct_writer/column.h"

#include "direct_writer/column_dictionary.h"
#include "direct_writer/gather.h"
#include "direct_writer/reader.h"
#include "direct_writer/slabs.h"
#include "direct_writer/vector.h"
#include "ring/clock.h"
#include "ring/pages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MARKS_FIRST 16

/* A cut moves the rows of one vector while those of a later one are fetched. */
#define VECTORS_AHEAD 8

/* What the index needs to know of a segment once it is written. */
struct segment {
    struct segment *next;
    struct format_index_entry entry; /* its offset comes from the pipeline */
};

struct column {
    struct ho_sink sink;

    /* What a change reads and writes. */
    uint32_t signal_count; /* 0 before setup and after an error, so that one test finds both */
    struct vector *vectors;
    uint64_t time;      /* of the last call */
    uint64_t events;    /* in this segment */
    uint64_t row_bytes; /* in this segment */
    uint64_t segment_bytes;

    uint32_t block_bytes;
    uint32_t vector_count; /* signal_count, as it was at setup */
    bool set_up;
    int error; /* the first, negative */
    struct pipeline *pipeline;
    struct gather gather;
    struct slabs slabs; /* where their bytes are */
    size_t first_bytes; /* capacity that a vector begins with */
    bool final_per_signal;
    uint64_t vector_bytes; /* capacity of all vectors */

    struct format_segment segment; /* being written; some fields are filled at its end */
    struct format_mark *marks;     /* in it */
    size_t mark_capacity;
    struct segment *segments, **segments_end; /* that are ended */
};

/* Makes error stick. */
static int fail(struct column *c, int error)
{
    if (!c->error)
        c->error = error;
    c->signal_count = 0;
    return c->error;
}

/* Begins a run of rows in the block; NULL, and failed, where there is no room to be had. */
static unsigned char *begin_run(struct column *c, const struct vector *vector, size_t bytes)
{
    unsigned char *rows;
    int error = gather_run(&c->gather, (uint32_t)(vector - c->vectors), bytes, &rows);

    if (!error)
        return rows;
    fail(c, error);
    return NULL;
}

/* Moves the open rows of a signal to the block. */
static int move_rows(struct column *c, struct vector *vector)
{
    unsigned char *rows = begin_run(c, vector, vector->used);

    if (!rows)
        return c->error;
    memcpy(rows, vector->bytes, vector->used);
    vector->used = 0;
    return 0;
}

static int grow(struct column *c, struct vector *vector, size_t bytes)
{
    size_t capacity = vector->capacity ? 2 * (size_t)vector->capacity : c->first_bytes;
    unsigned char *grown;

    while (capacity < bytes)
        capacity *= 2;
    if (capacity > c->block_bytes)
        capacity = c->block_bytes;
    grown = slabs_alloc(&c->slabs, capacity);
    if (!grown)
        return fail(c, -ENOMEM);
    if (vector->used)
        memcpy(grown, vector->bytes, vector->used);
    slabs_free(&c->slabs, vector->bytes, vector->capacity);
    c->vector_bytes += capacity - vector->capacity;
    vector->bytes = grown;
    vector->capacity = (uint32_t)capacity;
    return 0;
}

static int column_cut(struct ho_sink *sink);

/* A row of so many bytes was added. Ends the segment if that made it large enough. */
static inline int count_row(struct column *c, size_t bytes)
{
    c->events++;
    c->row_bytes += bytes;
    return c->row_bytes < c->segment_bytes ? 0 : column_cut(&c->sink);
}

/* A row that is too large for a vector goes straight to the block. */
static int add_large_row(struct column *c, struct vector *vector, uint64_t time, const void *value,
                         uint32_t len)
{
    unsigned char head[VECTOR_ROW_HEAD_BYTES_MAX], *at;
    size_t head_bytes = (size_t)(vector_put_head(head, vector, time, len) - head);

    if (vector->used && move_rows(c, vector))
        return c->error;
    at = begin_run(c, vector, head_bytes + len);
    if (!at)
        return c->error;
    memcpy(at, head, head_bytes);
    vector_put_value(at + head_bytes, value, len);
    vector->time = time;
    return count_row(c, head_bytes + len);
}

/* All but the plain case: misuse, a string, a large value, a vector without room for the row.
 * Out of line, so that the plain case has no registers to save. */
__attribute__((noinline)) static int change_slowly(struct column *c, struct vector *vector,
                                                   uint64_t time, const void *value, uint32_t len)
{
    size_t room = (size_t)len + VECTOR_ROW_HEAD_BYTES_MAX;
    unsigned char *at, *end;

    if (len != vector->value_bytes && vector->value_bytes != UINT32_MAX)
        return fail(c, -EINVAL);
    if (room > c->block_bytes)
        return add_large_row(c, vector, time, value, len);
    if (vector->used + room > c->block_bytes && move_rows(c, vector))
        return c->error;
    if (vector->used + room > vector->capacity && grow(c, vector, vector->used + room))
        return c->error;

    at = vector->bytes + vector->used;
    end = vector_put_value(vector_put_head(at, vector, time, len), value, len);
    vector->time = time;
    vector->used += (uint32_t)(end - at);
    return count_row(c, (size_t)(end - at));
}

static inline int add_row(struct column *c, uint64_t time, uint32_t id, const void *value,
                          uint32_t len)
{
    struct vector *vector;
    unsigned char *at, *end;

    if (id >= c->signal_count || time < c->time)
        return fail(c, -EINVAL);
    c->time = time;
    vector = &c->vectors[id];
    if (len != vector->value_bytes || len - 1 >= VECTOR_SMALL_VALUE_BYTES ||
        vector->capacity - vector->used < VECTOR_SMALL_ROW_BYTES_MAX)
        return change_slowly(c, vector, time, value, len);

    at = vector->bytes + vector->used;
    end = vector_put_small_value(varint_put(at, time - vector->time), value, len);
    vector->time = time;
    vector->used += (uint32_t)(end - at);
    return count_row(c, (size_t)(end - at));
}

static int column_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                         uint32_t len)
{
    return add_row((struct column *)sink, time, id, value, len);
}

/* Three passes: fetch the vectors, fetch the places that they say rows go to, write the rows. By
 * then all of that has come, and has come together. */
static int column_changes(struct ho_sink *sink, const struct ho_change *changes, size_t count)
{
    struct column *c = (struct column *)sink;
    int error = 0;

    for (size_t i = 0; i < count; i++)
        if (changes[i].id < c->signal_count)
            __builtin_prefetch(&c->vectors[changes[i].id], 1);
    for (size_t i = 0; i < count; i++) {
        const struct vector *vector;

        if (changes[i].id >= c->signal_count)
            continue;
        vector = &c->vectors[changes[i].id];
        /* A number, since a vector without bytes has no place to point into. */
        __builtin_prefetch((const void *)((uintptr_t)vector->bytes + vector->used), 1);
    }
    for (size_t i = 0; i < count && !error; i++)
        error = add_row(c, changes[i].time, changes[i].id, changes[i].value, changes[i].len);
    return error;
}

static int column_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    struct column *c = (struct column *)sink;

    if (c->error || !c->set_up || time < c->time || (unsigned)mark > HO_MARK_ON)
        return fail(c, -EINVAL);
    if (c->segment.mark_count == c->mark_capacity) {
        size_t capacity = c->mark_capacity ? 2 * c->mark_capacity : MARKS_FIRST;
        struct format_mark *marks = realloc(c->marks, capacity * sizeof *marks);

        if (!marks)
            return fail(c, -ENOMEM);
        c->marks = marks;
        c->mark_capacity = capacity;
    }
    c->time = time;
    c->marks[c->segment.mark_count++] = (struct format_mark){time, mark};
    c->row_bytes += sizeof c->marks[0];
    return c->row_bytes < c->segment_bytes ? 0 : column_cut(sink);
}

/* Hands data over as a part of its own. */
static int submit_part(struct column *c, uint32_t tag, const void *head, size_t head_bytes,
                       const void *tail, size_t tail_bytes, uint64_t *offset)
{
    struct pipeline_part *part = pipeline_part_new(tag, head_bytes + tail_bytes);
    int error;

    if (!part)
        return fail(c, -ENOMEM);
    memcpy(part->raw, head, head_bytes);
    if (tail_bytes)
        memcpy(part->raw + head_bytes, tail, tail_bytes);
    part->header.raw_bytes = head_bytes + tail_bytes;
    part->offset = offset;
    error = pipeline_submit(c->pipeline, part);
    return error ? fail(c, error) : 0;
}

/* All blocks of the segment are submitted: its own part, and a place in the index. */
static int end_segment(struct column *c)
{
    struct segment *segment = malloc(sizeof *segment);

    if (!segment)
        return fail(c, -ENOMEM);
    c->segment.last_time = c->time;
    c->segment.events = c->events;
    c->segment.blocks = c->gather.blocks;
    c->segment.raw_bytes = c->gather.raw_bytes;
    *segment = (struct segment){
        .entry.base_time = c->segment.base_time,
        .entry.last_time = c->segment.last_time,
        .entry.events = c->segment.events,
    };
    *c->segments_end = segment;
    c->segments_end = &segment->next;
    return submit_part(c, FORMAT_SEGMENT, &c->segment, sizeof c->segment, c->marks,
                       c->segment.mark_count * sizeof c->marks[0], &segment->entry.offset);
}

/* After a cut no vector has rows. */
static void forget_vectors(struct column *c)
{
    for (uint32_t id = 0; id < c->vector_count; id++) {
        slabs_free(&c->slabs, c->vectors[id].bytes, c->vectors[id].capacity);
        c->vectors[id].bytes = NULL;
        c->vectors[id].capacity = 0;
    }
    slabs_fini(&c->slabs);
    c->vector_bytes = 0;
}

/* The vectors keep their memory for the next segment, unless that is out of proportion: other
 * signals may be busy then. */
static void start_segment(struct column *c)
{
    if (c->vector_bytes > 2 * c->segment_bytes + c->first_bytes * c->vector_count)
        forget_vectors(c);
    for (uint32_t id = 0; id < c->vector_count; id++)
        c->vectors[id].time = c->time;
    c->segment = (struct format_segment){.number = c->segment.number + 1, .base_time = c->time};
    gather_reset(&c->gather);
    c->events = 0;
    c->row_bytes = 0;
}

static int column_cut(struct ho_sink *sink)
{
    struct column *c = (struct column *)sink;
    int error;

    if (c->error || !c->set_up)
        return fail(c, -EINVAL);
    if (c->events == 0 && c->segment.mark_count == 0 && c->segment.gap_count == 0)
        return 0;
    for (uint32_t id = 0; id < c->vector_count; id++) {
        if (id + VECTORS_AHEAD < c->vector_count)
            __builtin_prefetch(c->vectors[id + VECTORS_AHEAD].bytes);
        if (c->vectors[id].used && move_rows(c, &c->vectors[id]))
            return c->error;
    }
    error = gather_end(&c->gather);
    if (error)
        return fail(c, error);
    if (end_segment(c))
        return c->error;
    start_segment(c);
    return 0;
}

/* The gap begins a segment, whose rows count from its base time all the same: where the segment
 * before ended. */
static int column_gap(struct ho_sink *sink, const struct ho_gap *gap)
{
    struct column *c = (struct column *)sink;

    if (c->error || !c->set_up || gap->first_time < c->time || gap->last_time < gap->first_time)
        return fail(c, -EINVAL);
    if (column_cut(sink))
        return c->error;
    c->segment.gap_count = 1;
    c->segment.gap = (struct format_gap){gap->first_time, gap->last_time, gap->events};
    c->time = gap->last_time;
    return 0;
}

static size_t vectors_bytes(uint32_t count)
{
    return count * sizeof(struct vector);
}

/* A vector begins with its fair share of a segment: if signals are about as busy as each other
 * none grows, and nothing is copied or outgrown; if they are not, no more than about twice a
 * segment is taken for those that have few rows. */
static int open_vectors(struct column *c, const struct ho_dictionary *dictionary)
{
    uint32_t count = dictionary->signal_count;

    c->vectors = ho_pages_alloc(vectors_bytes(count));
    if (!c->vectors)
        return -ENOMEM;
    for (uint32_t id = 0; id < count; id++)
        c->vectors[id] = (struct vector){
            .value_bytes = ho_signal_value_bytes(&dictionary->signals[id])};
    c->vector_count = count;
    c->first_bytes = SLABS_PIECE_MIN;
    while (c->first_bytes < c->block_bytes && c->first_bytes * count < c->segment_bytes)
        c->first_bytes *= 2;
    return 0;
}

static int column_setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    struct column *c = (struct column *)sink;
    struct pipeline_part *part;
    size_t bytes;
    int error;

    if (c->error || c->set_up || !ho_dictionary_valid(dictionary))
        return fail(c, -EINVAL);
    error = open_vectors(c, dictionary);
    if (error)
        return fail(c, error);
    bytes = column_dictionary_bytes(dictionary);
    part = pipeline_part_new(FORMAT_DICTIONARY, bytes);
    if (!part)
        return fail(c, -ENOMEM);
    column_dictionary_encode(dictionary, part->raw);
    part->header.raw_bytes = bytes;
    error = pipeline_submit(c->pipeline, part);
    if (error)
        return fail(c, error);
    c->signal_count = c->vector_count;
    c->set_up = true;
    return 0;
}

/* After the last segment: the index, the trailer, and everything on the disk. */
static int commit(struct column *c)
{
    struct format_index_entry *index;
    struct format_trailer trailer;
    size_t count = 0;

    for (const struct segment *s = c->segments; s; s = s->next)
        count++;
    index = malloc((count + 1) * sizeof *index);
    if (!index)
        return fail(c, -ENOMEM);
    count = 0;
    for (const struct segment *s = c->segments; s; s = s->next)
        index[count++] = s->entry;

    if (!submit_part(c, FORMAT_INDEX, index, count * sizeof *index, NULL, 0,
                     &trailer.index_offset) &&
        !pipeline_drain(c->pipeline))
        submit_part(c, FORMAT_TRAILER, &trailer, sizeof trailer, NULL, 0, NULL);
    free(index);
    return pipeline_sync(c->pipeline);
}

static void column_free(struct column *c)
{
    gather_reset(&c->gather);
    forget_vectors(c);
    ho_pages_free(c->vectors, vectors_bytes(c->vector_count));
    free(c->marks);
    for (struct segment *segment = c->segments, *next; segment; segment = next) {
        next = segment->next;
        free(segment);
    }
    free(c);
}

static int column_close(struct ho_sink *sink, struct ho_close_times *times)
{
    struct column *c = (struct column *)sink;
    uint64_t start = ho_clock_ns(), encoded, committed;
    bool whole = c->set_up && !c->error;
    int error;

    c->gather.apart = c->final_per_signal;
    if (whole)
        column_cut(sink);
    error = pipeline_drain(c->pipeline);
    encoded = ho_clock_ns();

    if (whole && !c->error && !error)
        error = commit(c);
    if (error)
        fail(c, error);
    committed = ho_clock_ns();

    error = pipeline_close(c->pipeline);
    if (error)
        fail(c, error);
    error = c->error;
    column_free(c);
    if (times) {
        times->encode_ns = encoded - start;
        times->commit_ns = committed - encoded;
        times->join_ns = ho_clock_ns() - committed;
    }
    return error;
}

static const struct ho_sink_ops column_ops = {
    .name = "column",
    .setup = column_setup,
    .change = column_change,
    .mark = column_mark,
    .cut = column_cut,
    .gap = column_gap,
    .changes = column_changes,
    .close = column_close,
};

static int column_open(const struct writer_options *options, struct ho_sink **sink, char *message)
{
    struct column *c;
    int error;

    (void)message;
    if (!options->path || !options->workers || !options->block_bytes || !options->segment_bytes)
        return -EINVAL;
    c = calloc(1, sizeof *c);
    if (!c)
        return -ENOMEM;
    error = pipeline_open(options->path, options->workers, &c->pipeline);
    if (error) {
        free(c);
        return error;
    }
    c->sink.ops = &column_ops;
    c->block_bytes = options->block_bytes;
    c->segment_bytes = options->segment_bytes;
    c->final_per_signal = options->final_per_signal;
    c->gather.pipeline = c->pipeline;
    c->segments_end = &c->segments;
    *sink = &c->sink;
    return 0;
}

const struct writer column_writer = {
    .name = "column",
    .suffix = ".hcol",
    .open = column_open,
    .read = reader_read,
};
