#include "tests/direct_recorder.h"

#include "direct_writer/column_dictionary.h"

#include <stdlib.h>
#include <string.h>

/* A test that has no memory or disk is over. */
static void *need(void *pointer)
{
    if (!pointer)
        abort();
    return pointer;
}

static int record(struct direct_recorder *r, struct direct_call call, const void *value,
                  size_t bytes)
{
    if (r->fail_at && r->count + 1 >= r->fail_at)
        return r->error;
    if (r->count == r->capacity) {
        r->capacity = r->capacity ? 2 * r->capacity : 64;
        r->calls = need(realloc(r->calls, r->capacity * sizeof *r->calls));
    }
    while (r->size - r->used < bytes) {
        r->size = r->size ? 2 * r->size : 64;
        r->bytes = need(realloc(r->bytes, r->size));
    }
    if (bytes > 0)
        memcpy(r->bytes + r->used, value, bytes);
    call.offset = r->used;
    call.gaps = r->gaps;
    r->used += bytes;
    r->calls[r->count++] = call;
    return 0;
}

static int recorder_setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    struct direct_recorder *r = (struct direct_recorder *)sink;

    free(r->dictionary);
    r->dictionary_bytes = column_dictionary_bytes(dictionary);
    r->dictionary = need(malloc(r->dictionary_bytes));
    column_dictionary_encode(dictionary, r->dictionary);
    return 0;
}

static int recorder_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                           uint32_t len)
{
    return record((struct direct_recorder *)sink, (struct direct_call){time, id, len, 0, 0}, value,
                  len);
}

static int recorder_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    return record((struct direct_recorder *)sink,
                  (struct direct_call){time, DIRECT_MARK, mark, 0, 0}, NULL, 0);
}

static int recorder_cut(struct ho_sink *sink)
{
    (void)sink;
    return 0;
}

static int recorder_gap(struct ho_sink *sink, const struct ho_gap *gap)
{
    struct direct_recorder *r = (struct direct_recorder *)sink;
    int error = record(r, (struct direct_call){gap->first_time, DIRECT_GAP, sizeof *gap, 0, 0}, gap,
                       sizeof *gap);

    r->gaps += !error;
    return error;
}

static int recorder_close(struct ho_sink *sink, struct ho_close_times *times)
{
    (void)sink;
    (void)times;
    return 0;
}

static const struct ho_sink_ops recorder_ops = {
    .name = "recorder",
    .setup = recorder_setup,
    .change = recorder_change,
    .mark = recorder_mark,
    .cut = recorder_cut,
    .gap = recorder_gap,
    .close = recorder_close,
};

void direct_recorder_init(struct direct_recorder *r)
{
    *r = (struct direct_recorder){.sink.ops = &recorder_ops};
}

void direct_recorder_fini(struct direct_recorder *r)
{
    free(r->dictionary);
    free(r->calls);
    free(r->bytes);
}

static bool same_dictionary(const struct direct_recorder *a, const struct direct_recorder *b)
{
    if (a->dictionary_bytes != b->dictionary_bytes)
        return false;
    return a->dictionary_bytes == 0 ||
           memcmp(a->dictionary, b->dictionary, a->dictionary_bytes) == 0;
}

static bool same_call(const struct direct_recorder *a, const struct direct_call *call_a,
                      const struct direct_recorder *b, const struct direct_call *call_b)
{
    if (call_a->time != call_b->time || call_a->id != call_b->id || call_a->len != call_b->len ||
        call_a->gaps != call_b->gaps)
        return false;
    return call_a->id == DIRECT_MARK || call_a->len == 0 ||
           memcmp(a->bytes + call_a->offset, b->bytes + call_b->offset, call_a->len) == 0;
}

bool direct_recorder_identical(const struct direct_recorder *a, const struct direct_recorder *b)
{
    if (a->count != b->count || !same_dictionary(a, b))
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!same_call(a, &a->calls[i], b, &b->calls[i]))
            return false;
    return true;
}

static int by_id(const void *a, const void *b)
{
    const struct direct_call *call_a = *(const struct direct_call *const *)a;
    const struct direct_call *call_b = *(const struct direct_call *const *)b;

    if (call_a->id != call_b->id)
        return call_a->id < call_b->id ? -1 : 1;
    return (call_a > call_b) - (call_a < call_b); /* calls are in one array: stable */
}

static const struct direct_call **sorted_by_id(const struct direct_recorder *r)
{
    const struct direct_call **sorted = need(malloc((r->count + 1) * sizeof(void *)));

    for (size_t i = 0; i < r->count; i++)
        sorted[i] = &r->calls[i];
    qsort(sorted, r->count, sizeof sorted[0], by_id);
    return sorted;
}

bool direct_recorder_same(const struct direct_recorder *a, const struct direct_recorder *b)
{
    const struct direct_call **sorted_a, **sorted_b;
    bool same = true;

    if (a->count != b->count || !same_dictionary(a, b))
        return false;
    sorted_a = sorted_by_id(a);
    sorted_b = sorted_by_id(b);
    for (size_t i = 0; i < a->count && same; i++)
        same = same_call(a, sorted_a[i], b, sorted_b[i]);
    free(sorted_a);
    free(sorted_b);
    return same;
}

/* Where a call stands among the calls of its time and between the same gaps: marks, changes by
 * id, the end, the gap. */
static uint64_t rank(const struct direct_call *call)
{
    if (call->id == DIRECT_GAP)
        return UINT64_MAX;
    if (call->id != DIRECT_MARK)
        return (uint64_t)call->id + 1;
    return call->len == HO_MARK_END ? UINT64_MAX : 0;
}

/* The time that the calls after a call have, or a later one. */
static uint64_t end_time(const struct direct_recorder *r, const struct direct_call *call)
{
    struct ho_gap gap = {.last_time = call->time};

    if (call->id == DIRECT_GAP)
        memcpy(&gap, r->bytes + call->offset, sizeof gap);
    return gap.last_time;
}

bool direct_recorder_ordered(const struct direct_recorder *r)
{
    for (size_t i = 1; i < r->count; i++) {
        const struct direct_call *before = &r->calls[i - 1], *call = &r->calls[i];

        if (end_time(r, before) > call->time)
            return false;
        if (before->time == call->time && before->gaps == call->gaps && rank(before) > rank(call))
            return false;
    }
    return true;
}
