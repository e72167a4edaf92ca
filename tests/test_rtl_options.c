/* What the options of the rtl profiles do to a stream. */
#include "tests/test.h"

#include "harness/trace_stats.h"

#include <errno.h>
#include <string.h>

#define SIGNALS 4000
#define EVENTS  100000

static char message[SOURCE_MESSAGE_BYTES];
static struct trace_figures plain, figures;

static int collect(const char *profile, const struct rtl_options *rtl,
                   struct trace_figures *collected)
{
    struct source_options options = source_options_defaults();
    struct source *source;
    int error;

    options.profile = profile;
    options.signals = SIGNALS;
    options.events = EVENTS;
    options.rtl = *rtl;
    error = source_open(&options, &source, message);
    if (error)
        return error;
    assert_int_equal(trace_stats_collect(source, collected), 0);
    source_close(source);
    return 0;
}

static void make(const struct rtl_options rtl)
{
    assert_int_equal(collect("rtl", &rtl, &figures), 0);
}

static void refuse(const struct rtl_options rtl, const char *reason)
{
    assert_int_equal(collect("rtl", &rtl, &figures), -EINVAL);
    assert_non_null(strstr(message, reason));
}

static int make_plain(void **state)
{
    const struct rtl_options none = {0};

    (void)state;
    return collect("rtl", &none, &plain);
}

static void the_profiles_own_values_make_its_own_stream(void **state)
{
    (void)state;
    make((struct rtl_options){
        .widths = "4000,1800,2000,1750,400,20,30,2,1",
        .width_rates = "108,125,145,24,60,60,100,100,100",
        .order = "ascending",
        .states = "two",
        .clocks = SIGNALS * 40 / 78000,
    });
    assert_memory_equal(&figures, &plain, sizeof plain);
}

static void widths_are_those_asked_for(void **state)
{
    (void)state;
    make((struct rtl_options){.widths = "0,1,0,0,3,0,0,0,0"});
    assert_true(figures.signals_of[TRACE_BIT] < 10); /* clocks */
    assert_in_range(figures.signals_of[TRACE_BITS_8], SIGNALS * 0.2, SIGNALS * 0.3);
    assert_int_equal(figures.signals_of[TRACE_BIT] + figures.signals_of[TRACE_BITS_8] +
                         figures.signals_of[TRACE_BITS_512],
                     SIGNALS);
}

static void width_rates_shift_the_changes(void **state)
{
    (void)state;
    make((struct rtl_options){.width_rates = "108,0,145,240,60,60,100,100,100"});
    assert_true(figures.later_of[TRACE_BITS_8] < plain.later_of[TRACE_BITS_8] / 50); /* strays */
    assert_true(figures.later_of[TRACE_BITS_64] > 4 * plain.later_of[TRACE_BITS_64]);
}

static void still_is_the_share_that_never_changes(void **state)
{
    (void)state;
    make((struct rtl_options){.still = 1, .sigma = 100});
    assert_in_range(figures.still_signals, 0, SIGNALS / 100);
    make((struct rtl_options){.still = 900});
    assert_in_range(figures.still_signals, SIGNALS * 0.86, SIGNALS * 0.94);
    make((struct rtl_options){.still = 1000});
    assert_in_range(SIGNALS - figures.still_signals, 1, 3); /* clocks */
}

static void the_rate_is_that_of_a_median_signal(void **state)
{
    (void)state;
    make((struct rtl_options){.rate = 48316, .sigma = 2400}); /* the profile's */
    assert_in_range(figures.step.total, plain.step.total * 9 / 10, plain.step.total * 11 / 10);
    make((struct rtl_options){.rate = 1000, .sigma = 1, .still = 1});
    assert_in_range(figures.step.max, 4, 40); /* about 1.1 ids in 1,000, and clocks */
    make((struct rtl_options){.rate = 1000000});
    assert_true(figures.step.max > 2 * plain.step.max);
}

