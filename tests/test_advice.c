/* Advice on made-up figures: the decision, and what it does not claim. */
#include "tests/test.h"

#include "results/advice.h"
#include "tests/results_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 6
#define EVENTS 10000000

static struct result made_up[4 * ROUNDS], on_one_cpu[3 * ROUNDS];

static struct result *add(struct result_set *set, struct result *runs, const char *path,
                          uint32_t round)
{
    struct result *result = &runs[set->run_count++];

    *result = (struct result){.round = round};
    for (int f = 0; f < RESULT_FIGURES; f++)
        result->figure[f] = (double)NAN;
    snprintf(result->path, sizeof result->path, "%s", path);
    result->figure[RESULT_EVENTS] = EVENTS;
    result->figure[RESULT_PRODUCER_WAIT] = 0;
    set->runs = runs;
    set->rounds = ROUNDS;
    return result;
}

/* Direct takes the producer 50 ns, of which the generator has 10, and the process 60; they vary by
 * a percent from round to round, and from direct to direct-again by noise. */
static struct advice_figures usual(double ring_ns, double ring_wait_ms, double ring_process_ns,
                                   double noise)
{
    static const char *const paths[] = {"none", "direct", "direct-again", "ring"};
    struct advice_figures figures = {.pools = {{16, 1 << 20, 6, ring_wait_ms > 0 ? 6 : 0}},
                                     .pool_count = 1};

    for (uint32_t round = 0; round < ROUNDS; round++) {
        double drift = 1 + 0.01 * round, again = round % 2 ? 1 + noise : 1 - noise;
        double producer[] = {10, 50, 50 * again, ring_ns};
        double process[] = {10, 60, 60 * again, ring_process_ns};

        for (int p = 0; p < 4; p++) {
            struct result *result = add(&figures.runs, made_up, paths[p], round);
            result->figure[RESULT_PRODUCER_CPU] = producer[p] * drift;
            result->figure[RESULT_PROCESS_CPU] = process[p] * drift;
            result->figure[RESULT_PRODUCE_WALL] = 100;
        }
        figures.runs.runs[4 * round + 3].figure[RESULT_PRODUCER_WAIT] = ring_wait_ms * drift;
    }
    return figures;
}

static void try_one_cpu(struct advice_figures *figures, double ring_ms, double noise)
{
    for (uint32_t round = 0; round < ROUNDS; round++) {
        double again = round % 2 ? 1 + noise : 1 - noise;

        add(&figures->one_cpu, on_one_cpu, "direct", round)->figure[RESULT_TOTAL_WALL] = 1000;
        add(&figures->one_cpu, on_one_cpu, "direct-again", round)->figure[RESULT_TOTAL_WALL] =
            1000 * again;
        add(&figures->one_cpu, on_one_cpu, "ring", round)->figure[RESULT_TOTAL_WALL] = ring_ms;
    }
}

static void add_pool(struct advice_figures *figures, uint64_t chunk_bytes, uint32_t runs_waited)
{
    figures->pools[figures->pool_count++] = (struct advice_pool){16, chunk_bytes, 3, runs_waited};
}

static struct advice decided(const struct advice_figures *figures)
{
    struct advice advice;

    advice_decide(figures, &advice);
    return advice;
}

/* Fails unless the words are among those printed, whatever lines they stand in. */
static void says(const struct advice_figures *figures, const char *words)
{
    struct advice advice = decided(figures);
    struct results_text printed;

    advice_print(results_text_begin(&printed), figures, &advice);
    char *text = results_text_end(&printed);
    results_text_expect(text, words);
    free(text);
}

static void a_clear_saving_is_worth_it(void **state)
{
    struct advice_figures figures = usual(14, 0, 66, 0.02);
    struct advice advice = decided(&figures);

    (void)state;
    assert_int_equal(advice.hot_time.finding, STATS_LESS);
    assert_true(fabs(advice.hot_time.ring.median - 0.28) < 1e-9);
    assert_true(fabs(advice.saved_ns.min - 36) < 1e-9);
    assert_true(fabs(advice.direct_ns.min - 40) < 1e-9);
    assert_int_equal(advice.process_cpu.finding, STATS_MORE);
    assert_true(fabs(advice.events_per_second - 1e7) < 1);
    assert_int_equal(advice.chunk_bytes, 1 << 20);
    says(&figures, "Worth it for the hot thread: it would spend about 4.10 ns");
    says(&figures, "instead of 41.0 ");
    says(&figures, "72% of its time (72 to 72; direct against direct differs by 2%)");
    says(&figures, "The process pays for it with more CPU: about 1.10 times direct's");
    says(&figures, "options.chunk_bytes = 1048576;   /* 1.00 MiB */");
}

