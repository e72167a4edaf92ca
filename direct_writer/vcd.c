#include "direct_writer/vcd.h"

#include "direct_writer/vcd_header.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct vcd_sink {
    struct ho_sink sink;
    FILE *file;
    const struct ho_dictionary *dictionary;
    uint64_t time; /* the last one written */
    bool timed;    /* one was written */
    bool in_block; /* a $dumpoff or $dumpon waits for its $end */
    int error;     /* the first; sticks */
};

static int fail(struct vcd_sink *vcd, int error)
{
    if (!vcd->error)
        vcd->error = error;
    return vcd->error;
}

static void put(struct vcd_sink *vcd, const void *bytes, size_t count)
{
    errno = 0;
    if (fwrite(bytes, 1, count, vcd->file) != count)
        fail(vcd, errno ? -errno : -EIO);
}

static void end_block(struct vcd_sink *vcd)
{
    if (vcd->in_block)
        put(vcd, "$end\n", 5);
    vcd->in_block = false;
}

/* States the time if it is a new one. Returns 0 or the sticking error. */
static int reach(struct vcd_sink *vcd, uint64_t time)
{
    char line[32];

    if (vcd->error)
        return vcd->error;
    if (vcd->timed && time == vcd->time)
        return 0;
    if (vcd->timed && time < vcd->time)
        return fail(vcd, -EINVAL);
    end_block(vcd);
    put(vcd, line, (size_t)snprintf(line, sizeof line, "#%llu\n", (unsigned long long)time));
    vcd->time = time;
    vcd->timed = true;
    return vcd->error;
}

/* Leading digits that a reader puts back by itself are left out. */
static void put_logic(struct vcd_sink *vcd, const char *digits, uint32_t width)
{
    uint32_t from = 0;

    if (digits[0] != '1')
        while (from + 1 < width && digits[from + 1] == digits[0])
            from++;
    /* A 0 extends a 1 too, but nothing else. */
    if (digits[0] == '0' && from + 1 < width && digits[from + 1] == '1')
        from++;
    put(vcd, "b", 1);
    put(vcd, digits + from, width - from);
    put(vcd, " ", 1);
}

static void put_bits(struct vcd_sink *vcd, const unsigned char *bytes, uint32_t width)
{
    char digits[64];
    size_t used = 0;
    uint32_t bits = width;

    while (bits > 1 && !(bytes[(bits - 1) / 8] >> (bits - 1) % 8 & 1))
        bits--;
    put(vcd, "b", 1);
    while (bits-- > 0) {
        digits[used++] = bytes[bits / 8] >> bits % 8 & 1 ? '1' : '0';
        if (used == sizeof digits || bits == 0) {
            put(vcd, digits, used);
            used = 0;
        }
    }
    put(vcd, " ", 1);
}

static void put_real(struct vcd_sink *vcd, const void *value)
{
    const char *local_point = localeconv()->decimal_point, *point;
    char text[64];
    double number;
    size_t len;

    memcpy(&number, value, sizeof number);
    put(vcd, "r", 1);
    if (isnan(number))
        len = (size_t)snprintf(text, sizeof text, signbit(number) ? "-nan" : "nan");
    else
        len = (size_t)snprintf(text, sizeof text, "%.17g", number);
    point = strstr(text, local_point);
    if (point) { /* of the locale, one character or more */
        size_t head = (size_t)(point - text), tail = head + strlen(local_point);

        put(vcd, text, head);
        put(vcd, ".", 1);
        put(vcd, text + tail, len - tail);
    } else {
        put(vcd, text, len);
    }
    put(vcd, " ", 1);
}

static void put_string(struct vcd_sink *vcd, const char *text, uint32_t len)
{
    uint32_t from = 0;

    put(vcd, "s", 1);
    for (uint32_t i = 0; i < len; i++) {
        char escape[8];

        if (text[i] != ' ' && (text[i] < '\t' || text[i] > '\r'))
            continue;
        put(vcd, text + from, i - from);
        put(vcd, escape, (size_t)snprintf(escape, sizeof escape, "\\%03o", (unsigned)text[i]));
        from = i + 1;
    }
    if (len > from)
        put(vcd, text + from, len - from);
    put(vcd, " ", 1);
}

/* A value up to where its identifier code begins. */
static void put_value(struct vcd_sink *vcd, const struct ho_signal *signal, const void *value,
                      uint32_t len)
{
    switch (signal->kind) {
    case HO_BITS:
        if (signal->width == 1)
            put(vcd, *(const unsigned char *)value & 1 ? "1" : "0", 1);
        else
            put_bits(vcd, value, signal->width);
        break;
    case HO_LOGIC:
        if (signal->width == 1)
            put(vcd, value, 1);
        else
            put_logic(vcd, value, signal->width);
        break;
    case HO_REAL:
        put_real(vcd, value);
        break;
    case HO_STRING:
        put_string(vcd, value, len);
        break;
    case HO_EVENT:
        put(vcd, "1", 1);
        break;
    }
}

