/* Does a stream that the found options make resemble the one that they were found for? */
#include "harness/imitate.h"
#include "tests/test.h"

#include <errno.h>
#include <string.h>

static char message[SOURCE_MESSAGE_BYTES];
static struct trace_figures trace;
static struct imitation found;

/* The figures of a stream of an rtl profile that options change. */
static void take(const char *profile, uint32_t signals, uint64_t events,
                 const struct rtl_options *rtl)
{
    struct source_options options = source_options_defaults();
    struct source *source;

    options.profile = profile;
    options.signals = signals;
    options.events = events;
    options.seed = 77;
    if (rtl)
        options.rtl = *rtl;
    assert_int_equal(source_open(&options, &source, message), 0);
    assert_int_equal(trace_stats_collect(source, &trace), 0);
    source_close(source);
}

static void is_imitated(void)
{
    assert_int_equal(imitate(&trace, &found, message), 0);
    if (found.distance > 1)
        fail_msg("%f of the bands away", found.distance);
    assert_int_equal(found.signals, trace.signals);
    assert_int_equal(found.events, trace.later_changes + trace.signals);
}

static void another_design_of_the_same_profile_is_imitated(void **state)
{
    (void)state;
    take("rtl", 3000, 60000, NULL);
    is_imitated();
    assert_false(found.shuffled);
    assert_false(found.four_state);
    assert_int_equal(found.unknowns, 0);
}

/* As unlike the profile as real traces are. */
static void a_design_of_wide_and_lively_signals_is_imitated(void **state)
{
    static const struct rtl_options rtl = {
        .widths = "30,10,10,40,10,0,0,0,0",
        .width_rates = "50,100,120,10,120,0,0,0,0",
        .order = "blocks",
        .states = "four",
        .still = 250,
        .rate = 150000,
        .sigma = 1500,
        .jitter = 900,
        .clocks = 20,
    };

    (void)state;
    take("rtl", 3000, 100000, &rtl);
    is_imitated();
    assert_true(found.shuffled);
    assert_true(found.four_state);
    assert_int_equal(found.unknowns, 0);
    assert_in_range(found.clocks, 15, 25);
}

static void unknowns_are_imitated(void **state)
{
    (void)state;
    take("event", 2000, 50000, NULL);
    is_imitated();
    assert_true(found.four_state);
    assert_in_range(found.unknowns, 80, 120);
    assert_int_equal(found.reached.unknown - found.reached.later_unknown,
                     found.reached.logic - found.reached.later_logic); /* all x at first */
}

/* Nothing but wide values that change at every step: the profile has no such designs. */
static void what_cannot_be_reached_is_said(void **state)
{
    char text[4096] = "";
    FILE *out = fmemopen(text, sizeof text, "w");

    (void)state;
    assert_non_null(out);
    take("all", 40, 4000, NULL);
    assert_int_equal(imitate(&trace, &found, message), 0);
    assert_true(found.distance > 1);
    imitate_print_likeness(&found, &trace, out);
    fclose(out);
    assert_non_null(strstr(text, "not reached"));
    assert_non_null(strstr(text, "not imitated: names"));
}

static void a_trace_without_changes_is_imitated_as_such(void **state)
{
    (void)state;
    take("rtl", 10, 0, NULL);
    assert_int_equal(imitate(&trace, &found, message), 0);
    assert_int_equal(found.events, 10);
}

static void options_are_one_line_that_says_it_all(void **state)
{
    char text[1024] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    const struct imitation imitation = {
        .signals = 14683,
        .events = 1676341,
        .widths = "4,3,2,1,0,0,0,0,0",
        .clocks = 2,
        .unknowns = 7,
        .shuffled = true,
        .four_state = true,
        .width_rate = {100, 50.4, 0, 10000},
        .rate = 0.0483,
        .still = 0.5804,
        .sigma = 2.4,
        .jitter = 0.35,
    };

    (void)state;
    assert_non_null(out);
    imitate_print_options(&imitation, out);
    fclose(out);
    assert_string_equal(text, "--profile rtl --signals 14683 --events 1676341 "
                              "--rtl-widths 4,3,2,1,0,0,0,0,0 "
                              "--rtl-width-rates 100,50,0,10000,0,0,0,0,0 "
                              "--rtl-order blocks --rtl-states four --rtl-still 580 "
                              "--rtl-rate 48300 --rtl-sigma 2400 --rtl-jitter 350 "
                              "--rtl-clocks 2 --rtl-unknowns 7\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_design_of_the_same_profile_is_imitated),
        cmocka_unit_test(a_design_of_wide_and_lively_signals_is_imitated),
        cmocka_unit_test(unknowns_are_imitated),
        cmocka_unit_test(what_cannot_be_reached_is_said),
        cmocka_unit_test(a_trace_without_changes_is_imitated_as_such),
        cmocka_unit_test(options_are_one_line_that_says_it_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
