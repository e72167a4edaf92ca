/*
 * verdict.c - what the figures say, in words, and no more than they carry.
 *
 * A difference is claimed only where the whole interval of the paired ratio lies on one
 * side of 1 and outside of what the control (direct against direct) shows that this machine
 * makes of no difference at all.
 */
#include "results/format.h"
#include "results/results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 98

struct situation {
    const struct result_set *set;
    const char *ring; /* the path that is judged */
    uint32_t work_ns;
};

static enum stats_finding compare_ratio(const struct situation *at, struct stats_ratio ratio,
                                        enum result_figure figure)
{
    return stats_find(
        ratio, stats_noise(results_ratio(at->set, "direct-again", "direct", at->work_ns, figure)));
}

/* "95% interval 1.05 to 1.14", "1.05 to 1.14 in 3 rounds", "one round" */
static void put_spread(FILE *out, struct stats_ratio ratio)
{
    if (ratio.count == 1)
        fputs("one round", out);
    else if (ratio.interval)
        fprintf(out, "95%% interval %s to %s", format_ratio(ratio.low).text,
                format_ratio(ratio.high).text);
    else
        fprintf(out, "%s to %s in %zu rounds", format_ratio(ratio.low).text,
                format_ratio(ratio.high).text, ratio.count);
}

/* How many times less the ring takes. */
static void put_saving(FILE *out, struct stats_ratio saving, struct stats_summary ring)
{
    if (ring.min <= 0) {
        fputs(", too little in some rounds to tell from the generator alone", out);
        return;
    }
    fprintf(out, ", %s times less (", format_ratio(saving.median).text);
    put_spread(out, saving);
    fputs(")", out);
}

static void put_hot_thread(FILE *out, const struct situation *at)
{
    struct stats_ratio gross = results_ratio(at->set, at->ring, "direct", at->work_ns,
                                             RESULT_PRODUCER_CPU);
    struct stats_ratio saving = results_net_ratio(at->set, "direct", at->ring, at->work_ns);
    struct stats_summary direct = results_net_summary(at->set, "direct", at->work_ns);
    struct stats_summary ring = results_net_summary(at->set, at->ring, at->work_ns);
    bool net = direct.count > 0 && ring.count > 0;

    if (!net) {
        saving = results_ratio(at->set, "direct", at->ring, at->work_ns, RESULT_PRODUCER_CPU);
        direct = results_summary(at->set, "direct", at->work_ns, RESULT_PRODUCER_CPU);
        ring = results_summary(at->set, at->ring, at->work_ns, RESULT_PRODUCER_CPU);
    }
    enum stats_finding finding = compare_ratio(at, gross, RESULT_PRODUCER_CPU);

    if (gross.count == 0) {
        fputs("the hot thread's CPU could not be measured", out);
        return;
    }
    if (finding == STATS_SAME)
        fputs("the hot thread shows no measurable difference:", out);
    else
        fprintf(out, "the %s takes the hot thread", at->ring);
    fprintf(out, " from %s to %s ns of CPU an event%s", format_number(direct.median).text,
            ring.median > 0 ? format_number(ring.median).text : "about 0",
            net ? " net of the generator" : ", the generator's own included");
    if (finding == STATS_LESS)
        put_saving(out, saving, ring);
    else if (finding == STATS_MORE)
        fputs(", which is more, not less", out);
}

static void put_process(FILE *out, const struct situation *at)
{
    struct stats_ratio ratio = results_ratio(at->set, at->ring, "direct", at->work_ns,
                                             RESULT_PROCESS_CPU);

    if (ratio.count == 0) {
        fputs("The process's CPU could not be measured.", out);
        return;
    }
    if (ratio.low <= 1 && ratio.high >= 1)
        fprintf(out, "The process's CPU shows no measurable difference (%s times direct's; ",
                format_ratio(ratio.median).text);
    else if (compare_ratio(at, ratio, RESULT_PROCESS_CPU) == STATS_SAME)
        fprintf(out, "The process took %s times direct's CPU, not beyond this machine's noise (",
                format_ratio(ratio.median).text);
    else
        fprintf(out, "The process %s %s times direct's CPU (",
                ratio.count == 1   ? "took"
                : ratio.median > 1 ? "pays"
                                   : "needs only",
                format_ratio(ratio.median).text);
    put_spread(out, ratio);
    fputs(").", out);
}

