#include "harness/stream_hash.h"
#include "tests/test.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

/* What the tests vary. */
struct change {
    uint64_t time;
    uint32_t id;
    const char *value;
    uint32_t len;
};

static struct ho_signal signals[3];
static struct ho_scope scopes[2];
static struct ho_variable variables[3];
static struct ho_dictionary dictionary;
static struct ho_sink *sink;
static char text[4][8]; /* names at addresses of their own */

static int build_and_open(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++)
        text[i][0] = (char)('a' + i), text[i][1] = '\0';
    for (uint32_t i = 0; i < 3; i++) {
        signals[i] = (struct ho_signal){.width = 64, .kind = HO_BITS};
        variables[i] = (struct ho_variable){text[i], text[3], i % 2, i, 64};
    }
    scopes[0] = (struct ho_scope){text[0], text[1], HO_NO_SCOPE};
    scopes[1] = (struct ho_scope){text[2], text[1], 0};
    dictionary = (struct ho_dictionary){signals, scopes, variables, 3, 2, 3, -9};
    return stream_hash_open(&sink);
}

static int close_sink(void **state)
{
    (void)state;
    ho_sink_close(sink, NULL);
    return 0;
}

/* The hash of the dictionary as it is now and of these changes. */
static void hash_of(const struct change *changes, size_t count, char hex[33])
{
    struct ho_sink *other;

    assert_int_equal(stream_hash_open(&other), 0);
    assert_int_equal(ho_sink_setup(other, &dictionary), 0);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(
            ho_sink_change(other, changes[i].time, changes[i].id, changes[i].value, changes[i].len),
            0);
    stream_hash_result(other, hex);
    assert_int_equal(ho_sink_close(other, NULL), 0);
}

static const struct change stream[] = {
    {1, 0, "one", 3},
    {1, 1, "two", 3},
    {1, 0, "three", 5},
    {2, 2, NULL, 0},
    {2, 1, "a value of more than eight bytes", 32},
};
#define STREAM (sizeof stream / sizeof stream[0])

static void differs_from_stream(const struct change *changes, size_t count)
{
    char expected[33], hex[33];

    hash_of(stream, STREAM, expected);
    hash_of(changes, count, hex);
    assert_string_not_equal(hex, expected);
}

static void the_order_of_different_signals_does_not_count(void **state)
{
    const struct change other[STREAM] = {stream[1], stream[0], stream[2], stream[4], stream[3]};
    char expected[33], hex[33];

    (void)state;
    hash_of(stream, STREAM, expected);
    hash_of(other, STREAM, hex);
    assert_string_equal(hex, expected);
    assert_int_equal(strlen(hex), 32);
    assert_int_equal(strspn(hex, "0123456789abcdef"), 32);
}

static void the_order_of_one_signals_changes_counts(void **state)
{
    const struct change other[STREAM] = {stream[2], stream[1], stream[0], stream[3], stream[4]};

    (void)state;
    differs_from_stream(other, STREAM);
}

static void every_field_of_every_change_counts(void **state)
{
    static char longer[40];

    (void)state;
    for (size_t i = 0; i < STREAM; i++) {
        struct change other[STREAM + 1];

        memcpy(other, stream, sizeof stream);
        other[i].id = (other[i].id + 1) % 3;
        differs_from_stream(other, STREAM);

        memcpy(other, stream, sizeof stream);
        memset(longer, 0, sizeof longer);
        memcpy(longer, stream[i].len ? stream[i].value : "", stream[i].len);
        other[i].value = longer;
        other[i].len++; /* by a zero byte */
        differs_from_stream(other, STREAM);

        if (stream[i].len) {
            other[i].len = stream[i].len;
            longer[stream[i].len - 1] ^= 1;
            differs_from_stream(other, STREAM);
        }

        memcpy(other, stream, sizeof stream);
        for (size_t j = i; j < STREAM; j++)
            other[j].time += 1; /* all behind, so that the order holds */
        differs_from_stream(other, STREAM);

        /* One missing, one twice. */
        memcpy(other, stream, i * sizeof *other);
        memcpy(other + i, stream + i + 1, (STREAM - i - 1) * sizeof *other);
        differs_from_stream(other, STREAM - 1);
        memcpy(other, stream, (i + 1) * sizeof *other);
        memcpy(other + i + 1, stream + i, (STREAM - i) * sizeof *other);
        differs_from_stream(other, STREAM + 1);
    }
}

static void two_signals_that_swap_their_changes_give_another_hash(void **state)
{
    struct change other[STREAM];

    (void)state;
    memcpy(other, stream, sizeof stream);
    for (size_t i = 0; i < STREAM; i++)
        if (other[i].id < 2)
            other[i].id ^= 1;
    differs_from_stream(other, STREAM);
}