static void sigma_is_how_unequal_the_rates_are(void **state)
{
    (void)state;
    make((struct rtl_options){.sigma = 100, .rate = 10000, .still = 1});
    assert_true(figures.top_10_percent * 100 / figures.later_changes < 30);
    make((struct rtl_options){.sigma = 6000, .rate = 100, .still = 1});
    assert_true(figures.top_10_percent * 100 / figures.later_changes > 50);
}

static void jitter_is_how_unequal_the_cycles_are(void **state)
{
    double narrow, wide;

    (void)state;
    make((struct rtl_options){.jitter = 1});
    narrow = (double)figures.step.max / trace_counts_quantile(&figures.step, 0.75);
    make((struct rtl_options){.jitter = 1000});
    wide = (double)figures.step.max / trace_counts_quantile(&figures.step, 0.75);
    assert_true(wide > 1.5 * narrow);
}

static void clocks_are_as_many_as_asked_for(void **state)
{
    (void)state;
    make((struct rtl_options){.clocks = 80});
    assert_in_range(figures.clock_signals, 50, 53); /* 5 of 8 run at each step */
    make((struct rtl_options){.clocks = UINT32_MAX});
    assert_int_equal(figures.clock_signals, SIGNALS * 5 / 8);
}

static void order_and_states_are_as_asked_for(void **state)
{
    (void)state;
    assert_int_equal(plain.backward + plain.logic, 0);
    make((struct rtl_options){.order = "blocks", .states = "four"});
    assert_true(figures.backward > figures.distance.total / 20);
    assert_true(figures.logic > EVENTS * 9 / 10);
    assert_int_equal(figures.unknown, 0);
    make((struct rtl_options){.states = "four", .unknowns = 1000});
    assert_in_range(figures.later_unknown * 1000 / figures.later_logic, 90, 110);
    assert_int_equal(figures.unknown - figures.later_unknown, figures.logic - figures.later_logic);
}

static void nonsense_is_refused(void **state)
{
    static const struct rtl_options some = {.still = 5};

    (void)state;
    refuse((struct rtl_options){.widths = ""}, "rtl widths");
    refuse((struct rtl_options){.widths = "1,2,3,4,5,6,7,8"}, "rtl widths");
    refuse((struct rtl_options){.widths = "1,2,3,4,5,6,7,8,9,"}, "rtl widths");
    refuse((struct rtl_options){.widths = "1,2,3,4,-5,6,7,8,9"}, "rtl widths");
    refuse((struct rtl_options){.widths = "0,0,0,0,0,0,0,0,0"}, "not all of them 0");
    refuse((struct rtl_options){.widths = "1,2,3,4,5,6,7,8,99999999999999999999"}, "rtl widths");
    refuse((struct rtl_options){.width_rates = "1,2,3,4,5,6,7,8,1000001"}, "rtl width rates");
    refuse((struct rtl_options){.order = "random"}, "rtl order");
    refuse((struct rtl_options){.states = "nine"}, "rtl states");
    refuse((struct rtl_options){.unknowns = 10001}, "rtl unknowns");
    refuse((struct rtl_options){.still = 1001}, "rtl still");
    refuse((struct rtl_options){.rate = 1000001}, "rtl rate");
    refuse((struct rtl_options){.sigma = 6001}, "rtl sigma");
    refuse((struct rtl_options){.jitter = 6001}, "jitter");
    assert_int_equal(collect("uniform", &some, &figures), -EINVAL);
    assert_non_null(strstr(message, "rtl, event and netlist"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_profiles_own_values_make_its_own_stream),
        cmocka_unit_test(widths_are_those_asked_for),
        cmocka_unit_test(width_rates_shift_the_changes),
        cmocka_unit_test(still_is_the_share_that_never_changes),
        cmocka_unit_test(the_rate_is_that_of_a_median_signal),
        cmocka_unit_test(sigma_is_how_unequal_the_rates_are),
        cmocka_unit_test(jitter_is_how_unequal_the_cycles_are),
        cmocka_unit_test(clocks_are_as_many_as_asked_for),
        cmocka_unit_test(order_and_states_are_as_asked_for),
        cmocka_unit_test(nonsense_is_refused),
    };

    return cmocka_run_group_tests(tests, make_plain, NULL);
}
