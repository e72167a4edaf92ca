/* FST files that GTKWave's library has written: their declarations and values. */
#include "tests/fst_fixture.h"
#include "tests/test.h"

#include <fstapi.h>
#include <string.h>

static void every_kind_is_read(void **state)
{
    static const int packings[] = {FST_WR_PT_ZLIB, FST_WR_PT_FASTLZ, FST_WR_PT_LZ4};
    struct fst_fixture f;

    (void)state;
    for (int i = 0; i < 3; i++) {
        fst_fixture_begin(&f, packings[i]);
        fst_fixture_at(&f, 5);
        fst_fixture_set(&f, f.event, "1");
        fst_fixture_set_string(&f, "a b\0c", 5);
        fst_fixture_set_real(&f, -0.0);
        fst_fixture_set(&f, f.byte, "01xz01UW");
        fst_fixture_set(&f, f.bit, "z");
        fst_fixture_at(&f, 7);
        fst_fixture_set(&f, f.bit, "1");
        fst_fixture_set(&f, f.bit, "0");
        fst_fixture_set(&f, f.real, "01101001"); /* a real, as it happens */
        fst_fixture_set(&f, f.byte, "11110000");
        fst_fixture_set(&f, f.event, "1");
        fst_fixture_set(&f, f.event, "1");
        fst_fixture_set_string(&f, "", 0);
        fst_fixture_at(&f, 9);
        fst_fixture_end(&f);
        assert_string_equal(f.reading.dictionary, "signal 0 logic 1\n"
                                                  "signal 1 logic 8\n"
                                                  "signal 2 real 64\n"
                                                  "signal 3 string 0\n"
                                                  "signal 4 event 0\n"
                                                  "scope -1 module 'top'\n"
                                                  "0 wire 1 0 'bit'\n"
                                                  "0 reg 8 1 'byte [7:0]'\n"
                                                  "0 real 64 2 'real'\n"
                                                  "0 string 0 3 'string'\n"
                                                  "0 event 1 4 'event'\n"
                                                  "timescale -9\n");
        fst_fixture_expect_calls(
            &f, "@5 0=z\n@5 1=01xz01uw\n@5 2=#8000000000000000\n@5 3=<a b?c>\n@5 4!\n"
                "@7 0=1\n@7 0=0\n@7 1=11110000\n@7 2=#3130303130313130\n@7 3=<>\n"
                "@7 4!\n@7 4!\n@9 end\n");
        assert_int_equal(f.reading.source->times, 3);
        assert_true(f.reading.source->by_signal);
        assert_int_equal(f.reading.warnings, 0);
        fst_fixture_drop(&f);
    }
}

static void scopes_aliases_and_types_are_kept(void **state)
{
    struct fst_fixture f;
    void *writer;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    writer = f.writing.writer;
    fstWriterSetAttrBegin(writer, FST_AT_MISC, FST_MT_ENVVAR, "NAME", 7);
    fstWriterSetScope(writer, FST_ST_VCD_GENERATE, "inner", "component");
    fstWriterCreateVar(writer, FST_VT_SV_LOGIC, FST_VD_OUTPUT, 4, "low", f.byte);
    fstWriterCreateVar(writer, FST_VT_SV_SHORTREAL, FST_VD_OUTPUT, 8, "short", 0);
    fstWriterSetUpscope(writer);
    fstWriterCreateVar(writer, FST_VT_SV_ENUM, FST_VD_INOUT, 2, "\\esc{ap}ed ", 0);
    fstWriterSetUpscope(writer);
    fstWriterSetUpscope(writer);
    fstWriterSetScope(writer, FST_ST_VHDL_ARCHITECTURE, "", NULL);
    fst_fixture_at(&f, 0);
    fst_fixture_set(&f, f.byte, "00000001");
    fst_fixture_end(&f);
    assert_string_equal(strstr(f.reading.dictionary, "signal 5"), "signal 5 real 64\n"
                                                                  "signal 6 logic 2\n"
                                                                  "scope -1 module 'top'\n"
                                                                  "scope 0 generate 'inner'\n"
                                                                  "scope -1 vhdl_architecture ''\n"
                                                                  "0 wire 1 0 'bit'\n"
                                                                  "0 reg 8 1 'byte [7:0]'\n"
                                                                  "0 real 64 2 'real'\n"
                                                                  "0 string 0 3 'string'\n"
                                                                  "0 event 1 4 'event'\n"
                                                                  "1 logic 4 1 'low'\n"
                                                                  "1 shortreal 32 5 'short'\n"
                                                                  "0 enum 2 6 '\\esc{ap}ed '\n"
                                                                  "timescale -9\n");
    fst_fixture_expect_calls(&f, "@0 1=00000001\n@0 end\n");
    assert_int_equal(f.reading.warnings, 1);
    fst_fixture_drop(&f);
}

