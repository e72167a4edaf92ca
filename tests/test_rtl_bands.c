/* What the rtl profile is like at its full size, measured on the stream itself: the figures
 * that real traces of simulated designs have in common. */
#include "tests/test.h"

#include "synth_gen/source.h"

#include <stdlib.h>

#define SIGNALS 78000
#define STEPS   8192

/* A sink that counts; the first step is left out, since it sets every id. */
struct census {
    struct ho_sink sink;
    const struct ho_dictionary *dictionary;
    uint64_t time;
    uint32_t step;     /* 0 is the first */
    uint32_t previous; /* id in this step, or UINT32_MAX */
    uint64_t changes;
    uint32_t by_id[SIGNALS];
    uint32_t last_step[SIGNALS]; /* in which the id changed */
    uint32_t step_size[STEPS];
    uint32_t gap[SIGNALS]; /* how often an id came so far behind the previous one */
    uint64_t gaps;
    uint64_t within_2, within_8, within_64;
    uint64_t by_width[5]; /* 1, 2-8, 9-32, 33-64, more bits */
};

static int count_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                        uint32_t len)
{
    struct census *c = (struct census *)sink;
    uint32_t width = c->dictionary->signals[id].width, ago;

    (void)value;
    (void)len;
    if (time != c->time) {
        c->time = time;
        c->step++;
        c->previous = UINT32_MAX;
        assert_true(c->step < STEPS);
    }
    c->step_size[c->step]++;
    if (c->step == 0)
        return 0;
    if (c->previous != UINT32_MAX) {
        assert_true(id >= c->previous);
        c->gap[id - c->previous]++;
        c->gaps++;
    }
    c->previous = id;
    ago = c->step - c->last_step[id];
    c->last_step[id] = c->step;
    c->within_2 += ago <= 2;
    c->within_8 += ago <= 8;
    c->within_64 += ago <= 64;
    c->changes++;
    c->by_id[id]++;
    c->by_width[(width > 1) + (width > 8) + (width > 32) + (width > 64)]++;
    return 0;
}

static int ignore_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    (void)sink;
    (void)time;
    (void)mark;
    return 0;
}

static const struct ho_sink_ops census_ops = {.change = count_change, .mark = ignore_mark};

static int descending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x < y) - (x > y);
}

/* The share of all changes that the busiest count ids make. by_id is sorted. */
static double share_of_busiest(const struct census *c, uint32_t count)
{
    double sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += c->by_id[i];
    return sum / (double)c->changes;
}

/* The gap that so many percent of the gaps do not exceed. */
static double gap_percentile(const struct census *c, unsigned percent)
{
    uint64_t seen = 0;
    uint32_t gap = 0;

    while ((seen += c->gap[gap]) * 100 < c->gaps * percent)
        gap++;
    return gap;
}

static void within(const char *what, double value, double low, double high)
{
    if (value < low || value > high)
        fail_msg("%s is %f, not within %f to %f", what, value, low, high);
}

static void an_rtl_stream_is_like_that_of_a_real_design(void **state)
{
    struct source_options options = source_options_defaults();
    struct census *c = calloc(1, sizeof *c);
    char message[SOURCE_MESSAGE_BYTES];
    struct source *source;
    uint32_t still = 0;
    double median;

    (void)state;
    options.profile = "rtl";
    assert_non_null(c);
    assert_int_equal(source_open(&options, &source, message), 0);
    c->sink.ops = &census_ops;
    c->dictionary = &source->dictionary;
    c->previous = UINT32_MAX;
    assert_int_equal(source_drive(source, &c->sink), 0);
    assert_int_equal(source->events, options.events);

    for (uint32_t id = 0; id < SIGNALS; id++)
        still += c->by_id[id] == 0;
    within("ids that never change", still / (double)SIGNALS, 0.57, 0.63);
    within("changed within 2 steps", (double)c->within_2 / (double)c->changes, 0.4675, 0.6325);
    within("changed within 8 steps", (double)c->within_8 / (double)c->changes, 0.68, 0.92);
    within("changed within 64 steps", (double)c->within_64 / (double)c->changes, 0.9, 1);
    within("gap, p50", gap_percentile(c, 50), 2, 2);
    within("gap, p90", gap_percentile(c, 90), 16, 37);
    within("gap, p99", gap_percentile(c, 99), 220, 340);
    within("gap of 1", c->gap[1] / (double)c->gaps, 0.38, 0.52);
    for (int i = 0; i < 5; i++) {
        static const char *const name[] = {"1 bit", "2 to 8", "9 to 32", "33 to 64", "> 64"};
        static const double share[] = {0.45, 0.22, 0.26, 0.045, 0.025};
        within(name[i], (double)c->by_width[i] / (double)c->changes, 0.85 * share[i],
               1.15 * share[i]);
    }
    qsort(c->by_id, SIGNALS, sizeof c->by_id[0], descending);
    within("share of the top 1 %", share_of_busiest(c, SIGNALS / 100), 0.11, 0.16);
    within("share of the top 10 %", share_of_busiest(c, SIGNALS / 10), 0.74, 0.78);
    within("steps", c->step, 3315, 4485);
    c->step_size[0] = 0;
    qsort(c->step_size, c->step + 1, sizeof c->step_size[0], descending);
    median = c->step_size[c->step / 2];
    within("step, median", median, 25, 35);
    within("step, p95", c->step_size[c->step / 20], 4000, 8000);
    within("step, p95 / median", c->step_size[c->step / 20] / median, 100, 1000);

    source_close(source);
    free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_rtl_stream_is_like_that_of_a_real_design),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
