#include "harness/plain_trace.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct plain_trace {
    struct ho_sink sink;
    struct ho_sink *inner;
    struct ho_signal *signals; /* [signal_count], as they came; NULL before setup */
    struct ho_signal *plain;   /* [signal_count + 1], by new id */
    uint32_t *ids;             /* [signal_count], the new ones */
    uint32_t signal_count;
    char *text; /* scratch for a value, [text_bytes] */
    size_t text_bytes;
    uint64_t time; /* of the last call; 0 before the first */
    int error;     /* the first one, which sticks */
};

static struct plain_trace *from_sink(struct ho_sink *sink)
{
    return (struct plain_trace *)sink;
}

/* One more than count: an allocation of nothing may be NULL. */
static void *allocate(uint32_t count, size_t bytes)
{
    return calloc((size_t)count + 1, bytes);
}

static void number_signals(struct plain_trace *plain, const struct ho_dictionary *dictionary)
{
    uint32_t next = 0;

    for (uint32_t id = 0; id < dictionary->signal_count; id++)
        plain->ids[id] = UINT32_MAX;
    for (uint32_t i = 0; i < dictionary->variable_count; i++) {
        uint32_t id = dictionary->variables[i].id;

        if (plain->ids[id] == UINT32_MAX)
            plain->ids[id] = next++;
    }
    for (uint32_t id = 0; id < dictionary->signal_count; id++)
        if (plain->ids[id] == UINT32_MAX)
            plain->ids[id] = next++;
}

static int setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    struct plain_trace *plain = from_sink(sink);
    uint32_t count = dictionary->signal_count;

    if (plain->error)
        return plain->error;
    if (plain->signals)
        return plain->error = -EINVAL;
    plain->signals = allocate(count, sizeof *plain->signals);
    plain->plain = allocate(count, sizeof *plain->plain);
    plain->ids = allocate(count, sizeof *plain->ids);
    if (!plain->signals || !plain->plain || !plain->ids)
        return plain->error = -ENOMEM;
    plain->signal_count = count;
    number_signals(plain, dictionary);
    for (uint32_t id = 0; id < count; id++) {
        struct ho_signal *to = &plain->plain[plain->ids[id]];

        *to = plain->signals[id] = dictionary->signals[id];
        if (to->kind == HO_BITS)
            to->kind = HO_LOGIC;
    }
    if (count == 0)
        plain->plain[count++].kind = HO_STRING;
    return plain->error = ho_sink_setup(
               plain->inner, &(struct ho_dictionary){.signals = plain->plain,
                                                     .signal_count = count,
                                                     .timescale = dictionary->timescale});
}

static bool reserve(struct plain_trace *plain, size_t bytes)
{
    char *text;

    if (bytes <= plain->text_bytes)
        return true;
    text = realloc(plain->text, bytes);
    if (!text)
        return false;
    plain->text = text;
    plain->text_bytes = bytes;
    return true;
}

static void spell_bits(const unsigned char *bytes, uint32_t width, char *digits)
{
    for (uint32_t bit = 0; bit < width; bit++)
        digits[width - 1 - bit] = bytes[bit / 8] >> bit % 8 & 1 ? '1' : '0';
}

/* Returns how many bytes it made, at most four of each. */
static uint32_t spell_blanks(const char *text, uint32_t len, char *out)
{
    char *at = out;

    for (uint32_t i = 0; i < len; i++) {
        unsigned char byte = (unsigned char)text[i];

        if (byte != ' ' && (byte < '\t' || byte > '\r')) {
            *at++ = text[i];
            continue;
        }
        *at++ = '\\';
        *at++ = '0';
        *at++ = (char)('0' + byte / 8);
        *at++ = (char)('0' + byte % 8);
    }
    return (uint32_t)(at - out);
}

static double one_nan(const void *value)
{
    double number;

    memcpy(&number, value, sizeof number);
    return isnan(number) ? copysign(NAN, signbit(number) ? -1.0 : 1.0) : number;
}

/* Passes the value on in its plain form. */
static int pass(struct plain_trace *plain, uint64_t time, uint32_t id, const void *value,
                uint32_t len)
{
    const struct ho_signal *signal = &plain->signals[id];
    bool spelled = signal->kind == HO_BITS || signal->kind == HO_STRING;
    double number;

    if (len > UINT32_MAX / 4 && signal->kind == HO_STRING)
        return -EMSGSIZE;
    if (spelled && !reserve(plain, signal->kind == HO_BITS ? signal->width : (size_t)len * 4))
        return -ENOMEM;
    if (signal->kind == HO_BITS) {
        spell_bits(value, signal->width, plain->text);
        len = signal->width;
    } else if (signal->kind == HO_STRING) {
        len = spell_blanks(value, len, plain->text);
    } else if (signal->kind == HO_REAL) {
        number = one_nan(value);
        value = &number;
    }
    return ho_sink_change(plain->inner, time, plain->ids[id], spelled ? plain->text : value, len);
}

static int change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value, uint32_t len)
{
    struct plain_trace *plain = from_sink(sink);

    if (plain->error)
        return plain->error;
    if (id >= plain->signal_count ||
        (plain->signals[id].kind != HO_STRING && len != ho_signal_value_bytes(&plain->signals[id])))
        return plain->error = -EINVAL;
    plain->time = time;
    return plain->error = pass(plain, time, id, value, len);
}

static int mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    struct plain_trace *plain = from_sink(sink);

    if (plain->error)
        return plain->error;
    plain->time = time;
    if (mark != HO_MARK_END)
        plain->error = ho_sink_mark(plain->inner, time, mark);
    return plain->error;
}

static int cut(struct ho_sink *sink)
{
    return from_sink(sink)->error;
}

static int gap(struct ho_sink *sink, const struct ho_gap *gap)
{
    struct plain_trace *plain = from_sink(sink);

    (void)gap;
    if (!plain->error)
        plain->error = -EINVAL;
    return plain->error;
}

static int close_plain(struct ho_sink *sink, struct ho_close_times *times)
{
    struct plain_trace *plain = from_sink(sink);
    int error = plain->error, inner_error = ho_sink_close(plain->inner, times);

    free(plain->signals);
    free(plain->plain);
    free(plain->ids);
    free(plain->text);
    free(plain);
    return error ? error : inner_error;
}

static const struct ho_sink_ops ops = {
    .name = "plain trace",
    .setup = setup,
    .change = change,
    .mark = mark,
    .cut = cut,
    .gap = gap,
    .close = close_plain,
};

int plain_trace_open(struct ho_sink *inner, struct ho_sink **sink)
{
    struct plain_trace *plain = malloc(sizeof *plain);

    if (!plain)
        return -ENOMEM;
    *plain = (struct plain_trace){.sink = {&ops}, .inner = inner};
    *sink = &plain->sink;
    return 0;
}

int plain_trace_end(struct ho_sink *sink)
{
    struct plain_trace *plain = from_sink(sink);

    if (!plain->error)
        plain->error = ho_sink_mark(plain->inner, plain->time, HO_MARK_END);
    return plain->error;
}