static void a_wait_is_lost_time(void **state)
{
    struct advice_figures figures = usual(14, 500, 66, 0.02); /* 50 ns an event */
    struct advice advice = decided(&figures);

    (void)state;
    assert_int_equal(advice.hot_time.finding, STATS_MORE);
    assert_true(fabs(advice.wait_ns.min - 50) < 1e-9);
    assert_int_equal(advice.smallest.chunks, 0);
    assert_int_equal(advice.chunk_bytes, 0);
    says(&figures, "Not worth it: the hot thread would spend");
    says(&figures, "and wait about 51.2 ns for room");
    says(&figures, "It loses about 14.4 ns an event (14.0 to 14.7), 28% of its time");
    says(&figures, "the producer outruns the dispatcher");
    figures.pools[0].runs_waited = 4;
    says(&figures, "the producer waited in 4 of 6 runs with 16 chunks of 1.00 MiB");
    says(&figures, "keep the direct call");
}

static void what_drowns_in_noise_is_not_told(void **state)
{
    struct advice_figures figures = usual(40, 0, 57, 0.3);
    struct advice advice = decided(&figures);

    (void)state;
    assert_int_equal(advice.hot_time.finding, STATS_SAME);
    assert_int_equal(advice.process_cpu.finding, STATS_SAME);
    assert_int_equal(advice.chunk_bytes, 0);
    says(&figures, "Cannot tell on this machine whether the hot thread gains");
    says(&figures, "direct against direct differs by 43%");
    says(&figures, "no difference in CPU that this machine could tell: about 0.95 times");
    says(&figures, "try again on a quieter machine");

    figures = usual(40, 0, 57, 0.01);
    advice = decided(&figures);
    assert_int_equal(advice.hot_time.finding, STATS_LESS);
    assert_int_equal(advice.process_cpu.finding, STATS_LESS);
    says(&figures, "The process needs less CPU: about 0.95 times");
}

static void twice_the_smallest_pool_without_waits_is_set(void **state)
{
    struct advice_figures figures = usual(14, 0, 66, 0.02);
    struct advice advice;

    (void)state;
    add_pool(&figures, 64 << 10, 0);
    add_pool(&figures, 16 << 10, 2);
    add_pool(&figures, 32 << 10, 0);
    advice = decided(&figures);
    assert_int_equal(advice.smallest.chunk_bytes, 32 << 10);
    assert_int_equal(advice.chunk_bytes, 64 << 10);
    says(&figures, "did not wait has 16 chunks of 32.0 KiB.");
    figures.pools[3].runs_waited = 1;
    says(&figures, "did not wait in most runs has 16 chunks of 32.0 KiB.");
    says(&figures, "options.chunk_bytes = 65536;   /* 64.0 KiB, twice what was enough */");
}

static void a_run_that_is_short_beside_the_pool_shows_little(void **state)
{
    struct advice_figures figures = usual(14, 0, 66, 0.02); /* 160 MB in all */

    (void)state;
    says(&figures, "has 16 chunks of 1.00 MiB.");
    for (size_t i = 0; i < figures.runs.run_count; i++)
        figures.runs.runs[i].figure[RESULT_EVENTS] = EVENTS / 5;
    says(&figures, "a run goes through it only about 1.91 times: that shows little of a long one.");
}

static void one_cpu_tells_whether_a_free_core_is_needed(void **state)
{
    struct advice_figures figures = usual(14, 0, 66, 0.02);

    (void)state;
    says(&figures, "was not tried");
    try_one_cpu(&figures, 1300, 0.05);
    assert_int_equal(decided(&figures).one_cpu.finding, STATS_MORE);
    says(&figures, "A free core is needed: on one CPU the whole, from setup to the closed file,"
                   " takes about 1.30 times as long as direct");
    figures.one_cpu.run_count = 0;
    try_one_cpu(&figures, 1300, 0.4);
    says(&figures, "Without a free core there is nothing to gain or lose that this machine could");
    figures.one_cpu.run_count = 0;
    try_one_cpu(&figures, 700, 0.05);
    says(&figures, "A free core is not needed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clear_saving_is_worth_it),
        cmocka_unit_test(a_wait_is_lost_time),
        cmocka_unit_test(what_drowns_in_noise_is_not_told),
        cmocka_unit_test(twice_the_smallest_pool_without_waits_is_set),
        cmocka_unit_test(a_run_that_is_short_beside_the_pool_shows_little),
        cmocka_unit_test(one_cpu_tells_whether_a_free_core_is_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
