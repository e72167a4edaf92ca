#include "harness/trace_stats.h"
#include "tests/test.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MANY 200

static const struct ho_signal signals[] = {
    {1, HO_LOGIC}, {1, HO_BITS},   {8, HO_BITS},  {9, HO_BITS},   {33, HO_LOGIC},
    {65, HO_BITS}, {600, HO_BITS}, {64, HO_REAL}, {0, HO_STRING}, {0, HO_EVENT},
};
#define SIGNALS (sizeof signals / sizeof signals[0])

static const struct ho_variable variables[] = {
    {"a", "wire", HO_NO_SCOPE, 0, 1},
    {"b", "wire", HO_NO_SCOPE, 0, 1},
    {"c", "wire", HO_NO_SCOPE, 1, 1},
    {"d", "wire", HO_NO_SCOPE, 0, 1},
};
static const struct ho_dictionary dictionary = {
    .signals = signals,
    .variables = variables,
    .signal_count = SIGNALS,
    .variable_count = 4,
    .timescale = -12,
};

static struct ho_sink *sink;
static struct trace_figures figures;

static int open_sink(void **state)
{
    (void)state;
    return trace_stats_open(&sink);
}

static int close_sink(void **state)
{
    (void)state;
    ho_sink_close(sink, NULL);
    return 0;
}

static void set_up(const struct ho_dictionary *d)
{
    assert_int_equal(ho_sink_setup(sink, d), 0);
}

/* A change to zeros, as long as the signal's kind wants them. */
static void change(uint64_t time, uint32_t id)
{
    static const char zeros[600] = "";
    char text[64];
    uint32_t len = ho_signal_value_bytes(&signals[id]);

    memset(text, '0', sizeof text);
    if (len == UINT32_MAX)
        len = 3;
    assert_int_equal(
        ho_sink_change(sink, time, id, signals[id].kind == HO_LOGIC ? text : zeros, len), 0);
}

static void logic(uint64_t time, uint32_t id, const char *text)
{
    assert_int_equal(ho_sink_change(sink, time, id, text, (uint32_t)strlen(text)), 0);
}

static void read_figures(void)
{
    assert_int_equal(trace_stats_result(sink, &figures), 0);
}

static void names_signals_and_kinds_are_counted(void **state)
{
    static const uint64_t expected[TRACE_CLASSES] = {2, 1, 1, 1, 1, 1, 1, 1, 1};

    (void)state;
    set_up(&dictionary);
    for (uint32_t id = 0; id < SIGNALS; id++)
        change(7, id);
    change(8, 2);
    read_figures();
    assert_int_equal(figures.variables, 4);
    assert_int_equal(figures.signals, SIGNALS);
    assert_int_equal(figures.aliases, 2);
    assert_int_equal(figures.width_max, 600);
    assert_int_equal(figures.timescale, -12);
    assert_int_equal(figures.changes, SIGNALS + 1);
    assert_memory_equal(figures.signals_of, expected, sizeof expected);
    for (int i = 0; i < TRACE_CLASSES; i++) {
        assert_int_equal(figures.changes_of[i], expected[i] + (i == TRACE_BITS_8));
        assert_int_equal(figures.later_of[i], i == TRACE_BITS_8);
    }
}

static void times_are_those_of_all_calls(void **state)
{
    (void)state;
    set_up(&dictionary);
    assert_int_equal(ho_sink_mark(sink, 3, HO_MARK_OFF), 0);
    change(3, 0);
    change(5, 0);
    assert_int_equal(ho_sink_mark(sink, 9, HO_MARK_ON), 0);
    assert_int_equal(ho_sink_mark(sink, UINT64_MAX, HO_MARK_END), 0);
    read_figures();
    assert_int_equal(figures.first_time, 3);
    assert_true(figures.last_time == UINT64_MAX);
    assert_int_equal(figures.times, 4);
    assert_int_equal(figures.pauses, 1);
    assert_int_equal(figures.step.total, 1); /* the first is apart, marks are none */
}

static void values_with_other_characters_are_unknown(void **state)
{
    (void)state;
    set_up(&dictionary);
    logic(0, 4, "x00000000000000000000000000000000");
    logic(0, 0, "z");
    logic(1, 4, "00000000000000000000000000000000h");
    logic(1, 4, "0000000-0000000000000000000000000");
    logic(1, 4, "010101010101010101010101010101011");
    logic(1, 0, "1");
    change(1, 3);
    read_figures();
    assert_int_equal(figures.logic, 6);
    assert_int_equal(figures.unknown, 4);
    assert_int_equal(figures.later_logic, 4);
    assert_int_equal(figures.later_unknown, 2);
}

static void steps_neighbours_and_repeats_are_those_behind_the_first_step(void **state)
{
    (void)state;
    set_up(&dictionary);
    change(0, 0);
    change(0, 9);
    change(10, 9); /* step 1 later */
    change(10, 2); /* 7 back; never before */
    change(10, 2); /* 0 on; in this step */
    change(20, 3); /* no neighbour; never before */
    for (uint64_t time = 30; time < 60; time += 10)
        change(time, 4); /* the first one never before */
    change(60, 2);       /* 5 steps later */
    change(60, 5);
    read_figures();
    assert_int_equal(figures.step.total, 6);
    assert_int_equal(figures.step.max, 3);
    assert_int_equal(figures.later_changes, 9);
    assert_int_equal(figures.distance.total, 3);
    assert_int_equal(figures.distance.max, 7);
    assert_int_equal(figures.distance.count[0], 1);
    assert_int_equal(figures.distance.count[3], 1);
    assert_int_equal(figures.backward, 1);
    assert_int_equal(figures.within_2, 4); /* 9, 2 again, 4 twice */
    assert_int_equal(figures.within_8, 5);
    assert_int_equal(figures.within_64, 5);
    assert_int_equal(figures.still_signals, SIGNALS - 5);
}

