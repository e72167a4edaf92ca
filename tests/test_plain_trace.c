#include "harness/plain_trace.h"
#include "tests/direct_recorder.h"
#include "tests/test.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* A signal of each kind; those of variables are named backwards, and 1 and 5 not at all. */
static const struct ho_signal signals[] = {{12, HO_BITS}, {1, HO_BITS},   {4, HO_LOGIC},
                                           {64, HO_REAL}, {0, HO_STRING}, {0, HO_EVENT}};
static const struct ho_scope scopes[] = {{"top", "module", HO_NO_SCOPE}};
static const struct ho_variable variables[] = {{"text", "string", 0, 4, 0},
                                               {"real", "real", 0, 3, 64},
                                               {"logic", "wire", HO_NO_SCOPE, 2, 4},
                                               {"again", "wire", 0, 4, 0},
                                               {"bits", "wire", 0, 0, 12}};
static const struct ho_dictionary dictionary = {signals, scopes, variables, 6, 1, 5, -12};

static const struct ho_signal plain_signals[] = {{0, HO_STRING}, {64, HO_REAL}, {4, HO_LOGIC},
                                                 {12, HO_LOGIC}, {1, HO_LOGIC}, {0, HO_EVENT}};
static const struct ho_dictionary plain_dictionary = {plain_signals, NULL, NULL, 6, 0, 0, -12};

/* What comes through the sink, beside what should. */
static struct direct_recorder got, wanted;
static struct ho_sink *sink;

static int begin(void **state)
{
    (void)state;
    direct_recorder_init(&got);
    direct_recorder_init(&wanted);
    assert_int_equal(plain_trace_open(&got.sink, &sink), 0);
    assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    assert_int_equal(ho_sink_setup(&wanted.sink, &plain_dictionary), 0);
    return 0;
}

static int end(void **state)
{
    (void)state;
    ho_sink_close(sink, NULL);
    direct_recorder_fini(&got);
    direct_recorder_fini(&wanted);
    return 0;
}

/* A change comes through as another one. */
static void becomes(uint32_t id, const void *value, uint32_t len, uint32_t plain_id,
                    const void *plain, uint32_t plain_len)
{
    assert_int_equal(ho_sink_change(sink, 7, id, value, len), 0);
    assert_int_equal(ho_sink_change(&wanted.sink, 7, plain_id, plain, plain_len), 0);
    assert_true(direct_recorder_identical(&got, &wanted));
}

static void signals_are_numbered_by_their_first_variables_and_have_no_names(void **state)
{
    (void)state;
    assert_true(direct_recorder_identical(&got, &wanted));
    becomes(2, "01xz", 4, 2, "01xz", 4);
    becomes(5, NULL, 0, 5, NULL, 0);
}

static void bits_are_characters(void **state)
{
    (void)state;
    becomes(0, "\x35\x0a", 2, 3, "101000110101", 12);
    becomes(0, "\x00\x00", 2, 3, "000000000000", 12);
    becomes(1, "\x01", 1, 4, "1", 1);
}

static void blanks_in_strings_are_spelled_out_once(void **state)
{
    static const char spelled[] = "\\040a\\011\\012b\\015\\";

    (void)state;
    becomes(4, " a\t\nb\r\\", 7, 0, spelled, sizeof spelled - 1);
    becomes(4, spelled, sizeof spelled - 1, 0, spelled, sizeof spelled - 1);
    becomes(4, "\x01\x1f\x80\xff", 4, 0, "\x01\x1f\x80\xff", 4);
    becomes(4, "a\0b", 3, 0, "a\0b", 3);
    becomes(4, "", 0, 0, "", 0);
}

static void a_nan_is_one_nan_with_its_sign_and_other_reals_are_as_they_were(void **state)
{
    static const uint64_t same[] = {0, 1, 0x8000000000000000, 0x7ff0000000000000,
                                    0x3fb999999999999a};
    uint64_t odd_nan = 0x7ff8000000000123, odd_negative = 0xfff0000000000123;
    double nan = NAN, negative = copysign(NAN, -1.0);

    (void)state;
    becomes(3, &odd_nan, 8, 1, &nan, 8);
    becomes(3, &odd_negative, 8, 1, &negative, 8);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        becomes(3, &same[i], 8, 1, &same[i], 8);
}

