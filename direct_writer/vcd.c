#include "direct_writer/vcd.h"

#include "direct_writer/vcd_file.h"
#include "direct_writer/vcd_header.h"
#include "direct_writer/vcd_text.h"
#include "direct_writer/vcd_values.h"
#include "ring/clock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct vcd_sink {
    struct ho_sink sink;
    struct vcd_text text;
    const struct vcd_signal *signals; /* [signal_count] */
    const struct ho_signal *declared; /* what the dictionary says of them */
    uint32_t signal_count;            /* 0 before setup and after misuse: one test finds both */
    bool timed;                       /* a time was written */
    bool in_block;                    /* a $dumpoff or $dumpon waits for its $end */
    bool set_up;
    uint64_t time; /* the last one written */

    struct vcd_signal *table; /* what signals points to */
    char *date;               /* for the header, or NULL */
    struct vcd_file file;     /* closed with the sink, if it is one of its own */
};

/* What came before is kept. */
static int fail(struct vcd_sink *vcd, int error)
{
    vcd_text_drain(&vcd->text);
    vcd->signal_count = 0;
    return vcd_text_fail(&vcd->text, error);
}

static void end_block(struct vcd_sink *vcd)
{
    if (vcd->in_block)
        vcd_text_puts(&vcd->text, "$end\n");
    vcd->in_block = false;
}

static void state_time(struct vcd_sink *vcd, uint64_t time)
{
    end_block(vcd);
    vcd_text_put(&vcd->text, "#", 1);
    vcd_text_number(&vcd->text, time);
    vcd_text_put(&vcd->text, "\n", 1);
    vcd->time = time;
    vcd->timed = true;
}

/* States the time if it is a new one. Returns 0 or the sticking error. */
static int reach(struct vcd_sink *vcd, uint64_t time)
{
    if (vcd->text.error || !vcd->set_up || (vcd->timed && time < vcd->time))
        return fail(vcd, -EINVAL);
    if (!vcd->timed || time != vcd->time)
        state_time(vcd, time);
    return vcd->text.error;
}

static int vcd_setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    struct vcd_sink *vcd = (struct vcd_sink *)sink;
    uint32_t count = dictionary->signal_count;
    int error;

    if (vcd->text.error || vcd->set_up || !ho_dictionary_valid(dictionary))
        return fail(vcd, -EINVAL);
    vcd->table = malloc((count ? count : 1) * sizeof *vcd->table);
    if (!vcd->table)
        return fail(vcd, -ENOMEM);
    for (uint32_t id = 0; id < count; id++)
        vcd->table[id] = vcd_values_signal(&dictionary->signals[id], id);
    error = vcd_header_write(&vcd->text, vcd->date, dictionary);
    if (error)
        return fail(vcd, error);
    vcd->signals = vcd->table;
    vcd->declared = dictionary->signals;
    vcd->signal_count = count;
    vcd->set_up = true;
    return vcd->text.error;
}

static inline int put_change(struct vcd_sink *vcd, uint64_t time, uint32_t id, const void *value,
                             uint32_t len)
{
    if (id >= vcd->signal_count || !vcd_values_fit(&vcd->signals[id], &vcd->declared[id], len))
        return fail(vcd, -EINVAL);
    if ((time != vcd->time || !vcd->timed) && reach(vcd, time))
        return vcd->text.error;
    vcd_values_put(&vcd->text, &vcd->signals[id], &vcd->declared[id], value, len);
    return vcd->text.error;
}

static int vcd_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                      uint32_t len)
{
    return put_change((struct vcd_sink *)sink, time, id, value, len);
}

static int vcd_changes(struct ho_sink *sink, const struct ho_change *changes, size_t count)
{
    struct vcd_sink *vcd = (struct vcd_sink *)sink;
    int error = 0;

    for (size_t i = 0; i < count; i++)
        if (changes[i].id < vcd->signal_count)
            __builtin_prefetch(&vcd->signals[changes[i].id]);
    for (size_t i = 0; i < count && !error; i++)
        error = put_change(vcd, changes[i].time, changes[i].id, changes[i].value, changes[i].len);
    return error;
}

static int vcd_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    struct vcd_sink *vcd = (struct vcd_sink *)sink;

    if ((unsigned)mark > HO_MARK_ON)
        return fail(vcd, -EINVAL);
    if (reach(vcd, time) || mark == HO_MARK_END)
        return vcd->text.error;
    end_block(vcd);
    vcd_text_puts(&vcd->text, mark == HO_MARK_OFF ? "$dumpoff\n" : "$dumpon\n");
    vcd->in_block = true;
    return vcd->text.error;
}

