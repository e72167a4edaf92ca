#include "tests/test.h"

#include "tests/direct_file.h"
#include "tests/fst_round.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <string.h>

static void end_with_times(struct fst_round *round, uint64_t first, uint64_t last)
{
    struct fst_contents contents;

    fst_round_end(round, &contents);
    assert_int_equal(contents.start, first);
    assert_int_equal(contents.end, last);
    fst_contents_fini(&contents);
}

static void each_kind_and_width_comes_back(void **state)
{
    static unsigned char value[131072];
    struct random random;
    struct fst_round round;

    (void)state;
    random = random_start(1, 0);
    fst_round_begin(&round, &fst_round_kinds, false);
    for (uint64_t time = 0; time < 6; time++)
        for (uint32_t id = 0; id < fst_round_kinds.signal_count; id++) {
            uint32_t len = fst_round_value(&random, &fst_round_kinds.signals[id], value);

            fst_round_change(&round, time, id, value, len);
        }
    end_with_times(&round, 0, 5);
}

static void random_streams_come_back(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct fst_round round;
        struct fst_contents contents;

        fst_round_begin(&round, &fst_round_kinds, seed % 2);
        fst_round_random(&round, seed, 1000, seed % 3 ? 100 : 0);
        fst_round_end(&round, &contents);
        fst_contents_fini(&contents);
    }
}

static void nine_states_come_back(void **state)
{
    static const struct ho_signal signals[] = {{1, HO_LOGIC}, {9, HO_LOGIC}};
    static const struct ho_dictionary dictionary = FST_ROUND_DICTIONARY(signals);
    struct fst_round round;

    (void)state;
    fst_round_begin(&round, &dictionary, false);
    for (uint32_t i = 0; i < 9; i++)
        fst_round_change(&round, i, 0, &"01xzuwlh-"[i], 1);
    fst_round_change(&round, 9, 1, "01xzuwlh-", 9);
    end_with_times(&round, 0, 9);
}

static void reals_come_back_bit_for_bit(void **state)
{
    static const struct ho_signal signals[] = {{64, HO_REAL}};
    static const struct ho_dictionary dictionary = FST_ROUND_DICTIONARY(signals);
    const double values[] = {0.0, -0.0, 1.0 / 3, DBL_MAX, DBL_MIN / 4, INFINITY, -INFINITY, NAN};
    struct fst_round round;

    (void)state;
    fst_round_begin(&round, &dictionary, false);
    for (uint32_t i = 0; i < sizeof values / sizeof *values; i++)
        fst_round_change(&round, i, 0, &values[i], sizeof values[i]);
    /* In memory as a vector of ones would be. */
    fst_round_change(&round, 100, 0, "10110100", 8);
    end_with_times(&round, 0, 100);
}

static void strings_of_any_bytes_and_length_come_back(void **state)
{
    static const struct ho_signal signals[] = {{0, HO_STRING}};
    static const struct ho_dictionary dictionary = FST_ROUND_DICTIONARY(signals);
    static char large[300000];
    struct fst_round round;

    (void)state;
    for (size_t i = 0; i < sizeof large; i++)
        large[i] = (char)(i * i);
    fst_round_begin(&round, &dictionary, false);
    fst_round_change(&round, 0, 0, NULL, 0);
    fst_round_change(&round, 0, 0, "", 0);
    fst_round_change(&round, 1, 0, "a\0b \n\xff", 6);
    fst_round_change(&round, 2, 0, large, sizeof large);
    fst_round_change(&round, 3, 0, large, sizeof large);
    end_with_times(&round, 0, 3);
}

static void a_value_larger_than_a_section_is_refused(void **state)
{
    static const struct ho_signal string[] = {{0, HO_STRING}}, vector[] = {{1u << 28, HO_BITS}};
    static const struct ho_dictionary strings = FST_ROUND_DICTIONARY(string),
                                      vectors = FST_ROUND_DICTIONARY(vector);
    struct fst_round round;

    (void)state;
    fst_round_begin(&round, &strings, false);
    assert_int_equal(ho_sink_change(round.sink, 0, 0, "", 1u << 27), -EFBIG);
    assert_int_equal(ho_sink_close(round.sink, NULL), -EFBIG);
    round.sink = fst_round_open(round.path, false);
    assert_int_equal(ho_sink_setup(round.sink, &vectors), -EFBIG);
    fst_round_drop(&round, -EFBIG);
}