/* What the writer gains by itself, where its format's library has a thread of its own. */
static void put_parallel(FILE *out, const struct situation *at)
{
    static const struct {
        const char *what;
        enum result_figure figure;
    } compared[] = {{"the hot thread's CPU", RESULT_PRODUCER_CPU},
                    {"the process's CPU", RESULT_PROCESS_CPU},
                    {"the time from setup to the closed file", RESULT_TOTAL_WALL}};
    const char *separator = " Without a ring, the writer with a thread of its format's library"
                            " (direct-parallel) takes, beside direct,";

    for (size_t i = 0; i < sizeof compared / sizeof *compared; i++) {
        struct stats_ratio ratio = results_ratio(at->set, "direct-parallel", "direct", at->work_ns,
                                                 compared[i].figure);

        if (ratio.count == 0)
            continue;
        fprintf(out, "%s %s times %s (", separator, format_ratio(ratio.median).text,
                compared[i].what);
        put_spread(out, ratio);
        if (ratio.low <= 1 && ratio.high >= 1)
            fputs("; no measurable difference", out);
        else if (compare_ratio(at, ratio, compared[i].figure) == STATS_SAME)
            fputs("; not beyond this machine's noise", out);
        fputs(")", out);
        separator = ",";
    }
    if (*separator == ',')
        fputs(".", out);
}

/* How near the ring comes to what no ring can beat. */
static void put_floor(FILE *out, const struct situation *at)
{
    struct stats_ratio ratio = results_ratio(at->set, at->ring, "floor", at->work_ns,
                                             RESULT_PRODUCER_CPU);
    struct stats_summary floor = results_summary(at->set, "floor", at->work_ns,
                                                 RESULT_PRODUCER_CPU);

    if (ratio.count == 0)
        return;
    fprintf(out,
            " The same bytes put into memory that nobody reads (floor) take %s ns an event, the"
            " generator's own included; the %s takes %s times that (",
            format_number(floor.median).text, at->ring, format_ratio(ratio.median).text);
    put_spread(out, ratio);
    fputs(").", out);
}

static double median_of(const struct situation *at, enum result_figure figure)
{
    return results_summary(at->set, at->ring, at->work_ns, figure).median;
}

static void put_waits(FILE *out, const struct situation *at)
{
    struct stats_summary waits = results_summary(at->set, at->ring, at->work_ns,
                                                 RESULT_PRODUCER_WAITS);
    double produce_ms = median_of(at, RESULT_PRODUCE_WALL) * median_of(at, RESULT_EVENTS) / 1e6;

    if (waits.count > 0 && waits.max == 0)
        fputs(" The producer never waited for the ring.", out);
    if (waits.max > 0 && waits.median < 1) {
        fputs(" In some rounds the producer waited for the ring.", out);
    } else if (waits.max > 0) {
        fprintf(out, " The producer waited for the ring %s times, %s of %s ms of producing",
                format_count(waits.median).text,
                format_number(median_of(at, RESULT_PRODUCER_WAIT)).text,
                format_number(produce_ms).text);
        if (waits.min == 0)
            fputs(" (in some rounds not at all)", out);
        if (at->work_ns == 0)
            fputs(": without work of its own it outruns the dispatcher", out);
        fputs(".", out);
    }
    if (median_of(at, RESULT_CLOSE_DRAIN) > produce_ms / 2)
        fputs(" Much of the writing was left to close: the run is short beside the ring, and"
              " takes more events to judge it by.",
              out);
}

static void put_losses(FILE *out, const struct situation *at)
{
    struct stats_summary lost = results_summary(at->set, at->ring, at->work_ns,
                                                RESULT_EVENTS_DROPPED);

    if (lost.count == 0 || lost.max == 0)
        return;
    fprintf(out, " The %s lost %s %% of the events (in %s gaps)", at->ring,
            format_number(100 * lost.median / median_of(at, RESULT_EVENTS)).text,
            format_count(median_of(at, RESULT_GAPS)).text);
    if (lost.min == 0)
        fputs(", in some rounds none", out);
    fputs(": the process had that much less to write.", out);
}