static void marks_count_and_cuts_do_not(void **state)
{
    char bare[33], cut[33], off[33], on[33], later[33];

    (void)state;
    assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    stream_hash_result(sink, bare);
    assert_int_equal(ho_sink_cut(sink), 0);
    stream_hash_result(sink, cut);
    assert_string_equal(cut, bare);
    assert_int_equal(ho_sink_mark(sink, 5, HO_MARK_OFF), 0);
    stream_hash_result(sink, off);
    assert_string_not_equal(off, bare);

    ho_sink_close(sink, NULL);
    assert_int_equal(stream_hash_open(&sink), 0);
    assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    assert_int_equal(ho_sink_mark(sink, 5, HO_MARK_ON), 0);
    stream_hash_result(sink, on);
    assert_string_not_equal(on, off);

    ho_sink_close(sink, NULL);
    assert_int_equal(stream_hash_open(&sink), 0);
    assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    assert_int_equal(ho_sink_mark(sink, 6, HO_MARK_OFF), 0);
    stream_hash_result(sink, later);
    assert_string_not_equal(later, off);
}

/* The hash of the stream with that gap, so many times, before its change at. */
static void hash_with_gaps(size_t at, const struct ho_gap *gap, unsigned times, char hex[33])
{
    struct ho_sink *other;

    assert_int_equal(stream_hash_open(&other), 0);
    assert_int_equal(ho_sink_setup(other, &dictionary), 0);
    for (size_t i = 0; i <= STREAM; i++) {
        const struct change *next = &stream[i];

        for (unsigned j = 0; i == at && j < times; j++)
            assert_int_equal(ho_sink_gap(other, gap), 0);
        if (i < STREAM)
            assert_int_equal(ho_sink_change(other, next->time, next->id, next->value, next->len),
                             0);
    }
    stream_hash_result(other, hex);
    ho_sink_close(other, NULL);
}

static void gaps_count_and_where_they_are(void **state)
{
    static const struct {
        size_t at;
        struct ho_gap gap;
        unsigned times;
    } cases[] = {
        {0, {0, 0, 0}, 0}, /* none */
        {3, {1, 2, 7}, 1}, {3, {2, 2, 7}, 1},      {3, {1, 1, 7}, 1}, {3, {1, 2, 8}, 1},
        {3, {1, 2, 0}, 1}, {1, {1, 1, 7}, 1},      {2, {1, 1, 7}, 1}, {2, {1, 1, 7}, 2},
        {4, {2, 2, 7}, 1}, {STREAM, {2, 2, 7}, 1},
    };
    char hex[sizeof cases / sizeof cases[0]][33];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hash_with_gaps(cases[i].at, &cases[i].gap, cases[i].times, hex[i]);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(hex[i], hex[j]);
    }
}

/* Of a gap and a mark at one time, in either order. */
static void hash_of_gap_and_mark(bool gap_first, char hex[33])
{
    static const struct ho_gap gap = {5, 5, 1};
    struct ho_sink *other;

    assert_int_equal(stream_hash_open(&other), 0);
    assert_int_equal(ho_sink_setup(other, &dictionary), 0);
    if (gap_first)
        assert_int_equal(ho_sink_gap(other, &gap), 0);
    assert_int_equal(ho_sink_mark(other, 5, HO_MARK_ON), 0);
    if (!gap_first)
        assert_int_equal(ho_sink_gap(other, &gap), 0);
    stream_hash_result(other, hex);
    ho_sink_close(other, NULL);
}

static void a_mark_before_a_gap_is_not_one_behind_it(void **state)
{
    char before[33], behind[33];

    (void)state;
    hash_of_gap_and_mark(false, before);
    hash_of_gap_and_mark(true, behind);
    assert_string_not_equal(before, behind);
}

static void every_field_of_the_dictionary_counts_and_no_address(void **state)
{
    int32_t *fields[] = {
        (int32_t *)&signals[2].width,     (int32_t *)&signals[2].kind,
        (int32_t *)&scopes[1].parent,     (int32_t *)&variables[2].scope,
        (int32_t *)&variables[2].id,      (int32_t *)&variables[2].width,
        (int32_t *)&dictionary.timescale,
    };
    const char **strings[] = {&scopes[1].name, &scopes[1].type, &variables[2].name,
                              &variables[2].type};
    char expected[33], hex[33];

    (void)state;
    hash_of(stream, STREAM, expected);
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        *fields[i] ^= 1;
        hash_of(stream, STREAM, hex);
        assert_string_not_equal(hex, expected);
        *fields[i] ^= 1;
    }
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
        const char *before = *strings[i];
        char copy[8];

        *strings[i] = strcpy(copy, before);
        hash_of(stream, STREAM, hex);
        assert_string_equal(hex, expected);
        *strings[i] = strcat(copy, "x");
        hash_of(stream, STREAM, hex);
        assert_string_not_equal(hex, expected);
        *strings[i] = before;
    }
    dictionary.scope_count = 1;
    hash_of(stream, STREAM, hex);
    assert_string_not_equal(hex, expected);
}