/* The signal's code ends the line that its value began. */
static void put_code(struct vcd_sink *vcd, uint32_t id)
{
    char code[VCD_HEADER_CODE_BYTES + 1];
    size_t len = vcd_header_code(id, code);

    code[len++] = '\n';
    put(vcd, code, len);
}

/* What stands for an unknown value. Only bits have one in VCD; a real becomes nan, as other
 * writers have it, and a string empty, which viewers show as nothing. An event has no value
 * that could be unknown. */
static void put_unknown(struct vcd_sink *vcd, uint32_t id)
{
    const struct ho_signal *signal = &vcd->dictionary->signals[id];

    switch (signal->kind) {
    case HO_BITS:
    case HO_LOGIC:
        if (signal->width == 1)
            put(vcd, "x", 1);
        else
            put(vcd, "bx ", 3);
        break;
    case HO_REAL:
        put_real(vcd, &(double){NAN});
        break;
    case HO_STRING:
        put_string(vcd, "", 0);
        break;
    case HO_EVENT:
        return;
    }
    put_code(vcd, id);
}

static int vcd_setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    struct vcd_sink *vcd = (struct vcd_sink *)sink;
    int error;

    if (vcd->error)
        return vcd->error;
    vcd->dictionary = dictionary;
    errno = 0;
    error = vcd_header_write(vcd->file, dictionary);
    if (!error && ferror(vcd->file))
        error = errno ? -errno : -EIO;
    return error ? fail(vcd, error) : 0;
}

static int vcd_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                      uint32_t len)
{
    struct vcd_sink *vcd = (struct vcd_sink *)sink;
    const struct ho_signal *signal;

    if (vcd->error)
        return vcd->error;
    if (!vcd->dictionary || id >= vcd->dictionary->signal_count)
        return fail(vcd, -EINVAL);
    signal = &vcd->dictionary->signals[id];
    if (signal->kind != HO_STRING && len != ho_signal_value_bytes(signal))
        return fail(vcd, -EINVAL);
    if (reach(vcd, time))
        return vcd->error;

    put_value(vcd, signal, value, len);
    put_code(vcd, id);
    return vcd->error;
}

static int vcd_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    struct vcd_sink *vcd = (struct vcd_sink *)sink;

    if (reach(vcd, time) || mark == HO_MARK_END)
        return vcd->error;
    end_block(vcd);
    if (mark == HO_MARK_OFF)
        put(vcd, "$dumpoff\n", 9);
    else
        put(vcd, "$dumpon\n", 8);
    vcd->in_block = true;
    return vcd->error;
}

/* Values are back with their next change only, so that nothing stands in the $dumpon. */
static int vcd_gap(struct ho_sink *sink, const struct ho_gap *gap)
{
    struct vcd_sink *vcd = (struct vcd_sink *)sink;
    char line[128];

    if (vcd->error)
        return vcd->error;
    if (!vcd->dictionary || gap->last_time < gap->first_time)
        return fail(vcd, -EINVAL);
    if (reach(vcd, gap->first_time))
        return vcd->error;
    end_block(vcd);
    put(vcd, line,
        (size_t)snprintf(line, sizeof line,
                         "$comment %llu events are missing, times %llu to %llu $end\n",
                         (unsigned long long)gap->events, (unsigned long long)gap->first_time,
                         (unsigned long long)gap->last_time));
    put(vcd, "$dumpoff\n", 9);
    for (uint32_t id = 0; id < vcd->dictionary->signal_count; id++)
        put_unknown(vcd, id);
    put(vcd, "$end\n", 5);
    if (!reach(vcd, gap->last_time))
        put(vcd, "$dumpon\n$end\n", 13);
    return vcd->error;
}

static int flush(struct vcd_sink *vcd)
{
    errno = 0;
    if (!vcd->error && fflush(vcd->file) != 0)
        fail(vcd, errno ? -errno : -EIO);
    return vcd->error;
}

static int vcd_cut(struct ho_sink *sink)
{
    return flush((struct vcd_sink *)sink);
}

static int vcd_close(struct ho_sink *sink, struct ho_close_times *times)
{
    struct vcd_sink *vcd = (struct vcd_sink *)sink;
    int error;

    (void)times;
    if (!vcd->error)
        end_block(vcd);
    error = flush(vcd);
    free(vcd);
    return error;
}

static const struct ho_sink_ops vcd_ops = {
    .name = "vcd",
    .setup = vcd_setup,
    .change = vcd_change,
    .mark = vcd_mark,
    .cut = vcd_cut,
    .gap = vcd_gap,
    .close = vcd_close,
};

int vcd_sink_open(FILE *file, struct ho_sink **sink)
{
    struct vcd_sink *vcd = malloc(sizeof *vcd);

    if (!vcd)
        return -ENOMEM;
    *vcd = (struct vcd_sink){.sink = {&vcd_ops}, .file = file};
    *sink = &vcd->sink;
    return 0;
}
