#include "harness/trace_stats.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What is kept of a signal. */
struct seen {
    uint64_t changes;   /* later ones */
    uint64_t last_step; /* in which it changed, counted from 1; 0: none yet */
    enum trace_class class;
};

struct trace_stats {
    struct ho_sink sink;
    int error; /* the first one, which sticks */
    bool timed;
    uint64_t time;         /* of the last call */
    uint64_t step;         /* with a change, the latest; counted from 1 */
    uint64_t step_changes; /* so far, at this time */
    uint32_t previous;     /* id in this step */
    const struct ho_dictionary *dictionary;
    struct seen *seen; /* [signal_count]; NULL before setup */
    struct trace_figures figures;
};

const char *const trace_class_names[TRACE_CLASSES] = {
    "1 bit",     "2 to 8 bits", "9 to 32 bits", "33 to 64 bits", "65 to 512 bits",
    "more bits", "real",        "string",       "event",
};

static enum trace_class class_of(const struct ho_signal *signal)
{
    uint32_t width = signal->width;

    switch (signal->kind) {
    case HO_REAL:
        return TRACE_REAL;
    case HO_STRING:
        return TRACE_STRING;
    case HO_EVENT:
        return TRACE_EVENT;
    case HO_BITS:
    case HO_LOGIC:
        break;
    }
    return (width > 1) + (width > 8) + (width > 32) + (width > 64) + (width > 512);
}

static void count_signals(struct trace_stats *stats)
{
    const struct ho_dictionary *d = stats->dictionary;
    struct trace_figures *figures = &stats->figures;

    figures->signals = d->signal_count;
    figures->variables = d->variable_count;
    figures->timescale = d->timescale;
    for (uint32_t id = 0; id < d->signal_count; id++) {
        enum trace_class class = class_of(&d->signals[id]);

        stats->seen[id].class = class;
        figures->signals_of[class]++;
        if (class < TRACE_REAL && d->signals[id].width > figures->width_max)
            figures->width_max = d->signals[id].width;
    }
}

static int count_aliases(struct trace_stats *stats)
{
    const struct ho_dictionary *d = stats->dictionary;
    bool *named = calloc((size_t)d->signal_count + 1, sizeof *named);

    if (!named)
        return -ENOMEM;
    for (uint32_t i = 0; i < d->variable_count; i++) {
        uint32_t id = d->variables[i].id;

        stats->figures.aliases += named[id];
        named[id] = true;
    }
    free(named);
    return 0;
}

/* Whether any of the characters is neither 0 nor 1. They differ in their last bit only. */
static bool has_unknown(const char *value, size_t len)
{
    uint64_t differs = 0;

    for (; len >= sizeof differs; value += sizeof differs, len -= sizeof differs) {
        uint64_t word;

        memcpy(&word, value, sizeof word);
        differs |= word ^ 0x3030303030303030u;
    }
    for (; len; value++, len--)
        differs |= (unsigned char)(*value ^ '0');
    return differs & 0xfefefefefefefefeu;
}

static void end_step(struct trace_figures *figures, uint64_t step, uint64_t step_changes)
{
    if (step_changes && step > 1)
        trace_counts_add(&figures->step, step_changes);
}

/* Every call's time comes here. */
static int reach(struct trace_stats *stats, uint64_t time)
{
    if (stats->error)
        return stats->error;
    if (!stats->seen || (stats->timed && time < stats->time))
        return stats->error = -EINVAL;
    if (stats->timed && time == stats->time)
        return 0;
    if (!stats->timed)
        stats->figures.first_time = time;
    end_step(&stats->figures, stats->step, stats->step_changes);
    stats->step_changes = 0;
    stats->timed = true;
    stats->time = time;
    stats->figures.last_time = time;
    stats->figures.times++;
    return 0;
}

static void count_later(struct trace_stats *stats, uint32_t id)
{
    struct trace_figures *figures = &stats->figures;
    struct seen *seen = &stats->seen[id];
    uint64_t ago = seen->last_step ? stats->step - seen->last_step : UINT64_MAX;

    seen->changes++;
    figures->later_changes++;
    figures->later_of[seen->class]++;
    figures->within_2 += ago <= 2;
    figures->within_8 += ago <= 8;
    figures->within_64 += ago <= 64;
    if (stats->step_changes > 1) {
        bool backward = id < stats->previous;

        trace_counts_add(&figures->distance,
                         backward ? stats->previous - id : id - stats->previous);
        figures->backward += backward;
    }
}