static void activity_is_that_of_the_most_active_signals(void **state)
{
    static struct ho_signal many[MANY];
    const struct ho_dictionary d = {.signals = many, .signal_count = MANY};

    (void)state;
    for (uint32_t id = 0; id < MANY; id++)
        many[id] = (struct ho_signal){id < 2 ? 1 : 8, HO_BITS};
    set_up(&d);
    for (uint64_t time = 0; time <= 100; time++) {
        assert_int_equal(ho_sink_change(sink, time, 0, "", 1), 0);
        if (time % 2 == 0) /* 51 times, of which 50 count */
            assert_int_equal(ho_sink_change(sink, time, 1, "", 1), 0);
        if (time % 10 == 0)
            for (uint32_t id = 100; id < 120; id++)
                assert_int_equal(ho_sink_change(sink, time, id, "", 1), 0);
    }
    read_figures();
    assert_int_equal(figures.later_changes, 100 + 50 + 20 * 10);
    assert_int_equal(figures.top_1_percent, 100 + 50);
    assert_int_equal(figures.top_10_percent, 100 + 50 + 18 * 10);
    assert_int_equal(figures.still_signals, MANY - 22);
    assert_int_equal(figures.clock_signals, 1); /* changes at 100 of 100 steps */
    assert_int_equal(figures.activity.total, MANY);
    assert_int_equal(figures.activity.max, 100);
    assert_int_equal(figures.activity.count[10], 20);
}

static void an_empty_stream_has_figures(void **state)
{
    const struct ho_dictionary none = {.timescale = 0};

    (void)state;
    set_up(&none);
    read_figures();
    assert_int_equal(figures.changes, 0);
    assert_int_equal(figures.times, 0);
    assert_int_equal(figures.top_1_percent, 0);
    assert_true(trace_counts_quantile(&figures.step, 0.5) == 0);
}

static void quantiles_are_near_the_counted_sizes(void **state)
{
    struct trace_counts counts = {0};

    (void)state;
    for (uint64_t size = 1; size <= 1000; size++)
        trace_counts_add(&counts, size);
    assert_true(fabs(trace_counts_quantile(&counts, 0.5) - 500) <= 0.04 * 500);
    assert_true(fabs(trace_counts_quantile(&counts, 0.95) - 950) <= 0.04 * 950);
    assert_true(trace_counts_quantile(&counts, 0.01) == 10);
    assert_true(trace_counts_quantile(&counts, 1) <= 1000);
}

static void misuse_is_an_error_that_sticks(void **state)
{
    (void)state;
    assert_int_equal(ho_sink_change(sink, 0, 0, "0", 1), -EINVAL); /* before setup */
    assert_int_equal(ho_sink_setup(sink, &dictionary), -EINVAL);
    assert_int_equal(ho_sink_close(sink, NULL), -EINVAL);

    assert_int_equal(trace_stats_open(&sink), 0);
    set_up(&dictionary);
    assert_int_equal(ho_sink_change(sink, 5, SIGNALS, "0", 1), -EINVAL);
    assert_int_equal(ho_sink_cut(sink), -EINVAL);
    ho_sink_close(sink, NULL);

    assert_int_equal(trace_stats_open(&sink), 0);
    set_up(&dictionary);
    change(5, 0);
    assert_int_equal(ho_sink_mark(sink, 4, HO_MARK_END), -EINVAL);
    assert_int_equal(ho_sink_change(sink, 5, 0, "0", 1), -EINVAL);
}

static void a_whole_source_is_collected(void **state)
{
    struct source_options options = source_options_defaults();
    char message[SOURCE_MESSAGE_BYTES];
    struct source *source;

    (void)state;
    options.profile = "all";
    options.signals = 50;
    options.events = 500;
    assert_int_equal(source_open(&options, &source, message), 0);
    assert_int_equal(trace_stats_collect(source, &figures), 0);
    assert_int_equal(figures.times, 10);
    assert_int_equal(figures.changes, 500);
    source->times = 12; /* as of a file with times at which nothing changes */
    assert_int_equal(trace_stats_collect(source, &figures), 0);
    assert_int_equal(figures.times, 12);
    source_close(source);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_sink, close_sink)
    const struct CMUnitTest tests[] = {
        TEST(names_signals_and_kinds_are_counted),
        TEST(times_are_those_of_all_calls),
        TEST(values_with_other_characters_are_unknown),
        TEST(steps_neighbours_and_repeats_are_those_behind_the_first_step),
        TEST(activity_is_that_of_the_most_active_signals),
        TEST(an_empty_stream_has_figures),
        TEST(misuse_is_an_error_that_sticks),
        cmocka_unit_test(quantiles_are_near_the_counted_sizes),
        cmocka_unit_test(a_whole_source_is_collected),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
