/*
 * advice_text.c - the decision in plain words.
 */
#include "results/advice.h"
#include "results/format.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#define WIDTH 98

/* Below it a run is too short beside the pool to show that it is enough. */
#define TURNS_MIN 8

/* " (0.93 to 1.12 in 3 rounds; direct against direct differs by 8 %)" */
static void put_spread(FILE *out, const struct advice_ratio *ratio)
{
    fprintf(out, " (%s to %s in %zu rounds; direct against direct differs by %.0f%%)",
            format_ratio(ratio->ring.low).text, format_ratio(ratio->ring.high).text,
            ratio->ring.count, 100 * ratio->noise);
}

/* "about 3.1 ns of CPU on an event instead of 41 (net of the generator) and wait ..." */
static void put_spending(FILE *out, const struct advice *advice)
{
    fprintf(out, "about %s ns of CPU on an event instead of %s (net of the generator)",
            format_number(advice->ring_ns.median).text,
            format_number(advice->direct_ns.median).text);
    if (advice->wait_ns.median > 0)
        fprintf(out, " and wait about %s ns for room", format_number(advice->wait_ns.median).text);
    fputs(". ", out);
}

/* How much of the hot thread's time that is. */
static void put_saving(FILE *out, const struct advice *advice)
{
    const struct stats_summary *saved = &advice->saved_ns;
    const struct stats_ratio *ratio = &advice->hot_time.ring;
    double least = fmin(fabs(saved->min), fabs(saved->max));
    double most = fmax(fabs(saved->min), fabs(saved->max));
    double low = fmin(fabs(1 - ratio->low), fabs(1 - ratio->high));
    double high = fmax(fabs(1 - ratio->low), fabs(1 - ratio->high));

    fprintf(
        out,
        "It %s about %s ns an event (%s to %s), %.0f%% of its time (%.0f to %.0f; direct against"
        " direct differs by %.0f%%).\n",
        advice->hot_time.finding == STATS_LESS ? "saves" : "loses",
        format_number(fabs(saved->median)).text, format_number(least).text,
        format_number(most).text, 100 * fabs(1 - ratio->median), 100 * low, 100 * high,
        100 * advice->hot_time.noise);
}

static void put_hot_thread(FILE *out, const struct advice *advice)
{
    static const char *const words[] = {
        [STATS_LESS] = "Worth it for the hot thread: it would spend ",
        [STATS_SAME] = "Cannot tell on this machine whether the hot thread gains: it would spend ",
        [STATS_MORE] = "Not worth it: the hot thread would spend ",
    };
    const struct advice_ratio *time = &advice->hot_time;

    fputs(words[time->finding], out);
    put_spending(out, advice);
    if (time->finding != STATS_SAME) {
        put_saving(out, advice);
        return;
    }
    fprintf(out, "In all that is about %s times its time", format_ratio(time->ring.median).text);
    put_spread(out, time);
    fputs(".\n", out);
}

static void put_process(FILE *out, const struct advice *advice)
{
    static const char *const words[] = {
        [STATS_LESS] = "needs less CPU: about",
        [STATS_SAME] = "shows no difference in CPU that this machine could tell: about",
        [STATS_MORE] = "pays for it with more CPU: about",
    };
    const struct advice_ratio *cpu = &advice->process_cpu;

    if (cpu->ring.count == 0)
        return;
    fprintf(out, "The process %s %s times direct's", words[cpu->finding],
            format_ratio(cpu->ring.median).text);
    put_spread(out, cpu);
    fputs(".\n", out);
}

/* Not even the first pool, the largest, is enough. */
static void put_full_pool(FILE *out, const struct advice_pool *pool)
{
    struct format_text size = format_bytes((double)pool->chunk_bytes);

    if (pool->runs_waited == pool->runs)
        fprintf(out,
                "the producer outruns the dispatcher: it waits also with %u chunks of %s, the"
                " largest pool tried. A larger one only helps if changes come in bursts.\n",
                pool->chunks, size.text);
    else
        fprintf(out,
                "the producer waited in %u of %u runs with %u chunks of %s, the largest pool"
                " tried: cannot tell whether the dispatcher is too slow or the machine was busy.\n",
                pool->runs_waited, pool->runs, pool->chunks, size.text);
}

