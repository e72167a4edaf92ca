#include "tests/test.h"

#include "synth_gen/tape.h"
#include "tests/recorder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define LARGE ((uint32_t)5 << 20) /* more than a block of the tape */

static char *large;

static int make_large(void **state)
{
    (void)state;
    large = malloc(LARGE);
    if (!large)
        return -1;
    for (uint32_t i = 0; i < LARGE; i++)
        large[i] = (char)(i * 7 + i / 256);
    return 0;
}

static int free_large(void **state)
{
    (void)state;
    free(large);
    return 0;
}

static void same_log(const struct recorder *a, const struct recorder *b)
{
    assert_int_equal(a->log_bytes, b->log_bytes);
    assert_memory_equal(a->log, b->log, a->log_bytes);
}

static void a_tape_makes_the_calls_that_were_put_on_it(void **state)
{
    static const uint32_t len[] = {0, 1, 7, 8, 9, 63, 1000, LARGE, 3};
    struct recorder expected, played;
    struct tape tape = {0};

    (void)state;
    recorder_init(&expected);
    recorder_init(&played);
    assert_int_equal(tape_cut(&tape), 0);
    ho_sink_cut(&expected.sink);
    for (uint32_t i = 0; i < 9; i++) {
        uint64_t time = i < 2 ? 0 : UINT64_MAX - 9 + i / 2;

        assert_int_equal(tape_change(&tape, time, UINT32_MAX - i, large, len[i]), 0);
        ho_sink_change(&expected.sink, time, UINT32_MAX - i, large, len[i]);
        if (i % 3 == 0) {
            assert_int_equal(tape_mark(&tape, time, HO_MARK_OFF), 0);
            ho_sink_mark(&expected.sink, time, HO_MARK_OFF);
            assert_int_equal(tape_cut(&tape), 0);
            ho_sink_cut(&expected.sink);
        }
    }
    assert_int_equal(tape_mark(&tape, UINT64_MAX, HO_MARK_END), 0);
    ho_sink_mark(&expected.sink, UINT64_MAX, HO_MARK_END);
    assert_int_equal(tape.events, 9);

    assert_int_equal(tape_play(&tape, &played.sink), 0);
    same_log(&expected, &played);
    assert_int_equal(tape_play(&tape, &played.sink), 0); /* and again */
    assert_int_equal(played.calls, 2 * expected.calls);
    tape_fini(&tape);
    recorder_fini(&expected);
    recorder_fini(&played);
}

static void many_changes_go_over_many_blocks(void **state)
{
    struct recorder expected, played;
    struct tape tape = {0};

    (void)state;
    recorder_init(&expected);
    recorder_init(&played);
    for (uint32_t i = 0; i < 500000; i++) {
        uint32_t len = i % 41;

        assert_int_equal(tape_change(&tape, i / 16, i, large + i, len), 0);
        ho_sink_change(&expected.sink, i / 16, i, large + i, len);
    }
    assert_true(tape.bytes > (uint64_t)8 << 20);
    assert_int_equal(tape_play(&tape, &played.sink), 0);
    same_log(&expected, &played);
    tape_fini(&tape);
    recorder_fini(&expected);
    recorder_fini(&played);
}

static void a_value_that_is_referred_to_is_not_copied(void **state)
{
    struct recorder expected, played;
    struct tape tape = {0};
    char value[] = "before";

    (void)state;
    recorder_init(&expected);
    recorder_init(&played);
    assert_int_equal(tape_refer(&tape, 5, 1, value, 6), 0);
    assert_int_equal(tape_refer(&tape, 5, 2, large, LARGE), 0);
    assert_true(tape.bytes < 200);
    assert_int_equal(tape.events, 2);
    memcpy(value, "behind", 6);
    ho_sink_change(&expected.sink, 5, 1, "behind", 6);
    ho_sink_change(&expected.sink, 5, 2, large, LARGE);
    assert_int_equal(tape_play(&tape, &played.sink), 0);
    assert_int_equal(tape_play(&tape, &expected.sink), 0);
    assert_memory_equal(expected.log, played.log, played.log_bytes);
    tape_fini(&tape);
    recorder_fini(&expected);
    recorder_fini(&played);
}

static void a_time_is_written_only_when_it_changes(void **state)
{
    struct tape tape = {0};

    (void)state;
    assert_int_equal(tape_change(&tape, 7, 1, large, 1), 0);
    assert_int_equal(tape.bytes, 32); /* time and change, two words each */
    assert_int_equal(tape_change(&tape, 7, 2, large, 8), 0);
    assert_int_equal(tape.bytes, 48);
    assert_int_equal(tape_change(&tape, 8, 2, large, 9), 0);
    assert_int_equal(tape.bytes, 48 + 16 + 24);
    assert_int_equal(tape.time, 8);
    tape_fini(&tape);
    assert_null(tape.first);
}

/* Six calls, of every kind, on several blocks; the sink fails at each in turn. */
static void playing_ends_with_the_first_error_of_the_sink(void **state)
{
    struct tape tape = {0};

    (void)state;
    tape_change(&tape, 1, 1, "a", 1);
    tape_cut(&tape);
    tape_refer(&tape, 1, 2, large, LARGE);
    tape_change(&tape, 1, 3, large, LARGE);
    tape_change(&tape, 2, 4, large, LARGE);
    tape_mark(&tape, 2, HO_MARK_END);
    for (uint64_t fail_at = 1; fail_at <= 7; fail_at++) {
        struct recorder recorder;

        recorder_init(&recorder);
        recorder.fail_at = fail_at;
        recorder.fail_error = -EIO;
        assert_int_equal(tape_play(&tape, &recorder.sink), fail_at == 7 ? 0 : -EIO);
        assert_int_equal(recorder.calls, fail_at == 7 ? 6 : fail_at);
        recorder_fini(&recorder);
    }
    tape_fini(&tape);
}

static void an_empty_tape_makes_no_calls(void **state)
{
    struct recorder recorder;
    struct tape tape = {0};

    (void)state;
    recorder_init(&recorder);
    assert_int_equal(tape_play(&tape, &recorder.sink), 0);
    assert_int_equal(recorder.calls, 0);
    tape_fini(&tape);
    recorder_fini(&recorder);
}

static void a_length_that_would_look_like_a_control_record_is_refused(void **state)
{
    struct tape tape = {0};

    (void)state;
    assert_int_equal(tape_change(&tape, 0, 0, large, (uint32_t)1 << 31), -EMSGSIZE);
    assert_int_equal(tape.events, 0);
    tape_fini(&tape);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tape_makes_the_calls_that_were_put_on_it),
        cmocka_unit_test(many_changes_go_over_many_blocks),
        cmocka_unit_test(a_value_that_is_referred_to_is_not_copied),
        cmocka_unit_test(a_time_is_written_only_when_it_changes),
        cmocka_unit_test(playing_ends_with_the_first_error_of_the_sink),
        cmocka_unit_test(an_empty_tape_makes_no_calls),
        cmocka_unit_test(a_length_that_would_look_like_a_control_record_is_refused),
    };

    return cmocka_run_group_tests(tests, make_large, free_large);
}
