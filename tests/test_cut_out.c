#include "harness/cut_out.h"
#include "tests/recorder.h"
#include "tests/test.h"

#include <errno.h>

#define EVENTS 40

static struct ho_dictionary dictionary = {.signal_count = 3};

/* The events from..to - 1 of a stream in which every fifth is a mark; event i has time 10 * i. */
static int play(struct ho_sink *sink, uint64_t from, uint64_t to)
{
    int error = 0;

    for (uint64_t i = from; i < to && !error; i++) {
        if (i % 5 == 4)
            error = ho_sink_mark(sink, 10 * i, HO_MARK_END);
        else
            error = ho_sink_change(sink, 10 * i, (uint32_t)(i % 3), &i, sizeof i);
    }
    return error;
}

/* What was lost of the stream: the events from..to - 1, each. */
struct lost {
    uint64_t from, to;
};

/* A stream through a log, with gaps instead of some events; and the whole stream through the
 * filter that takes the log's word for it. Both must be the same. */
static void cuts_out(const struct lost *lost, size_t count)
{
    struct recorder with_gaps, filtered;
    struct gap_log log;
    struct cut_out cut_out;
    uint64_t at = 0, events_lost = 0;

    recorder_init(&with_gaps);
    recorder_init(&filtered);
    gap_log_init(&log, &with_gaps.sink);
    assert_int_equal(ho_sink_setup(&log.sink, &dictionary), 0);
    for (size_t i = 0; i < count; at = lost[i++].to) {
        uint64_t events = lost[i].to - lost[i].from;
        struct ho_gap gap = {10 * lost[i].from, 10 * lost[i].to, events};

        assert_int_equal(play(&log.sink, at, lost[i].from), 0);
        assert_int_equal(ho_sink_gap(&log.sink, &gap), 0);
        events_lost += events;
    }
    assert_int_equal(play(&log.sink, at, EVENTS), 0);
    assert_int_equal(log.count, count);
    assert_int_equal(log.events, EVENTS - events_lost);
    assert_int_equal(log.events_lost, events_lost);

    cut_out_init(&cut_out, &log, &filtered.sink);
    assert_int_equal(ho_sink_setup(&cut_out.sink, &dictionary), 0);
    assert_int_equal(play(&cut_out.sink, 0, EVENTS), 0);
    assert_int_equal(cut_out.events, EVENTS);
    assert_true(recorder_same(&with_gaps, &filtered));

    assert_int_equal(ho_sink_close(&cut_out.sink, NULL), 0);
    assert_int_equal(filtered.closed, 1);
    gap_log_fini(&log);
    recorder_fini(&with_gaps);
    recorder_fini(&filtered);
}

#define CUTS_OUT(...)                            \
    cuts_out((const struct lost[]){__VA_ARGS__}, \
             sizeof(struct lost[]){__VA_ARGS__} / sizeof(struct lost))

static void without_gaps_everything_passes(void **state)
{
    (void)state;
    cuts_out(NULL, 0);
}

static void a_gap_may_lie_at_the_start_in_the_middle_and_at_the_end(void **state)
{
    (void)state;
    CUTS_OUT({0, 1});
    CUTS_OUT({0, 13});
    CUTS_OUT({11, 12});
    CUTS_OUT({11, 29});
    CUTS_OUT({EVENTS - 1, EVENTS});
    CUTS_OUT({17, EVENTS});
    CUTS_OUT({0, EVENTS});
}

static void several_gaps_are_told_each_in_its_place(void **state)
{
    (void)state;
    CUTS_OUT({0, 2}, {3, 4}, {9, 20}, {39, 40});
    CUTS_OUT({1, 4}, {5, 8});
}

static void gaps_may_follow_each_other_with_no_event_between(void **state)
{
    (void)state;
    CUTS_OUT({3, 5}, {5, 9});
    CUTS_OUT({0, 5}, {5, 7}, {7, 8});
    CUTS_OUT({30, 35}, {35, EVENTS});
}

static void a_gap_may_be_empty(void **state)
{
    (void)state;
    CUTS_OUT({0, 0});
    CUTS_OUT({5, 5}, {5, 8}, {8, 8});
    CUTS_OUT({EVENTS, EVENTS});
}

/* More than a log has room for at first. */
static void a_log_grows(void **state)
{
    struct lost lost[EVENTS];

    (void)state;
    for (uint64_t i = 0; i < EVENTS; i++)
        lost[i] = (struct lost){i, i + i % 2};
    cuts_out(lost, EVENTS);
}