static void there_is_one_end_at_the_last_time_and_no_cut(void **state)
{
    (void)state;
    ho_sink_mark(sink, 1, HO_MARK_END);
    becomes(5, NULL, 0, 5, NULL, 0);
    assert_int_equal(ho_sink_cut(sink), 0);
    ho_sink_mark(sink, 8, HO_MARK_OFF);
    ho_sink_mark(sink, 9, HO_MARK_ON);
    ho_sink_mark(sink, 12, HO_MARK_END);
    assert_int_equal(plain_trace_end(sink), 0);

    ho_sink_mark(&wanted.sink, 8, HO_MARK_OFF);
    ho_sink_mark(&wanted.sink, 9, HO_MARK_ON);
    ho_sink_mark(&wanted.sink, 12, HO_MARK_END);
    assert_true(direct_recorder_identical(&got, &wanted));
}

static void a_change_may_be_the_last_time(void **state)
{
    (void)state;
    becomes(5, NULL, 0, 5, NULL, 0);
    assert_int_equal(plain_trace_end(sink), 0);
    ho_sink_mark(&wanted.sink, 7, HO_MARK_END);
    assert_true(direct_recorder_identical(&got, &wanted));
}

static void a_stream_without_calls_ends_at_0(void **state)
{
    (void)state;
    assert_int_equal(plain_trace_end(sink), 0);
    ho_sink_mark(&wanted.sink, 0, HO_MARK_END);
    assert_true(direct_recorder_identical(&got, &wanted));
}

static void without_signals_there_is_one_string(void **state)
{
    static const struct ho_signal string[] = {{0, HO_STRING}};

    (void)state;
    ho_sink_close(sink, NULL);
    assert_int_equal(plain_trace_open(&got.sink, &sink), 0);
    assert_int_equal(ho_sink_setup(sink, &(struct ho_dictionary){.timescale = -3}), 0);
    ho_sink_setup(&wanted.sink,
                  &(struct ho_dictionary){.signals = string, .signal_count = 1, .timescale = -3});
    assert_true(direct_recorder_identical(&got, &wanted));
    assert_int_equal(ho_sink_change(sink, 0, 0, "a", 1), -EINVAL);
}

static void a_wrong_call_is_refused_from_then_on(void **state)
{
    static const struct {
        uint32_t id, len;
    } wrong[] = {{6, 1}, {0, 1}, {1, 2}, {2, 3}, {3, 4}, {5, 1}};

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(ho_sink_change(sink, 0, wrong[i].id, "01xz", wrong[i].len), -EINVAL);
        assert_int_equal(ho_sink_change(sink, 0, 2, "01xz", 4), -EINVAL);
        assert_int_equal(ho_sink_mark(sink, 0, HO_MARK_ON), -EINVAL);
        assert_int_equal(plain_trace_end(sink), -EINVAL);
        assert_int_equal(got.count, 0);
        assert_int_equal(ho_sink_close(sink, NULL), -EINVAL);
        assert_int_equal(plain_trace_open(&got.sink, &sink), 0);
        assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    }
    assert_int_equal(ho_sink_gap(sink, &(struct ho_gap){0, 1, 2}), -EINVAL);
    assert_int_equal(ho_sink_cut(sink), -EINVAL);
}

static void an_error_of_the_inner_sink_sticks(void **state)
{
    (void)state;
    got.fail_at = 1;
    got.error = -ENOSPC;
    assert_int_equal(ho_sink_change(sink, 0, 5, NULL, 0), -ENOSPC);
    assert_int_equal(ho_sink_cut(sink), -ENOSPC);
    assert_int_equal(plain_trace_end(sink), -ENOSPC);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(signals_are_numbered_by_their_first_variables_and_have_no_names),
        CASE(bits_are_characters),
        CASE(blanks_in_strings_are_spelled_out_once),
        CASE(a_nan_is_one_nan_with_its_sign_and_other_reals_are_as_they_were),
        CASE(there_is_one_end_at_the_last_time_and_no_cut),
        CASE(a_change_may_be_the_last_time),
        CASE(a_stream_without_calls_ends_at_0),
        CASE(without_signals_there_is_one_string),
        CASE(a_wrong_call_is_refused_from_then_on),
        CASE(an_error_of_the_inner_sink_sticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