static void put_pool(FILE *out, const struct advice_figures *figures, const struct advice *advice)
{
    const struct advice_pool *smallest = &advice->smallest;

    fprintf(out, "At this pace, about %s million events a second, ",
            format_number(advice->events_per_second / 1e6).text);
    if (smallest->chunks == 0) {
        put_full_pool(out, &figures->pools[0]);
        return;
    }
    fprintf(out, "the smallest pool tried in which the producer did not wait%s has %u chunks of %s",
            smallest->runs_waited ? " in most runs" : "", smallest->chunks,
            format_bytes((double)smallest->chunk_bytes).text);
    if (advice->pool_turns < TURNS_MIN)
        fprintf(out,
                "; but a run goes through it only about %s times: that shows little of a long one",
                format_number(advice->pool_turns).text);
    fputs(".\n", out);
}

static void put_free_core(FILE *out, const struct advice *advice)
{
    static const char *const words[] = {
        [STATS_LESS] = "A free core is not needed: on one CPU the whole, from setup to the closed"
                       " file, takes about",
        [STATS_SAME] = "Without a free core there is nothing to gain or lose that this machine"
                       " could tell: on one CPU the whole takes about",
        [STATS_MORE] = "A free core is needed: on one CPU the whole, from setup to the closed file,"
                       " takes about",
    };
    const struct advice_ratio *wall = &advice->one_cpu;

    if (wall->ring.count == 0) {
        fputs("Whether a free core is needed was not tried: there is one CPU.\n", out);
        return;
    }
    fprintf(out, "%s %s times as long as direct", words[wall->finding],
            format_ratio(wall->ring.median).text);
    put_spread(out, wall);
    fputs(".\n", out);
}

static void put_text(FILE *out, const struct advice_figures *figures, const struct advice *advice)
{
    put_hot_thread(out, advice);
    put_process(out, advice);
    put_pool(out, figures, advice);
    put_free_core(out, advice);
}

/* As one writes it in C. */
static void put_options(FILE *file, const struct advice_figures *figures,
                        const struct advice *advice)
{
    const struct advice_pool *first = &figures->pools[0];

    if (advice->hot_time.finding == STATS_SAME)
        fputs("What to set: that depends on what could not be told; try again on a quieter "
              "machine.\n",
              file);
    if (advice->hot_time.finding == STATS_MORE)
        fputs("What to set: nothing; keep the direct call.\n", file);
    if (advice->chunk_bytes == 0)
        return;
    fprintf(file,
            "What to set:\n"
            "    struct ho_offload_options options = ho_offload_options_defaults();\n"
            "    options.chunks = %" PRIu32 ";\n"
            "    options.chunk_bytes = %" PRIu64 ";   /* %s%s */\n",
            first->chunks, advice->chunk_bytes, format_bytes((double)advice->chunk_bytes).text,
            advice->chunk_bytes < first->chunk_bytes ? ", twice what was enough" : "");
}

void advice_print(FILE *file, const struct advice_figures *figures, const struct advice *advice)
{
    double events =
        results_summary(&figures->runs, "direct", figures->work_ns, RESULT_EVENTS).median;
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);

    if (!out)
        return;
    put_text(out, figures, advice);
    if (figures->work_ns)
        fprintf(file, "With %u ns of the producer's own work between events", figures->work_ns);
    else
        fputs("Without work between events", file);
    fprintf(file, " (%s million events a run)\n\n", format_number(events / 1e6).text);
    if (fclose(out) == 0)
        format_wrapped(file, text, WIDTH, 0);
    free(text);
    put_options(file, figures, advice);
}