static void cuts_pass_and_are_counted(void **state)
{
    struct gap_log_entry entry = {0, {0, 0, 1}};
    struct gap_log all_lost = {.entries = &entry, .count = 1}, log;
    struct recorder recorder;
    struct cut_out cut_out;

    (void)state;
    recorder_init(&recorder);
    gap_log_init(&log, &recorder.sink);
    cut_out_init(&cut_out, &all_lost, &log.sink);
    assert_int_equal(ho_sink_setup(&cut_out.sink, &dictionary), 0);
    assert_int_equal(play(&cut_out.sink, 0, 1), 0);
    assert_int_equal(ho_sink_cut(&cut_out.sink), 0);
    assert_int_equal(ho_sink_cut(&cut_out.sink), 0);
    assert_int_equal(cut_out.cuts, 2);
    assert_int_equal(log.cuts, 2);
    assert_int_equal(recorder.calls, 3); /* and the gap */
    assert_int_equal(ho_sink_close(&cut_out.sink, NULL), 0);
    gap_log_fini(&log);
    recorder_fini(&recorder);
}

static void an_event_left_out_must_lie_in_the_time_of_its_gap(void **state)
{
    static const struct {
        struct ho_gap gap;
        int error;
    } cases[] = {
        {{50, 70, 3}, 0},       {{0, 400, 3}, 0},       {{51, 70, 3}, -ERANGE},
        {{50, 69, 3}, -ERANGE}, {{50, 70, 4}, -ERANGE},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gap_log_entry entry = {5, cases[i].gap};
        struct gap_log log = {.entries = &entry, .count = 1};
        struct recorder recorder;
        struct cut_out cut_out;

        recorder_init(&recorder);
        cut_out_init(&cut_out, &log, &recorder.sink);
        assert_int_equal(ho_sink_setup(&cut_out.sink, &dictionary), 0);
        assert_int_equal(play(&cut_out.sink, 0, EVENTS), cases[i].error);
        assert_int_equal(ho_sink_cut(&cut_out.sink), cases[i].error);
        assert_int_equal(ho_sink_close(&cut_out.sink, NULL), cases[i].error);
        recorder_fini(&recorder);
    }
}

/* Fails at the call-th call behind the sink that is opened on it. */
static void fails_at(struct recorder *recorder, uint64_t call)
{
    recorder_init(recorder);
    recorder->fail_at = call;
    recorder->fail_error = -ENOSPC;
}

static void errors_of_the_inner_sink_come_back_and_stick(void **state)
{
    struct ho_gap gap = {0, 0, 0};

    (void)state;
    for (uint64_t call = 1; call <= EVENTS; call++) {
        struct recorder recorder;
        struct gap_log log;
        struct cut_out cut_out;

        fails_at(&recorder, call);
        gap_log_init(&log, &recorder.sink);
        cut_out_init(&cut_out, &(struct gap_log){0}, &log.sink);
        assert_int_equal(ho_sink_setup(&cut_out.sink, &dictionary), 0);
        assert_int_equal(play(&cut_out.sink, 0, EVENTS), -ENOSPC);
        assert_int_equal(ho_sink_gap(&log.sink, &gap), -ENOSPC);
        assert_int_equal(ho_sink_change(&cut_out.sink, 10 * EVENTS, 0, NULL, 0), -ENOSPC);
        assert_int_equal(ho_sink_close(&cut_out.sink, NULL), -ENOSPC);
        gap_log_fini(&log);
        recorder_fini(&recorder);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_gaps_everything_passes),
        cmocka_unit_test(a_gap_may_lie_at_the_start_in_the_middle_and_at_the_end),
        cmocka_unit_test(several_gaps_are_told_each_in_its_place),
        cmocka_unit_test(gaps_may_follow_each_other_with_no_event_between),
        cmocka_unit_test(a_gap_may_be_empty),
        cmocka_unit_test(a_log_grows),
        cmocka_unit_test(cuts_pass_and_are_counted),
        cmocka_unit_test(an_event_left_out_must_lie_in_the_time_of_its_gap),
        cmocka_unit_test(errors_of_the_inner_sink_come_back_and_stick),
    };

    return cmocka_run_group_tests_name("cut_out", tests, NULL, NULL);
}
