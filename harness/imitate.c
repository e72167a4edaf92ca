#include "harness/imitate.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define ROUNDS      10
#define NEAR_ENOUGH 0.5 /* of the bands below */
#define WORK_MAX    1e9 /* a round: the generator looks at each signal in each step */

/* How far a figure may be from the trace's to be called like it. */
#define BAND_SHARE     0.05 /* of changes or signals */
#define BAND_TOP_SHARE 0.10 /* of the most active signals' changes */
#define BAND_STEP      2.0  /* factor */

static double share(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

static double limited(double value, double low, double high)
{
    return value > low ? fmin(value, high) : low; /* low for a NAN */
}

static double still_share(const struct trace_figures *f)
{
    return share(f->still_signals, f->signals);
}

static double class_share(const struct trace_figures *f, int class)
{
    return share(f->later_of[class], f->later_changes);
}

static double top_10_share(const struct trace_figures *f)
{
    return share(f->top_10_percent, f->later_changes);
}

static double top_1_share(const struct trace_figures *f)
{
    return share(f->top_1_percent, f->later_changes);
}

static double step_p95(const struct trace_figures *f)
{
    return fmax(trace_counts_quantile(&f->step, 0.95), 1);
}

/* Steps at a busy edge: what is larger than an eighth of the mean. One at least. */
static double busy_steps(const struct trace_figures *f)
{
    double mean = (double)f->later_changes / fmax((double)f->step.total, 1), busy = 0;

    for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++)
        if ((double)histogram_floor(i) > mean / 8)
            busy += (double)f->step.count[i];
    return fmax(busy, 1);
}

static double busy_size(const struct trace_figures *f)
{
    return (double)f->later_changes / busy_steps(f);
}

/* The furthest of all figures, in bands. */
static double distance(const struct trace_figures *a, const struct trace_figures *b)
{
    double most = fabs(still_share(a) - still_share(b)) / BAND_SHARE;

    for (int i = 0; i < TRACE_CLASSES; i++)
        most = fmax(most, fabs(class_share(a, i) - class_share(b, i)) / BAND_SHARE);
    most = fmax(most, fabs(top_1_share(a) - top_1_share(b)) / BAND_TOP_SHARE);
    most = fmax(most, fabs(top_10_share(a) - top_10_share(b)) / BAND_TOP_SHARE);
    return fmax(most, fabs(log(step_p95(a) / step_p95(b))) / log(BAND_STEP));
}

/* Finding -------------------------------------------------------------------------------- */

/* The first step, and as many of the later changes as do not take too long. */
static uint64_t tried_events(const struct trace_figures *trace)
{
    double work = (double)trace->step.total * (double)trace->signals;
    double part = work > WORK_MAX ? WORK_MAX / work : 1;

    return trace->signals + (uint64_t)(part * (double)trace->later_changes);
}

/* With a median signal's rate among those that change, and the usual deviations. */
static struct imitation first_guess(const struct trace_figures *trace)
{
    struct imitation guess = {
        .signals = trace->signals,
        /* The generator's first step sets every signal once. */
        .events = trace->later_changes + trace->signals,
        .tried_events = tried_events(trace),
        /* Of the generator's clocks 5 in 8 change at every step. */
        .clocks = (uint32_t)limited((double)(trace->clock_signals * 8 / 5), 1, UINT32_MAX),
        .shuffled = share(trace->backward, trace->distance.total) > 0.05,
        .four_state = trace->logic > 0,
        .still = still_share(trace),
        .sigma = 2.4,
        .jitter = 0.35,
    };
    double median = trace_counts_quantile(&trace->activity, (1 + guess.still) / 2);
    size_t used = 0;

    guess.rate = median / busy_steps(trace);
    if (trace->unknown)
        guess.unknowns = (uint32_t)limited(1e4 * share(trace->later_unknown, trace->later_logic), 1,
                                           1e4);
    for (int i = 0; i < TRACE_CLASSES; i++) {
        double of_signals = share(trace->signals_of[i], trace->signals);

        used += (size_t)snprintf(guess.widths + used, sizeof guess.widths - used, "%s%.0f",
                                 i ? "," : "", ceil(1e5 * of_signals));
        guess.width_rate[i] = of_signals > 0 ? 100 * class_share(trace, i) / of_signals : 0;
    }
    return guess;
}

/* All are numbers that an option can say. */
static void limit(struct imitation *guess)
{
    for (int i = 0; i < TRACE_CLASSES; i++)
        guess->width_rate[i] = limited(guess->width_rate[i], 0, 1e4);
    guess->rate = limited(guess->rate, 1e-6, 1);
    guess->still = limited(guess->still, 0.001, 1);
    guess->sigma = limited(guess->sigma, 0.1, 6);
    guess->jitter = limited(guess->jitter, 0.05,
                            1.3); /* beyond it the median cycle gets too quiet */
}

static void correct(struct imitation *guess, const struct trace_figures *trace)
{
    const struct trace_figures *reached = &guess->reached;
    double step_error = log(step_p95(trace) / step_p95(reached)) -
                        log(busy_size(trace) / busy_size(reached));

    guess->rate *= busy_size(trace) / busy_size(reached);
    guess->still += still_share(trace) - still_share(reached);
    guess->sigma += 3 * (top_10_share(trace) - top_10_share(reached));
    guess->jitter += 0.5 * step_error;
    for (int i = 0; i < TRACE_CLASSES; i++)
        guess->width_rate[i] *= limited(class_share(trace, i) / class_share(reached, i), 0.25, 4);
    limit(guess);
}