static void every_trigger_and_every_repeated_value_is_kept(void **state)
{
    static const struct ho_signal signals[] = {{0, HO_EVENT}, {1, HO_BITS}, {40, HO_BITS}};
    static const struct ho_dictionary dictionary = FST_ROUND_DICTIONARY(signals);
    struct fst_round round;

    (void)state;
    fst_round_begin(&round, &dictionary, false);
    for (uint64_t time = 0; time < 3; time++)
        for (unsigned i = 0; i < 3; i++) {
            fst_round_change(&round, time, 0, NULL, 0);
            fst_round_change(&round, time, 1, "\1", 1);
            fst_round_change(&round, time, 2, "abcde", 5);
            fst_round_change(&round, time, 1, i % 2 ? "\1" : "\0", 1);
        }
    end_with_times(&round, 0, 2);
}

static void times_of_64_bits_come_back(void **state)
{
    static const uint64_t times[] = {
        0, UINT32_MAX, (UINT64_C(1) << 53) + 1, UINT64_C(1) << 63, UINT64_MAX,
    };

    (void)state;
    for (size_t first = 0; first < sizeof times / sizeof *times; first++) {
        struct fst_round round;

        fst_round_begin(&round, &fst_round_kinds, false);
        for (size_t i = first; i < sizeof times / sizeof *times; i++) {
            fst_round_change(&round, times[i], 0, "\1", 1);
            assert_int_equal(ho_sink_cut(round.sink), 0);
            fst_round_change(&round, times[i], 0, "\0", 1);
        }
        end_with_times(&round, times[first], UINT64_MAX);
    }
}

static void time_must_not_decrease(void **state)
{
    struct fst_round round;

    (void)state;
    for (unsigned cut = 0; cut < 2; cut++) {
        fst_round_begin(&round, &fst_round_kinds, false);
        fst_round_change(&round, 10, 0, "\1", 1);
        if (cut)
            assert_int_equal(ho_sink_cut(round.sink), 0);
        assert_int_equal(ho_sink_change(round.sink, 9, 0, "\1", 1), -EINVAL);
        assert_int_equal(ho_sink_change(round.sink, 11, 0, "\1", 1), -EINVAL);
        assert_int_equal(ho_sink_mark(round.sink, 11, HO_MARK_END), -EINVAL);
        fst_round_drop(&round, -EINVAL);
    }
}

static void the_end_time_survives_without_a_change(void **state)
{
    struct fst_round round;

    (void)state;
    fst_round_begin(&round, &fst_round_kinds, false);
    fst_round_mark(&round, 3, HO_MARK_END);
    fst_round_change(&round, 5, 0, "\1", 1);
    fst_round_mark(&round, 1000, HO_MARK_END);
    end_with_times(&round, 3, 1000);

    for (unsigned parallel = 0; parallel < 2; parallel++) {
        fst_round_begin(&round, &fst_round_kinds, parallel);
        fst_round_change(&round, 5, 0, "\1", 1);
        assert_int_equal(ho_sink_cut(round.sink), 0);
        fst_round_mark(&round, 1000, HO_MARK_END);
        end_with_times(&round, 5, 1000);
    }
}

static void a_stream_without_a_change_has_none_in_the_file(void **state)
{
    static const struct ho_signal kind[][2] = {
        {{1, HO_BITS}, {1, HO_BITS}},   {{1, HO_LOGIC}, {1, HO_BITS}},
        {{70, HO_LOGIC}, {1, HO_BITS}}, {{64, HO_REAL}, {1, HO_BITS}},
        {{0, HO_STRING}, {1, HO_BITS}}, {{0, HO_EVENT}, {1, HO_BITS}},
    };

    (void)state;
    for (uint32_t i = 0; i < 18; i++) {
        struct ho_dictionary dictionary = {.signals = kind[i % 6], .signal_count = 1 + (i & 1)};
        struct fst_round round;
        struct fst_contents contents;

        fst_round_begin(&round, &dictionary, i % 4 / 2);
        if (i >= 6)
            fst_round_mark(&round, 7, HO_MARK_END);
        if (i >= 12)
            fst_round_mark(&round, UINT64_MAX, HO_MARK_OFF);
        fst_round_end(&round, &contents);
        assert_int_equal(contents.start, i >= 6 ? 7 : 0);
        assert_int_equal(contents.end, i >= 12 ? UINT64_MAX : i >= 6 ? 7 : 0);
        assert_string_equal(contents.pauses, i >= 12 ? "@18446744073709551615 off\n" : "");
        assert_string_equal(contents.changes, "");
        fst_contents_fini(&contents);
    }
}