/* The tail, if single calls were timed. */
static void put_latency(FILE *out, const struct situation *at)
{
    struct stats_ratio saving = results_latency_ratio(at->set, "direct", at->ring, at->work_ns,
                                                      0.999);
    double direct = results_latency_quantile(at->set, "direct", at->work_ns, 0.999);
    double ring = results_latency_quantile(at->set, at->ring, at->work_ns, 0.999);

    if (saving.count == 0)
        return;
    fprintf(out,
            " One call in a thousand takes more than %s ns on direct and %s ns on the %s: direct's"
            " is %s times the other (",
            format_count(direct).text, format_count(ring).text, at->ring,
            format_ratio(saving.median).text);
    put_spread(out, saving);
    fprintf(out, "), with the clock's own %s ns in both.",
            format_count(median_of(at, RESULT_LATENCY_CLOCK)).text);
}

/* The first words of a sentence. */
static void put_situation_name(FILE *out, uint32_t work_ns)
{
    if (work_ns == 0)
        fputs("Without work between events", out);
    else
        fprintf(out, "With %u ns of work", work_ns);
}

static void put_situation(FILE *out, const struct situation *at)
{
    put_situation_name(out, at->work_ns);
    fputs(" ", out);
    put_hot_thread(out, at);
    fputs(".", out);
    put_floor(out, at);
    fputs(" ", out);
    put_process(out, at);
    put_waits(out, at);
    put_parallel(out, at);
    put_latency(out, at);
    put_losses(out, at);
    fputs("\n", out);
}

static void put_control(FILE *out, const struct result_set *set)
{
    bool any = false;

    for (size_t s = 0; s < set->situation_count; s++) {
        struct stats_ratio control = results_ratio(set, "direct-again", "direct",
                                                   set->situations[s], RESULT_PROCESS_CPU);
        if (control.count == 0)
            continue;
        fputs(any ? ", " : "Noise: direct a second time takes ", out);
        if (control.count > 1)
            fprintf(out, "%s to ", format_ratio(control.low).text);
        fputs(format_ratio(control.high).text, out);
        fputs(set->situations[s] == 0 ? " (without work)" : " (with work)", out);
        any = true;
    }
    fputs(any ? " times the CPU of the first; no difference within that is called one."
              : "No control (path direct-again) was run: the machine's noise is unknown.",
          out);
}

static void put_trust(FILE *out, const struct result_set *set)
{
    put_control(out, set);
    results_put_load(out, &set->context);
    if (set->rounds == 1)
        fputs(" One round shows no spread: take it for a first look; a statement takes 6 or"
              " more.",
              out);
    else if (set->rounds < STATS_INTERVAL_MIN)
        fprintf(out, " %u rounds carry ranges only, no 95%% interval: that takes 6 or more.",
                set->rounds);
    if (set->failed_runs)
        fprintf(out, " %u of the runs failed and are left out.", set->failed_runs);
    fputs("\n", out);
}

static void put_text(FILE *out, const struct result_set *set)
{
    if (!results_same_output(set))
        fputs("The OUTPUTS DIFFER: the paths did not do the same work, so nothing below is a"
              " comparison.\n",
              out);
    for (size_t s = 0; s < set->situation_count; s++) {
        struct situation at = {set, "ring", set->situations[s]};
        if (!results_has(set, at.ring, at.work_ns))
            at.ring = "ring-deferred";
        if (results_has(set, at.ring, at.work_ns) && results_has(set, "direct", at.work_ns))
            put_situation(out, &at);
        else {
            put_situation_name(out, at.work_ns);
            fputs(" there is nothing to compare: that takes the paths direct and ring.", out);
            put_parallel(out, &at);
            fputs("\n", out);
        }
    }
    put_trust(out, set);
}

void results_verdict(FILE *file, const struct result_set *set)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);

    if (!out)
        return;
    put_text(out, set);
    if (fclose(out) == 0)
        format_wrapped(file, text, WIDTH, 0);
    free(text);
}
