/* FST files that GTKWave's library has written: their times, and what was before the first. */
#include "tests/fst_fixture.h"
#include "tests/test.h"

#include <errno.h>
#include <fstapi.h>

/* Before the first time, which is later than 0: the file begins at 0. */
static void values_before_the_first_time_begin_the_file(void **state)
{
    struct fst_fixture f;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    fst_fixture_set(&f, f.byte, "00000001");
    fst_fixture_at(&f, 10);
    fst_fixture_set(&f, f.bit, "1");
    fst_fixture_end(&f);
    fst_fixture_expect_calls(&f,
                             "@0 0=x\n@0 1=00000001\n@0 2=#7ff8000000000000\n@10 0=1\n@10 end\n");
    assert_int_equal(f.reading.source->times, 1);
    fst_fixture_drop(&f);
}

/* The same where the first time is 0: only what differs from a signal's beginning. */
static void values_before_time_0_are_changes_at_0(void **state)
{
    struct fst_fixture f;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    fst_fixture_set(&f, f.byte, "00000001");
    fst_fixture_set(&f, f.bit, "1");
    fst_fixture_set_real(&f, 1.0);
    fst_fixture_at(&f, 0);
    fst_fixture_set(&f, f.bit, "0");
    fst_fixture_at(&f, 1);
    fst_fixture_set(&f, f.bit, "1");
    fst_fixture_end(&f);
    fst_fixture_expect_calls(&f, "@0 0=0\n@0 1=00000001\n@0 2=#3ff0000000000000\n@1 0=1\n@1 end\n");
    assert_int_equal(f.reading.source->times, 2);
    fst_fixture_drop(&f);
}

/* The library, asked for a value in such a block, would look for it elsewhere. */
static void a_first_block_of_one_time_is_read(void **state)
{
    struct fst_fixture f;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    fst_fixture_set(&f, f.byte, "00000001");
    for (int i = 0; i < 3; i++) /* the writer ends no block with fewer */
        fst_fixture_at(&f, 0);
    fst_fixture_set(&f, f.bit, "1");
    fstWriterFlushContext(f.writing.writer);
    fst_fixture_at(&f, 5);
    fst_fixture_set(&f, f.byte, "00000011");
    fst_fixture_end(&f);
    fst_fixture_expect_calls(&f, "@0 0=1\n@5 1=00000011\n@5 end\n");
    fst_fixture_drop(&f);
}

static void an_x_that_nobody_set_is_no_change(void **state)
{
    struct fst_fixture f;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    fst_fixture_at(&f, 3);
    fst_fixture_set(&f, f.byte, "00000001");
    fst_fixture_end(&f);
    fst_fixture_expect_calls(&f, "@3 1=00000001\n@3 end\n");
    fst_fixture_drop(&f);
}

/* Large enough blocks of changes are more than one; the writer ends one where it is told to. */
static void blocks_follow_each_other(void **state)
{
    struct fst_fixture f;
    char value[9] = "00000000";

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_ZLIB);
    for (uint64_t time = 0; time < 3000; time++) {
        fst_fixture_at(&f, 2 * time);
        fst_fixture_set(&f, f.bit, time & 1 ? "1" : "0");
        value[7 - time / 2 % 8] ^= 1;
        fst_fixture_set(&f, f.byte, value);
        if (time % 700 == 699)
            fstWriterFlushContext(f.writing.writer);
    }
    fst_fixture_end(&f);
    assert_int_equal(f.reading.error, 0);
    assert_int_equal(f.reading.source->events, 6000);
    assert_int_equal(f.reading.source->times, 3000);
    fst_fixture_drop(&f);
}

static void times_are_64_bits(void **state)
{
    struct fst_fixture f;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    fst_fixture_at(&f, (UINT64_C(1) << 53) + 1);
    fst_fixture_set(&f, f.bit, "1");
    fst_fixture_at(&f, UINT64_C(1) << 63);
    fst_fixture_set(&f, f.bit, "0");
    fst_fixture_at(&f, UINT64_MAX);
    fst_fixture_set(&f, f.bit, "1");
    fst_fixture_end(&f);
    fst_fixture_expect_calls(&f, "@9007199254740993 0=1\n@9223372036854775808 0=0\n"
                                 "@18446744073709551615 0=1\n@18446744073709551615 end\n");
    fst_fixture_drop(&f);
}

