/*
 * advice.c - the decision.
 */
#include "results/advice.h"

#include <math.h>

#define RECORD_BYTES 16 /* of most changes: a header and a value of up to 8 bytes */

/* A figure of a path, by round. */
static struct results_series series_of(const struct advice_figures *figures, const char *path,
                                       enum result_figure figure)
{
    struct results_series series;

    results_figure(&figures->runs, path, figures->work_ns, figure, &series);
    return series;
}

/* What the producer waits, ns an event. */
static struct results_series wait_ns(const struct advice_figures *figures, const char *path)
{
    struct results_series wait = series_of(figures, path, RESULT_PRODUCER_WAIT);
    struct results_series events = series_of(figures, path, RESULT_EVENTS);

    for (uint32_t round = 0; round < figures->runs.rounds; round++)
        wait.value[round] *= 1e6 / events.value[round];
    return wait;
}

/* What the hot thread needs for an event: waiting is lost to it as CPU is. Its wall time would
 * count, too, what other programs take from it. */
static struct results_series hot_ns(const struct advice_figures *figures, const char *path)
{
    struct results_series cpu = series_of(figures, path, RESULT_PRODUCER_CPU);
    struct results_series wait = wait_ns(figures, path);

    for (uint32_t round = 0; round < figures->runs.rounds; round++)
        cpu.value[round] += wait.value[round];
    return cpu;
}

static void find(struct advice_ratio *ratio, struct stats_ratio ring, struct stats_ratio control)
{
    ratio->ring = ring;
    ratio->noise = stats_noise(control);
    ratio->finding = ring.count ? stats_find(ring, ratio->noise) : STATS_SAME;
}

static void compare_hot_thread(const struct advice_figures *figures, struct advice *advice)
{
    uint32_t rounds = figures->runs.rounds;
    struct results_series direct = hot_ns(figures, "direct");
    struct results_series again = hot_ns(figures, "direct-again");
    struct results_series ring = hot_ns(figures, "ring"), saved;

    for (uint32_t round = 0; round < rounds; round++)
        saved.value[round] = direct.value[round] - ring.value[round];
    find(&advice->hot_time, stats_paired_ratio(ring.value, direct.value, rounds),
         stats_paired_ratio(again.value, direct.value, rounds));
    advice->saved_ns = stats_summarize(saved.value, rounds);
    advice->direct_ns = results_net_summary(&figures->runs, "direct", figures->work_ns);
    advice->ring_ns = results_net_summary(&figures->runs, "ring", figures->work_ns);
    ring = wait_ns(figures, "ring");
    advice->wait_ns = stats_summarize(ring.value, rounds);
}

static void compare_sets(const struct result_set *set, uint32_t work_ns, enum result_figure figure,
                         struct advice_ratio *ratio)
{
    find(ratio, results_ratio(set, "ring", "direct", work_ns, figure),
         results_ratio(set, "direct-again", "direct", work_ns, figure));
}

bool advice_pool_enough(const struct advice_pool *pool)
{
    return 2 * pool->runs_waited < pool->runs;
}

/* What to set is twice what was enough here, but no more than what was tried first. */
static void choose_pool(const struct advice_figures *figures, struct advice *advice)
{
    double events = results_summary(&figures->runs, "ring", figures->work_ns, RESULT_EVENTS).median;
    const struct advice_pool *first = &figures->pools[0], *best = NULL;

    for (size_t i = 0; i < figures->pool_count; i++) {
        const struct advice_pool *pool = &figures->pools[i];
        if (advice_pool_enough(pool) && (!best || pool->chunk_bytes < best->chunk_bytes))
            best = pool;
    }
    if (best) {
        advice->smallest = *best;
        advice->pool_turns = events * RECORD_BYTES /
                             ((double)best->chunks * (double)best->chunk_bytes);
    }
    if (advice->hot_time.finding != STATS_LESS)
        return;
    advice->chunk_bytes = first->chunk_bytes;
    if (best && 2 * best->chunk_bytes < first->chunk_bytes)
        advice->chunk_bytes = 2 * best->chunk_bytes;
}

void advice_decide(const struct advice_figures *figures, struct advice *advice)
{
    *advice = (struct advice){0};
    compare_hot_thread(figures, advice);
    compare_sets(&figures->runs, figures->work_ns, RESULT_PROCESS_CPU, &advice->process_cpu);
    compare_sets(&figures->one_cpu, figures->work_ns, RESULT_TOTAL_WALL, &advice->one_cpu);
    advice->events_per_second =
        1e9 / results_summary(&figures->runs, "ring", figures->work_ns, RESULT_PRODUCE_WALL).median;
    choose_pool(figures, advice);
}