static int setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    struct trace_stats *stats = (struct trace_stats *)sink;

    if (stats->error)
        return stats->error;
    if (stats->seen)
        return stats->error = -EINVAL;
    /* One more: calloc of nothing may be NULL. */
    stats->seen = calloc((size_t)dictionary->signal_count + 1, sizeof *stats->seen);
    if (!stats->seen)
        return stats->error = -ENOMEM;
    stats->dictionary = dictionary;
    count_signals(stats);
    return stats->error = count_aliases(stats);
}

static int change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value, uint32_t len)
{
    struct trace_stats *stats = (struct trace_stats *)sink;
    struct trace_figures *figures = &stats->figures;
    int error = reach(stats, time);

    if (error)
        return error;
    if (id >= stats->dictionary->signal_count)
        return stats->error = -EINVAL;
    stats->step += stats->step_changes++ == 0;
    figures->changes++;
    figures->changes_of[stats->seen[id].class]++;
    if (stats->step > 1)
        count_later(stats, id);
    if (stats->dictionary->signals[id].kind == HO_LOGIC) {
        bool unknown = has_unknown(value, len), later = stats->step > 1;

        figures->logic++;
        figures->unknown += unknown;
        figures->later_logic += later;
        figures->later_unknown += later && unknown;
    }
    stats->seen[id].last_step = stats->step;
    stats->previous = id;
    return 0;
}

static int mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    struct trace_stats *stats = (struct trace_stats *)sink;
    int error = reach(stats, time);

    if (!error)
        stats->figures.pauses += mark == HO_MARK_OFF;
    return error;
}

static int cut(struct ho_sink *sink)
{
    return ((struct trace_stats *)sink)->error;
}

static int close_stats(struct ho_sink *sink, struct ho_close_times *times)
{
    struct trace_stats *stats = (struct trace_stats *)sink;
    int error = stats->error;

    (void)times;
    free(stats->seen);
    free(stats);
    return error;
}

static const struct ho_sink_ops ops = {
    .name = "trace statistics",
    .setup = setup,
    .change = change,
    .mark = mark,
    .cut = cut,
    .close = close_stats,
};

int trace_stats_open(struct ho_sink **sink)
{
    struct trace_stats *stats = calloc(1, sizeof *stats);

    if (!stats)
        return -ENOMEM;
    stats->sink.ops = &ops;
    *sink = &stats->sink;
    return 0;
}

static int descending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x < y) - (x > y);
}

/* The sum of the first one in so many, one at least. */
static uint64_t sum_of_top(const uint64_t *sorted, uint64_t signals, uint64_t in)
{
    uint64_t sum = 0, top = (signals + in - 1) / in;

    for (uint64_t i = 0; i < top; i++)
        sum += sorted[i];
    return sum;
}

int trace_stats_result(const struct ho_sink *sink, struct trace_figures *figures)
{
    const struct trace_stats *stats = (const struct trace_stats *)sink;
    uint64_t signals = stats->figures.signals, steps = stats->step ? stats->step - 1 : 0;
    uint64_t *changes = calloc(signals + 1, sizeof *changes);

    if (!changes)
        return -ENOMEM;
    *figures = stats->figures;
    end_step(figures, stats->step, stats->step_changes);
    for (uint64_t id = 0; id < signals; id++) {
        changes[id] = stats->seen[id].changes;
        trace_counts_add(&figures->activity, changes[id]);
        figures->still_signals += changes[id] == 0;
        figures->clock_signals += stats->seen[id].class == TRACE_BIT && changes[id] &&
                                  changes[id] >= steps * 8 / 10;
    }
    qsort(changes, signals, sizeof *changes, descending);
    figures->top_1_percent = sum_of_top(changes, signals, 100);
    figures->top_10_percent = sum_of_top(changes, signals, 10);
    free(changes);
    return 0;
}

int trace_stats_collect(struct source *source, struct trace_figures *figures)
{
    struct ho_sink *sink;
    int error = trace_stats_open(&sink);

    if (error)
        return error;
    error = ho_sink_setup(sink, &source->dictionary);
    if (!error)
        error = source_drive(source, sink);
    if (!error)
        error = trace_stats_result(sink, figures);
    ho_sink_close(sink, NULL);
    if (source->times) /* those without a call, too */
        figures->times = source->times;
    return error;
}