static void a_letter_that_moves_from_a_name_to_its_type_counts(void **state)
{
    char before[33], after[33];

    (void)state;
    variables[2].name = "ab", variables[2].type = "c";
    hash_of(stream, STREAM, before);
    variables[2].name = "a", variables[2].type = "bc";
    hash_of(stream, STREAM, after);
    assert_string_not_equal(after, before);
}

static void the_result_can_be_asked_for_again_and_again(void **state)
{
    char first[33], again[33];

    (void)state;
    assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    assert_int_equal(ho_sink_change(sink, 1, 0, "x", 1), 0);
    stream_hash_result(sink, first);
    stream_hash_result(sink, again);
    assert_string_equal(again, first);
    assert_int_equal(ho_sink_change(sink, 1, 0, "x", 1), 0);
    stream_hash_result(sink, again);
    assert_string_not_equal(again, first);
}

static void an_error_sticks(const char *what, int error)
{
    static const struct ho_gap gap = {100, 100, 1};
    char before[33], after[33];

    stream_hash_result(sink, before);
    if (error != -EINVAL)
        fail_msg("%s: %d", what, error);
    assert_int_equal(ho_sink_change(sink, 100, 0, "x", 1), -EINVAL);
    assert_int_equal(ho_sink_mark(sink, 100, HO_MARK_END), -EINVAL);
    assert_int_equal(ho_sink_cut(sink), -EINVAL);
    assert_int_equal(ho_sink_gap(sink, &gap), -EINVAL);
    assert_int_equal(ho_sink_setup(sink, &dictionary), -EINVAL);
    stream_hash_result(sink, after);
    assert_string_equal(after, before);
    assert_int_equal(ho_sink_close(sink, NULL), -EINVAL);
    assert_int_equal(stream_hash_open(&sink), 0);
}

static void a_wrong_call_is_an_error_that_sticks(void **state)
{
    static const struct ho_gap gap = {6, 8, 1}, backward = {8, 7, 1};

    (void)state;
    an_error_sticks("change before setup", ho_sink_change(sink, 0, 0, "x", 1));
    an_error_sticks("mark before setup", ho_sink_mark(sink, 0, HO_MARK_END));
    an_error_sticks("gap before setup", ho_sink_gap(sink, &gap));

    assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    an_error_sticks("second setup", ho_sink_setup(sink, &dictionary));

    assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    an_error_sticks("unknown id", ho_sink_change(sink, 0, 3, "x", 1));

    assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    assert_int_equal(ho_sink_change(sink, 7, 0, "x", 1), 0);
    an_error_sticks("change back in time", ho_sink_change(sink, 6, 1, "x", 1));

    assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    assert_int_equal(ho_sink_mark(sink, 7, HO_MARK_END), 0);
    an_error_sticks("mark back in time", ho_sink_mark(sink, 6, HO_MARK_END));

    assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    assert_int_equal(ho_sink_mark(sink, 7, HO_MARK_END), 0);
    an_error_sticks("gap back in time", ho_sink_gap(sink, &gap));

    assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    an_error_sticks("gap that ends before it begins", ho_sink_gap(sink, &backward));

    assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    assert_int_equal(ho_sink_gap(sink, &gap), 0);
    an_error_sticks("change inside a gap", ho_sink_change(sink, 7, 0, "x", 1));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, build_and_open, close_sink)
    const struct CMUnitTest tests[] = {
        TEST(the_order_of_different_signals_does_not_count),
        TEST(the_order_of_one_signals_changes_counts),
        TEST(every_field_of_every_change_counts),
        TEST(two_signals_that_swap_their_changes_give_another_hash),
        TEST(marks_count_and_cuts_do_not),
        TEST(gaps_count_and_where_they_are),
        TEST(a_mark_before_a_gap_is_not_one_behind_it),
        TEST(every_field_of_the_dictionary_counts_and_no_address),
        TEST(a_letter_that_moves_from_a_name_to_its_type_counts),
        TEST(the_result_can_be_asked_for_again_and_again),
        TEST(a_wrong_call_is_an_error_that_sticks),
    };

    return cmocka_run_group_tests_name("stream_hash", tests, NULL, NULL);
}