static void print_width_rates(const struct imitation *found, char text[IMITATE_TEXT_BYTES])
{
    size_t used = 0;

    for (int i = 0; i < TRACE_CLASSES; i++)
        used += (size_t)snprintf(text + used, IMITATE_TEXT_BYTES - used, "%s%.0f", i ? "," : "",
                                 found->width_rate[i]);
}

static uint32_t parts(double value, double parts_of_1)
{
    return (uint32_t)lround(value * parts_of_1);
}

/* Generates and counts what guess makes. */
static int generate(struct imitation *guess, char message[SOURCE_MESSAGE_BYTES])
{
    struct source_options options = source_options_defaults();
    char width_rates[IMITATE_TEXT_BYTES];
    struct source *source;
    int error;

    print_width_rates(guess, width_rates);
    options.profile = "rtl";
    options.signals = (uint32_t)guess->signals;
    options.events = guess->tried_events;
    options.rtl = (struct rtl_options){
        .widths = guess->widths,
        .width_rates = width_rates,
        .order = guess->shuffled ? "blocks" : "ascending",
        .states = guess->four_state ? "four" : "two",
        .unknowns = guess->unknowns,
        .still = parts(guess->still, 1e3),
        .rate = parts(guess->rate, 1e6),
        .sigma = parts(guess->sigma, 1e3),
        .jitter = parts(guess->jitter, 1e3),
        .clocks = guess->clocks,
    };
    error = source_open(&options, &source, message);
    if (error)
        return error;
    error = trace_stats_collect(source, &guess->reached);
    if (error)
        snprintf(message, SOURCE_MESSAGE_BYTES, "counting the changes: %s", strerror(-error));
    source_close(source);
    return error;
}

int imitate(const struct trace_figures *trace, struct imitation *found,
            char message[SOURCE_MESSAGE_BYTES])
{
    struct imitation guess = first_guess(trace);

    limit(&guess);
    found->distance = INFINITY;
    for (int i = 0; i < ROUNDS && found->distance > NEAR_ENOUGH; i++) {
        int error = generate(&guess, message);

        if (error)
            return error;
        guess.distance = distance(trace, &guess.reached);
        if (guess.distance < found->distance)
            *found = guess;
        correct(&guess, trace);
    }
    return 0;
}

/* Printing ------------------------------------------------------------------------------- */

void imitate_print_options(const struct imitation *found, FILE *out)
{
    char width_rates[IMITATE_TEXT_BYTES];

    print_width_rates(found, width_rates);
    fprintf(out, "--profile rtl --signals %" PRIu64 " --events %" PRIu64, found->signals,
            found->events);
    fprintf(out, " --rtl-widths %s --rtl-width-rates %s", found->widths, width_rates);
    fprintf(out, " --rtl-order %s --rtl-states %s", found->shuffled ? "blocks" : "ascending",
            found->four_state ? "four" : "two");
    fprintf(out, " --rtl-still %u --rtl-rate %u --rtl-sigma %u --rtl-jitter %u --rtl-clocks %u",
            parts(found->still, 1e3), parts(found->rate, 1e6), parts(found->sigma, 1e3),
            parts(found->jitter, 1e3), found->clocks);
    if (found->unknowns)
        fprintf(out, " --rtl-unknowns %u", found->unknowns);
    fputc('\n', out);
}

static void print_share(FILE *out, const char *name, double trace, double reached, double band)
{
    fprintf(out, "%-36s %8.1f %% %8.1f %%%s\n", name, 100 * trace, 100 * reached,
            fabs(trace - reached) > band ? "  not reached" : "");
}

static void print_number(FILE *out, const char *name, double trace, double reached, bool far)
{
    fprintf(out, "%-36s %8.0f   %8.0f  %s\n", name, trace, reached, far ? "  not reached" : "");
}

void imitate_print_likeness(const struct imitation *found, const struct trace_figures *trace,
                            FILE *out)
{
    const struct trace_figures *reached = &found->reached;
    double p95 = step_p95(trace), p95_reached = step_p95(reached);

    fprintf(out, "%-36s %10s %10s\n", "", "trace", "generator");
    for (int i = 0; i < TRACE_CLASSES; i++) {
        char name[64];

        snprintf(name, sizeof name, "changes of %s", trace_class_names[i]);
        if (trace->signals_of[i] || reached->signals_of[i])
            print_share(out, name, class_share(trace, i), class_share(reached, i), BAND_SHARE);
    }
    print_share(out, "signals that never change", still_share(trace), still_share(reached),
                BAND_SHARE);
    print_share(out, "changes of the most active 1 %", top_1_share(trace), top_1_share(reached),
                BAND_TOP_SHARE);
    print_share(out, "changes of the most active 10 %", top_10_share(trace), top_10_share(reached),
                BAND_TOP_SHARE);
    print_number(out, "changes a step, p95", p95, p95_reached,
                 fmax(p95 / p95_reached, p95_reached / p95) > BAND_STEP);
    print_number(out, "steps with a change", (double)trace->step.total, (double)reached->step.total,
                 false);
    print_number(out, "distance of neighbours, p90", trace_counts_quantile(&trace->distance, 0.9),
                 trace_counts_quantile(&reached->distance, 0.9), false);
    fprintf(out,
            "not imitated: names and scopes, values, lengths of strings, pauses, how blocks of "
            "signals\nlie together, what only some phases of the trace do\n");
}
