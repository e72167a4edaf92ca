#include "harness/work.h"
#include "tests/test.h"

#include <errno.h>
#include <stdlib.h>

/* An inner sink that writes down how it was called. */
struct probe {
    struct ho_sink sink;
    const struct ho_dictionary *dictionary;
    uint64_t time;
    uint32_t id, len;
    const void *value;
    enum ho_mark mark;
    const struct ho_gap *gap;
    int changes, cuts, closes;
    int answer; /* to every call */
};

static int probe_setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    struct probe *probe = (struct probe *)sink;

    probe->dictionary = dictionary;
    return probe->answer;
}

static int probe_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                        uint32_t len)
{
    struct probe *probe = (struct probe *)sink;

    probe->time = time, probe->id = id, probe->value = value, probe->len = len;
    probe->changes++;
    return probe->answer;
}

static int probe_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    struct probe *probe = (struct probe *)sink;

    probe->time = time, probe->mark = mark;
    return probe->answer;
}

static int probe_cut(struct ho_sink *sink)
{
    struct probe *probe = (struct probe *)sink;

    probe->cuts++;
    return probe->answer;
}

static int probe_gap(struct ho_sink *sink, const struct ho_gap *gap)
{
    struct probe *probe = (struct probe *)sink;

    probe->gap = gap;
    return probe->answer;
}

static int probe_close(struct ho_sink *sink, struct ho_close_times *times)
{
    struct probe *probe = (struct probe *)sink;

    times->commit_ns += 3;
    probe->closes++;
    return probe->answer;
}

static const struct ho_sink_ops probe_ops = {.name = "probe",
                                             .setup = probe_setup,
                                             .change = probe_change,
                                             .mark = probe_mark,
                                             .cut = probe_cut,
                                             .gap = probe_gap,
                                             .close = probe_close};

static void every_call_reaches_the_inner_sink_as_it_was_made(void **state)
{
    struct probe probe = {.sink = {&probe_ops}};
    struct ho_dictionary dictionary = {0};
    struct ho_close_times times = {0};
    struct ho_gap gap = {9, 10, 4};
    struct ho_sink *sink;

    (void)state;
    assert_int_equal(work_open(10, 4096, &probe.sink, &sink), 0);
    assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    assert_ptr_equal(probe.dictionary, &dictionary);
    assert_int_equal(ho_sink_change(sink, 7, 5, &times, 9), 0);
    assert_int_equal(probe.time, 7);
    assert_int_equal(probe.id, 5);
    assert_ptr_equal(probe.value, &times);
    assert_int_equal(probe.len, 9);
    assert_int_equal(probe.changes, 1);
    assert_int_equal(ho_sink_mark(sink, 8, HO_MARK_ON), 0);
    assert_int_equal(probe.time, 8);
    assert_int_equal(probe.mark, HO_MARK_ON);
    assert_int_equal(ho_sink_cut(sink), 0);
    assert_int_equal(probe.cuts, 1);
    assert_int_equal(ho_sink_gap(sink, &gap), 0);
    assert_ptr_equal(probe.gap, &gap);
    assert_int_equal(ho_sink_close(sink, &times), 0);
    assert_int_equal(probe.closes, 1);
    assert_int_equal(times.commit_ns, 3);
}

static void the_inner_sinks_errors_come_back(void **state)
{
    struct probe probe = {.sink = {&probe_ops}, .answer = -ENOSPC};
    struct ho_close_times times = {0};
    struct ho_gap gap = {0};
    struct ho_sink *sink;

    (void)state;
    assert_int_equal(work_open(1, 64, &probe.sink, &sink), 0);
    assert_int_equal(ho_sink_setup(sink, NULL), -ENOSPC);
    assert_int_equal(ho_sink_change(sink, 0, 0, NULL, 0), -ENOSPC);
    assert_int_equal(ho_sink_mark(sink, 0, HO_MARK_END), -ENOSPC);
    assert_int_equal(ho_sink_cut(sink), -ENOSPC);
    assert_int_equal(ho_sink_gap(sink, &gap), -ENOSPC);
    assert_int_equal(ho_sink_close(sink, &times), -ENOSPC);
}

/* The sanitizer sees a step outside. */
static void working_sets_of_any_size_are_stayed_within(void **state)
{
    static const uint64_t sizes[] = {0, 1, 64, 65, 4096, 100000, 1 << 20};
    struct ho_close_times times = {0};

    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct probe probe = {.sink = {&probe_ops}};
        struct ho_sink *sink;

        assert_int_equal(work_open(100, sizes[i], &probe.sink, &sink), 0);
        for (uint64_t time = 0; time < 1000; time++)
            assert_int_equal(ho_sink_change(sink, time, 0, NULL, 0), 0);
        assert_int_equal(probe.changes, 1000);
        assert_int_equal(ho_sink_close(sink, &times), 0);
    }
}

static void a_working_set_out_of_range_is_refused_and_inner_left_open(void **state)
{
    struct probe probe = {.sink = {&probe_ops}};
    struct ho_sink *sink;

    (void)state;
    assert_int_equal(work_open(1, UINT64_MAX, &probe.sink, &sink), -EINVAL);
    assert_int_equal(probe.closes, 0);
}

/* How many is the machine's affair; but more time takes more loops. */
static void calibration_finds_more_loops_for_more_time(void **state)
{
    uint32_t none = 1, few = 0, many = 0;

    (void)state;
    assert_int_equal(work_calibrate(0, 4096, &none), 0);
    assert_int_equal(none, 0);
    assert_int_equal(work_calibrate(100, 4096, &few), 0);
    assert_int_equal(work_calibrate(10000, 4096, &many), 0);
    assert_in_range(few, 1, 100000);
    assert_true(many > few);
    assert_int_equal(work_calibrate(1, UINT64_MAX, &few), -EINVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_reaches_the_inner_sink_as_it_was_made),
        cmocka_unit_test(the_inner_sinks_errors_come_back),
        cmocka_unit_test(working_sets_of_any_size_are_stayed_within),
        cmocka_unit_test(a_working_set_out_of_range_is_refused_and_inner_left_open),
        cmocka_unit_test(calibration_finds_more_loops_for_more_time),
    };

    return cmocka_run_group_tests_name("work", tests, NULL, NULL);
}