static void signals_that_change_alike_are_told_apart(void **state)
{
    struct fst_fixture f;
    fstHandle handles[40];
    char name[8];

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    for (int i = 0; i < 40; i++) {
        snprintf(name, sizeof name, "w%d", i);
        handles[i] = fstWriterCreateVar(f.writing.writer, FST_VT_VCD_WIRE, FST_VD_INPUT, 16, name,
                                        0);
    }
    for (uint64_t time = 0; time < 50; time++) {
        fst_fixture_at(&f, time);
        for (int i = 0; i < 40; i++) /* every third has no change, the others are of two sorts */
            if (i % 3 != 2)
                fst_fixture_set(&f, handles[i],
                                (time + i % 3) % 2 ? "0101010101010101" : "zzzzzzzzzzzzzzzz");
    }
    fst_fixture_end(&f);
    assert_int_equal(f.reading.error, 0);
    assert_int_equal(f.reading.source->events, 50 * 27);
    fst_fixture_drop(&f);
}

static void long_values_are_exact(void **state)
{
    static char bits[70001], text[100000];
    struct fst_fixture f;
    fstHandle wide;

    (void)state;
    memset(bits, '1', sizeof bits - 1);
    bits[1] = '0';
    memset(text, 'a', sizeof text);
    fst_fixture_begin(&f, FST_WR_PT_FASTLZ);
    wide = fstWriterCreateVar(f.writing.writer, FST_VT_VCD_WIRE, FST_VD_INPUT, 70000, "wide", 0);
    fst_fixture_at(&f, 0);
    fst_fixture_set(&f, wide, bits);
    fst_fixture_set_string(&f, text, sizeof text);
    bits[69999] = 'h';
    fst_fixture_at(&f, 1);
    fst_fixture_set(&f, wide, bits);
    fst_fixture_end(&f);
    assert_int_equal(f.reading.error, 0);
    assert_int_equal(f.reading.source->events, 3);
    assert_non_null(strstr(f.reading.calls, bits));
    fst_fixture_drop(&f);
}

static void cuts_come_as_often_as_asked(void **state)
{
    struct fst_reading reading;
    struct fst_fixture f;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    fst_fixture_at(&f, 1);
    for (int i = 0; i < 5; i++)
        fst_fixture_set(&f, f.event, "1");
    fst_fixture_end(&f);
    fst_reading_init(&reading, f.writing.data, f.writing.bytes,
                     &(struct fst_reading_options){.memory_max = 1 << 20, .cut_every = 2});
    assert_string_equal(reading.calls, "@1 4!\n@1 4!\ncut\n@1 4!\n@1 4!\ncut\n@1 4!\n@1 end\n");
    fst_reading_fini(&reading);
    fst_fixture_drop(&f);
}

/* The header says e as the writer's machine stores it. */
static void reals_of_the_other_byte_order_are_turned(void **state)
{
    enum { E = 25 };
    struct fst_reading reading;
    struct fst_fixture f;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    fst_fixture_at(&f, 0);
    fst_fixture_set_real(&f, 1.0);
    fst_fixture_end(&f);
    for (int i = 0; i < 4; i++) {
        unsigned char byte = f.writing.data[E + i];

        f.writing.data[E + i] = f.writing.data[E + 7 - i];
        f.writing.data[E + 7 - i] = byte;
    }
    fst_reading_init(&reading, f.writing.data, f.writing.bytes, NULL);
    assert_string_equal(f.reading.calls, "@0 2=#3ff0000000000000\n@0 end\n");
    assert_string_equal(reading.calls, "@0 2=#000000000000f03f\n@0 end\n");
    fst_reading_fini(&reading);
    fst_fixture_drop(&f);
}

/* An empty string takes no room, and has its place all the same. */
static void changes_of_one_signal_keep_their_order(void **state)
{
    struct fst_fixture f;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    fst_fixture_at(&f, 1);
    fst_fixture_set_string(&f, "", 0);
    fst_fixture_set(&f, f.bit, "1");
    fst_fixture_set_string(&f, "a", 1);
    fst_fixture_set(&f, f.bit, "0");
    fst_fixture_set_string(&f, "", 0);
    fst_fixture_set(&f, f.bit, "1");
    fst_fixture_end(&f);
    fst_fixture_expect_calls(&f, "@1 0=1\n@1 0=0\n@1 0=1\n@1 3=<>\n@1 3=<a>\n@1 3=<>\n@1 end\n");
    fst_fixture_drop(&f);
}

static void a_name_that_the_library_cuts_is_told(void **state)
{
    struct fst_fixture f;
    char name[600];

    (void)state;
    memset(name, 'n', sizeof name);
    for (int i = 0; i < 2; i++) {
        name[i == 0 ? 512 : 513] = 0;
        name[512] = i == 0 ? 0 : 'n';
        fst_fixture_begin(&f, FST_WR_PT_LZ4);
        fstWriterCreateVar(f.writing.writer, FST_VT_VCD_WIRE, FST_VD_INPUT, 1, name, 0);
        fst_fixture_at(&f, 0);
        fst_fixture_set(&f, f.bit, "1");
        fst_fixture_end(&f);
        assert_int_equal(f.reading.error, 0);
        assert_int_equal(f.reading.warnings, i);
        fst_fixture_drop(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_read),
        cmocka_unit_test(scopes_aliases_and_types_are_kept),
        cmocka_unit_test(signals_that_change_alike_are_told_apart),
        cmocka_unit_test(long_values_are_exact),
        cmocka_unit_test(cuts_come_as_often_as_asked),
        cmocka_unit_test(reals_of_the_other_byte_order_are_turned),
        cmocka_unit_test(changes_of_one_signal_keep_their_order),
        cmocka_unit_test(a_name_that_the_library_cuts_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