/* Values are back with their next change only, so that nothing stands in the $dumpon. */
static int vcd_gap(struct ho_sink *sink, const struct ho_gap *gap)
{
    struct vcd_sink *vcd = (struct vcd_sink *)sink;
    char line[128];

    if (gap->last_time < gap->first_time)
        return fail(vcd, -EINVAL);
    if (reach(vcd, gap->first_time))
        return vcd->text.error;
    end_block(vcd);
    snprintf(line, sizeof line, "$comment %llu events are missing, times %llu to %llu $end\n",
             (unsigned long long)gap->events, (unsigned long long)gap->first_time,
             (unsigned long long)gap->last_time);
    vcd_text_puts(&vcd->text, line);
    vcd_text_puts(&vcd->text, "$dumpoff\n");
    for (uint32_t id = 0; id < vcd->signal_count; id++)
        vcd_values_put_unknown(&vcd->text, &vcd->signals[id], &vcd->declared[id]);
    vcd_text_puts(&vcd->text, "$end\n");
    if (!reach(vcd, gap->last_time))
        vcd_text_puts(&vcd->text, "$dumpon\n$end\n");
    return vcd->text.error;
}

static int vcd_cut(struct ho_sink *sink)
{
    struct vcd_sink *vcd = (struct vcd_sink *)sink;

    if (!vcd->set_up)
        return fail(vcd, -EINVAL);
    return vcd_text_flush(&vcd->text);
}

static void vcd_free(struct vcd_sink *vcd)
{
    vcd_text_fini(&vcd->text);
    free(vcd->table);
    free(vcd->date);
    free(vcd);
}

static int vcd_close(struct ho_sink *sink, struct ho_close_times *times)
{
    struct vcd_sink *vcd = (struct vcd_sink *)sink;
    uint64_t start = ho_clock_ns(), handed_over, committed;
    int error;

    end_block(vcd);
    vcd_text_flush(&vcd->text);
    handed_over = ho_clock_ns();

    if (vcd->file.stream) {
        error = vcd->text.error ? 0 : vcd_file_sync(&vcd->file);
        if (error)
            fail(vcd, error);
        error = vcd_file_close(&vcd->file);
        if (error)
            fail(vcd, error);
    }
    committed = ho_clock_ns();

    error = vcd->text.error;
    vcd_free(vcd);
    if (times) {
        times->encode_ns = handed_over - start;
        times->commit_ns = committed - handed_over;
        times->join_ns = ho_clock_ns() - committed;
    }
    return error;
}

static const struct ho_sink_ops vcd_ops = {
    .name = "vcd",
    .setup = vcd_setup,
    .change = vcd_change,
    .mark = vcd_mark,
    .cut = vcd_cut,
    .gap = vcd_gap,
    .changes = vcd_changes,
    .close = vcd_close,
};

int vcd_sink_open(FILE *file, struct ho_sink **sink)
{
    struct vcd_sink *vcd = calloc(1, sizeof *vcd);

    if (!vcd)
        return -ENOMEM;
    vcd->sink.ops = &vcd_ops;
    if (vcd_text_init(&vcd->text, file)) {
        free(vcd);
        return -ENOMEM;
    }
    *sink = &vcd->sink;
    return 0;
}

/* What stands between $date and $end must not end before. */
static bool is_date(const char *date)
{
    return !strstr(date, "$end");
}

static int vcd_writer_open(const struct writer_options *options, struct ho_sink **sink,
                           char *message)
{
    struct vcd_sink *vcd;
    struct vcd_file file;
    int error;

    if (!options->path)
        return -EINVAL;
    if (options->date && !is_date(options->date)) {
        snprintf(message, WRITER_MESSAGE_BYTES, "its date cannot hold $end");
        return -EINVAL;
    }
    error = vcd_file_open(options->path, &file);
    if (error)
        return error;
    error = vcd_sink_open(file.stream, sink);
    if (error)
        goto close_file;
    vcd = (struct vcd_sink *)*sink;
    vcd->date = options->date ? strdup(options->date) : NULL;
    if (options->date && !vcd->date) {
        error = -ENOMEM;
        goto free_sink;
    }
    vcd->file = file;
    return 0;

free_sink:
    vcd_free(vcd);
close_file:
    vcd_file_close(&file);
    return error;
}

const struct writer vcd_writer = {
    .name = "vcd",
    .suffix = ".vcd",
    .open = vcd_writer_open,
};