static void time_that_goes_back_is_refused(void **state)
{
    struct fst_fixture f;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    fst_fixture_at(&f, 5);
    fst_fixture_set(&f, f.bit, "1");
    fst_fixture_at(&f, 3);
    fst_fixture_set(&f, f.bit, "0");
    fst_fixture_end(&f);
    assert_int_equal(f.reading.error, -EINVAL);
    assert_string_equal(f.reading.message, "t.fst: time goes back from 5 to 3");
    fst_fixture_drop(&f);
}

static void a_time_that_is_stated_twice_is_one(void **state)
{
    struct fst_fixture f;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    fst_fixture_at(&f, 4);
    fst_fixture_set(&f, f.byte, "00000001");
    fst_fixture_at(&f, 4);
    fst_fixture_set(&f, f.bit, "1");
    fst_fixture_set(&f, f.byte, "00000010");
    fst_fixture_end(&f);
    fst_fixture_expect_calls(&f, "@4 0=1\n@4 1=00000001\n@4 1=00000010\n@4 end\n");
    assert_int_equal(f.reading.source->times, 1);
    fst_fixture_drop(&f);
}

static void pauses_are_marked(void **state)
{
    struct fst_fixture f;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    fst_fixture_at(&f, 1);
    fst_fixture_set(&f, f.bit, "1");
    fst_fixture_at(&f, 2);
    fstWriterEmitDumpActive(f.writing.writer, 0);
    fst_fixture_set(&f, f.bit, "x");
    fst_fixture_at(&f, 8);
    fstWriterEmitDumpActive(f.writing.writer, 1);
    fst_fixture_at(&f, 9);
    fst_fixture_set(&f, f.bit, "0");
    fstWriterEmitDumpActive(f.writing.writer, 0);
    fst_fixture_end(&f);
    fst_fixture_expect_calls(&f, "@1 0=1\n@2 off\n@2 0=x\n@8 on\n@9 off\n@9 0=0\n@9 end\n");
    fst_fixture_drop(&f);
}

/* A value of bits is set before the first time, one of text cannot be. Signals that the first
 * step changes are not asked for. */
static void a_signal_of_each_kind_may_be_set_before_time_0(void **state)
{
    struct fst_fixture f;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    fst_fixture_set(&f, f.byte, "xxxxxxx1");
    fst_fixture_set(&f, f.event, "1");
    fst_fixture_set_real(&f, 0.1);
    fst_fixture_at(&f, 0);
    fst_fixture_at(&f, 7);
    fst_fixture_set(&f, f.byte, "00000000");
    fst_fixture_end(&f);
    fst_fixture_expect_calls(
        &f, "@0 1=xxxxxxx1\n@0 2=#3fb999999999999a\n@0 4!\n@7 1=00000000\n@7 end\n");
    assert_int_equal(f.reading.source->times, 2);
    fst_fixture_drop(&f);
}

static void a_last_time_that_is_not_the_headers_is_told(void **state)
{
    enum { LAST_TIME = 1 + 8 + 8 };
    struct fst_reading reading;
    struct fst_fixture f;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    fst_fixture_at(&f, 3);
    fst_fixture_set(&f, f.bit, "1");
    fst_fixture_end(&f);
    f.writing.data[LAST_TIME + 7] = 9;
    fst_reading_init(&reading, f.writing.data, f.writing.bytes, NULL);
    assert_int_equal(f.reading.warnings, 0);
    assert_int_equal(reading.warnings, 1);
    assert_string_equal(reading.calls, "@3 0=1\n@9 end\n");
    fst_reading_fini(&reading);
    fst_fixture_drop(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_before_the_first_time_begin_the_file),
        cmocka_unit_test(values_before_time_0_are_changes_at_0),
        cmocka_unit_test(a_first_block_of_one_time_is_read),
        cmocka_unit_test(an_x_that_nobody_set_is_no_change),
        cmocka_unit_test(blocks_follow_each_other),
        cmocka_unit_test(times_are_64_bits),
        cmocka_unit_test(time_that_goes_back_is_refused),
        cmocka_unit_test(a_time_that_is_stated_twice_is_one),
        cmocka_unit_test(pauses_are_marked),
        cmocka_unit_test(a_signal_of_each_kind_may_be_set_before_time_0),
        cmocka_unit_test(a_last_time_that_is_not_the_headers_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
