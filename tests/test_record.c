/* Records and their replay: what is put is what comes out, and nothing else passes. */
#include "tests/test.h"

#include "ring/replay.h"
#include "tests/recorder.h"

#include <errno.h>
#include <stdlib.h>

static void a_small_value_is_padded_with_zeros_whatever_lies_around_it(void **state)
{
    unsigned char around[24];

    (void)state;
    memset(around, 0xee, sizeof around);
    for (uint32_t skew = 0; skew < 8; skew++) {
        for (uint32_t len = 1; len <= 8; len++) {
            unsigned char expected[8] = {0}, got[8];

            for (uint32_t i = 0; i < len; i++)
                expected[i] = around[8 + skew + i] = (unsigned char)(i + 1);
            uint64_t word = ho_record_word(around + 8 + skew, len);
            memcpy(got, &word, 8);
            assert_memory_equal(got, expected, 8);
            memset(around, 0xee, sizeof around);
        }
    }
}

static void both_ways_to_put_a_small_value_write_the_same(void **state)
{
    (void)state;
    for (uint32_t len = 1; len <= 8; len++) {
        uint64_t one[2], other[2];

        memset(one, 0xff, sizeof one);
        memset(other, 0xff, sizeof other);
        ho_record_put_small((unsigned char *)one, 7, len, "abcdefgh");
        assert_ptr_equal(ho_record_put((unsigned char *)other, 7, len, "abcdefgh"), &other[2]);
        assert_memory_equal(one, other, sizeof one);
    }
}

static void every_length_comes_back_and_is_padded(void **state)
{
    unsigned char value[4096];

    (void)state;
    for (size_t i = 0; i < sizeof value; i++)
        value[i] = (unsigned char)(i * 7 + 1);
    for (uint32_t len = 0; len <= sizeof value; len += len < 300 ? 1 : 949) {
        uint64_t chunk[4096 / 8 + 4];
        struct recorder expected, got;

        memset(chunk, 0xff, sizeof chunk);
        unsigned char *end = ho_record_put((unsigned char *)chunk, UINT32_MAX, len, value);
        assert_int_equal(end - (unsigned char *)chunk, ho_record_bytes(len));
        for (unsigned char *pad = (unsigned char *)chunk + 8 + len; pad < end; pad++)
            assert_int_equal(*pad, 0);
        assert_int_equal(*end, 0xff);

        recorder_init(&expected);
        recorder_init(&got);
        ho_sink_change(&expected.sink, 5, UINT32_MAX, value, len);
        struct ho_replay replay = {.sink = &got.sink, .time = 5};
        assert_int_equal(ho_replay_chunk(&replay, (unsigned char *)chunk, ho_record_bytes(len)), 0);
        assert_true(recorder_same(&expected, &got));
        assert_int_equal(replay.events, 1);
        recorder_fini(&expected);
        recorder_fini(&got);
    }
}

static void bytes_of_a_record_never_overflow(void **state)
{
    (void)state;
    assert_int_equal(ho_record_bytes(0), 8);
    assert_int_equal(ho_record_bytes(1), 16);
    assert_int_equal(ho_record_bytes(8), 16);
    assert_int_equal(ho_record_bytes(9), 24);
    assert_true(ho_record_bytes(UINT32_MAX) == (UINT64_C(1) << 32) + 8);
}

/* Any bytes: replay makes some calls or none, says 0 or -EBADMSG, and stays inside. */
static void bytes_that_are_no_records_are_refused(void **state)
{
    uint64_t seed = 1;

    (void)state;
    for (int round = 0; round < 20000; round++) {
        struct recorder got;
        struct ho_replay replay = {.sink = &got.sink};
        size_t words = (size_t)(round % 9);
        uint64_t *chunk = malloc(words * 8 + 1); /* exactly: a read past it is seen */

        for (size_t i = 0; i < words; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            chunk[i] = (seed >> 33) % 6 | (seed >> 40) % 20 << 32 | (seed & 1) << 63;
        }
        recorder_init(&got);
        int error = ho_replay_chunk(&replay, (unsigned char *)chunk, words * 8);
        assert_true(error == 0 || error == -EBADMSG);
        recorder_fini(&got);
        free(chunk);
    }
}

static void a_record_cut_short_is_refused(void **state)
{
    uint64_t chunk[4];
    struct recorder got;

    (void)state;
    ho_record_put((unsigned char *)chunk, 1, 9, "123456789");
    for (size_t bytes = 1; bytes < 24; bytes++) {
        recorder_init(&got);
        struct ho_replay replay = {.sink = &got.sink};
        assert_int_equal(ho_replay_chunk(&replay, (unsigned char *)chunk, bytes), -EBADMSG);
        assert_int_equal(got.calls, 0);
        recorder_fini(&got);
    }
}

static int unspilled;

static void count_unspill(void *owner, const struct ho_spill *spill)
{
    (void)owner;
    free(spill->value);
    unspilled++;
}

static void spilled_values_are_taken_back_even_when_the_sink_fails(void **state)
{
    uint64_t chunk[16];
    unsigned char *at = (unsigned char *)chunk;
    struct recorder got;

    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        struct ho_spill spill = {.value = calloc(1, 100), .id = i, .len = 100};

        at = ho_record_put(at, HO_CONTROL_SPILL, HO_RECORD_CONTROL | sizeof spill, &spill);
    }
    recorder_init(&got);
    got.fail_at = 2;
    got.fail_error = -EIO;
    struct ho_replay replay = {.sink = &got.sink, .unspill = count_unspill};
    unspilled = 0;
    assert_int_equal(
        ho_replay_chunk(&replay, (unsigned char *)chunk, (size_t)(at - (unsigned char *)chunk)),
        -EIO);
    assert_int_equal(unspilled, 4);
    assert_int_equal(replay.events, 1);
    recorder_fini(&got);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_value_is_padded_with_zeros_whatever_lies_around_it),
        cmocka_unit_test(both_ways_to_put_a_small_value_write_the_same),
        cmocka_unit_test(every_length_comes_back_and_is_padded),
        cmocka_unit_test(bytes_of_a_record_never_overflow),
        cmocka_unit_test(bytes_that_are_no_records_are_refused),
        cmocka_unit_test(a_record_cut_short_is_refused),
        cmocka_unit_test(spilled_values_are_taken_back_even_when_the_sink_fails),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