static void a_stream_without_signals_can_be_read(void **state)
{
    static const struct ho_scope scopes[] = {{"top", "module", HO_NO_SCOPE}};
    static const struct ho_dictionary dictionary = {.scopes = scopes, .scope_count = 1};
    struct fst_round round;
    struct fst_contents contents;

    (void)state;
    fst_round_begin(&round, &dictionary, false);
    fst_round_mark(&round, 5, HO_MARK_END);
    fst_round_end(&round, &contents);
    assert_string_equal(contents.declared, "scope 0 top\nup\n21 0 1 no_signals\n");
    assert_int_equal(contents.end, 5);
    fst_contents_fini(&contents);
}

static void pauses_come_back(void **state)
{
    struct fst_round round;
    struct fst_contents contents;

    (void)state;
    fst_round_begin(&round, &fst_round_kinds, false);
    fst_round_change(&round, 1, 0, "\1", 1);
    fst_round_mark(&round, 4, HO_MARK_OFF);
    fst_round_change(&round, 4, 11, "x", 1);
    fst_round_mark(&round, 9, HO_MARK_ON);
    fst_round_change(&round, 9, 11, "1", 1);
    fst_round_end(&round, &contents);
    assert_string_equal(contents.pauses, "@4 off\n@9 on\n");
    fst_contents_fini(&contents);
}

static void a_gap_is_a_pause_with_every_value_unknown(void **state)
{
    static const struct ho_signal signals[] = {{1, HO_BITS},  {9, HO_BITS},   {2, HO_LOGIC},
                                               {64, HO_REAL}, {0, HO_STRING}, {0, HO_EVENT}};
    static const struct ho_dictionary dictionary = FST_ROUND_DICTIONARY(signals);
    const struct ho_gap gap = {.first_time = 5, .last_time = 8, .events = 3};
    struct fst_round round;
    struct fst_contents contents;

    (void)state;
    round.path = direct_file_path();
    round.sink = fst_round_open(round.path, false);
    assert_int_equal(ho_sink_setup(round.sink, &dictionary), 0);
    assert_int_equal(ho_sink_change(round.sink, 1, 1, "\1\1", 2), 0);
    assert_int_equal(ho_sink_gap(round.sink, &gap), 0);
    assert_int_equal(ho_sink_change(round.sink, 7, 0, "\1", 1), -EINVAL);
    assert_int_equal(ho_sink_close(round.sink, NULL), -EINVAL);
    fst_contents_init(&contents, round.path);
    assert_true(contents.opened);
    assert_string_equal(contents.pauses, "@5 off\n@8 on\n");
    assert_string_equal(contents.changes, "@1 2=100000001\n@5 1=x\n@5 2=xxxxxxxxx\n@5 3=xx\n"
                                          "@5 4=#7ff8000000000000\n@5 5=<>\n");
    fst_contents_fini(&contents);
    direct_file_remove(round.path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_and_width_comes_back),
        cmocka_unit_test(random_streams_come_back),
        cmocka_unit_test(nine_states_come_back),
        cmocka_unit_test(reals_come_back_bit_for_bit),
        cmocka_unit_test(strings_of_any_bytes_and_length_come_back),
        cmocka_unit_test(a_value_larger_than_a_section_is_refused),
        cmocka_unit_test(every_trigger_and_every_repeated_value_is_kept),
        cmocka_unit_test(times_of_64_bits_come_back),
        cmocka_unit_test(time_must_not_decrease),
        cmocka_unit_test(the_end_time_survives_without_a_change),
        cmocka_unit_test(a_stream_without_a_change_has_none_in_the_file),
        cmocka_unit_test(a_stream_without_signals_can_be_read),
        cmocka_unit_test(pauses_come_back),
        cmocka_unit_test(a_gap_is_a_pause_with_every_value_unknown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
