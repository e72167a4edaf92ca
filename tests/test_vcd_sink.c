#include "tests/test.h"

#include "direct_writer/vcd.h"
#include "direct_writer/vcd_header.h"
#include "synth_gen/vcd_ids.h"
#include "tests/vcd_reading.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A sink on memory, and what it wrote. */
struct output {
    FILE *file;
    char *text;
    size_t bytes;
    struct ho_sink *sink;
};

static void output_init(struct output *output, const struct ho_dictionary *dictionary)
{
    output->file = open_memstream(&output->text, &output->bytes);
    assert_non_null(output->file);
    assert_int_equal(vcd_sink_open(output->file, &output->sink), 0);
    assert_int_equal(ho_sink_setup(output->sink, dictionary), 0);
}

/* Closes the sink; the text behind the declarations must be body. */
static void expect_body(struct output *output, const char *body)
{
    static const char end[] = "$enddefinitions $end\n";
    const char *at;

    assert_int_equal(ho_sink_close(output->sink, NULL), 0);
    assert_int_equal(fclose(output->file), 0);
    at = strstr(output->text, end);
    assert_non_null(at);
    assert_string_equal(at + strlen(end), body);
    free(output->text);
}

static void expect_header(const struct ho_dictionary *dictionary, const char *header)
{
    struct output output;

    output_init(&output, dictionary);
    assert_int_equal(ho_sink_close(output.sink, NULL), 0);
    assert_int_equal(fclose(output.file), 0);
    assert_string_equal(output.text, header);
    free(output.text);
}

static void bits_are_written_without_leading_zeros(void **state)
{
    static const struct ho_signal signals[] = {{1, HO_BITS}, {9, HO_BITS}, {200, HO_BITS}};
    static const struct ho_dictionary dictionary = {.signals = signals, .signal_count = 3};
    unsigned char wide[25] = {0};
    struct output output;

    (void)state;
    output_init(&output, &dictionary);
    ho_sink_change(output.sink, 3, 0, "\1", 1);
    ho_sink_change(output.sink, 3, 0, "\0", 1);
    ho_sink_change(output.sink, 3, 1, "\x05\x01", 2);
    ho_sink_change(output.sink, 3, 1, "\x00\x00", 2);
    wide[8] = 0x06; /* bits 65 and 66 */
    wide[0] = 0x80;
    ho_sink_change(output.sink, 3, 2, wide, 25);
    expect_body(&output,
                "#3\n1!\n0!\nb100000101 \"\nb0 \"\n"
                "b1100000000000000000000000000000000000000000000000000000000010000000 #\n");
}

static void digits_are_left_out_only_where_a_reader_puts_them_back(void **state)
{
    static const struct ho_signal signals[] = {{4, HO_LOGIC}};
    static const struct ho_dictionary dictionary = {.signals = signals, .signal_count = 1};
    struct output output;

    (void)state;
    output_init(&output, &dictionary);
    ho_sink_change(output.sink, 0, 0, "0000", 4);
    ho_sink_change(output.sink, 0, 0, "0011", 4);
    ho_sink_change(output.sink, 0, 0, "1111", 4);
    ho_sink_change(output.sink, 0, 0, "00x1", 4);
    ho_sink_change(output.sink, 0, 0, "xxx1", 4);
    ho_sink_change(output.sink, 0, 0, "zzzz", 4);
    ho_sink_change(output.sink, 0, 0, "-x00", 4);
    expect_body(&output, "#0\nb0 !\nb11 !\nb1111 !\nb0x1 !\nbx1 !\nbz !\nb-x00 !\n");
}

static void reals_have_17_digits_and_a_point(void **state)
{
    static const struct ho_signal signals[] = {{64, HO_REAL}};
    static const struct ho_dictionary dictionary = {.signals = signals, .signal_count = 1};
    static const double values[] = {0.1, -0.0, 5e-324, INFINITY, -INFINITY};
    struct output output;
    double nan = NAN, negative_nan = copysign(NAN, -1.0);

    (void)state;
    output_init(&output, &dictionary);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        ho_sink_change(output.sink, 0, 0, &values[i], 8);
    ho_sink_change(output.sink, 0, 0, &nan, 8);
    ho_sink_change(output.sink, 0, 0, &negative_nan, 8);
    expect_body(&output, "#0\nr0.10000000000000001 !\nr-0 !\nr4.9406564584124654e-324 !\n"
                         "rinf !\nr-inf !\nrnan !\nr-nan !\n");
}

static void a_string_stays_one_token(void **state)
{
    static const struct ho_signal signals[] = {{0, HO_STRING}, {0, HO_EVENT}};
    static const struct ho_dictionary dictionary = {.signals = signals, .signal_count = 2};
    struct output output;

    (void)state;
    output_init(&output, &dictionary);
    ho_sink_change(output.sink, 0, 0, " two\twords\n", 11);
    ho_sink_change(output.sink, 0, 0, NULL, 0);
    ho_sink_change(output.sink, 0, 0, "\\n\xc3\xa9", 4);
    ho_sink_change(output.sink, 0, 1, NULL, 0);
    expect_body(&output, "#0\ns\\040two\\011words\\012 !\ns !\ns\\n\xc3\xa9 !\n1\"\n");
}

static void pauses_are_blocks_and_the_end_is_a_time(void **state)
{
    static const struct ho_signal signals[] = {{1, HO_LOGIC}};
    static const struct ho_dictionary dictionary = {.signals = signals, .signal_count = 1};
    struct output output;

    (void)state;
    output_init(&output, &dictionary);
    ho_sink_change(output.sink, 5, 0, "1", 1);
    ho_sink_mark(output.sink, 5, HO_MARK_OFF);
    ho_sink_change(output.sink, 5, 0, "x", 1);
    ho_sink_mark(output.sink, 5, HO_MARK_ON);
    ho_sink_change(output.sink, 5, 0, "1", 1);
    ho_sink_change(output.sink, 6, 0, "0", 1);
    ho_sink_cut(output.sink);
    ho_sink_mark(output.sink, 9, HO_MARK_END);
    ho_sink_mark(output.sink, 9, HO_MARK_OFF);
    expect_body(&output, "#5\n1!\n$dumpoff\nx!\n$end\n$dumpon\n1!\n$end\n#6\n0!\n#9\n"
                         "$dumpoff\n$end\n");
}

static void a_gap_is_a_comment_and_a_pause_whose_values_are_unknown(void **state)
{
    static const struct ho_signal signals[] = {{1, HO_LOGIC}, {4, HO_LOGIC}, {1, HO_BITS},
                                               {9, HO_BITS},  {64, HO_REAL}, {0, HO_STRING},
                                               {0, HO_EVENT}};
    static const struct ho_dictionary dictionary = {.signals = signals, .signal_count = 7};
    static const struct ho_gap gap = {7, 20, 3};
    struct output output;

    (void)state;
    output_init(&output, &dictionary);
    ho_sink_change(output.sink, 5, 0, "1", 1);
    ho_sink_mark(output.sink, 5, HO_MARK_ON);
    ho_sink_change(output.sink, 5, 2, "\1", 1);
    assert_int_equal(ho_sink_gap(output.sink, &gap), 0);
    ho_sink_change(output.sink, 20, 0, "1", 1);
    ho_sink_change(output.sink, 21, 3, "\3\0", 2);
    expect_body(&output, "#5\n1!\n$dumpon\n1#\n$end\n#7\n"
                         "$comment 3 events are missing, times 7 to 20 $end\n"
                         "$dumpoff\nx!\nbx \"\nx#\nbx %\nrnan &\ns '\n$end\n"
                         "#20\n$dumpon\n$end\n1!\n#21\nb11 %\n");
}

static void gaps_without_room_between_other_calls_are_written_at_one_time(void **state)
{
    static const struct ho_signal signals[] = {{1, HO_LOGIC}};
    static const struct ho_dictionary dictionary = {.signals = signals, .signal_count = 1};
    static const struct ho_gap gap = {6, 6, 0};
    struct output output;

    (void)state;
    output_init(&output, &dictionary);
    assert_int_equal(ho_sink_gap(output.sink, &(struct ho_gap){0}), 0);
    ho_sink_mark(output.sink, 6, HO_MARK_OFF); /* its block ends before the gap's begins */
    assert_int_equal(ho_sink_gap(output.sink, &gap), 0);
    assert_int_equal(ho_sink_gap(output.sink, &gap), 0);
    expect_body(&output, "#0\n$comment 0 events are missing, times 0 to 0 $end\n"
                         "$dumpoff\nx!\n$end\n$dumpon\n$end\n#6\n$dumpoff\n$end\n"
                         "$comment 0 events are missing, times 6 to 6 $end\n"
                         "$dumpoff\nx!\n$end\n$dumpon\n$end\n"
                         "$comment 0 events are missing, times 6 to 6 $end\n"
                         "$dumpoff\nx!\n$end\n$dumpon\n$end\n");
}

static void a_gap_reads_back_as_a_pause(void **state)
{
    static const struct ho_signal signals[] = {
        {1, HO_LOGIC}, {4, HO_LOGIC}, {64, HO_REAL}, {0, HO_STRING}, {0, HO_EVENT}};
    static const struct ho_dictionary dictionary = {.signals = signals, .signal_count = 5};
    static const struct ho_gap gap = {7, UINT64_MAX, UINT64_MAX};
    struct vcd_reading reading;
    struct output output;

    (void)state;
    output_init(&output, &dictionary);
    ho_sink_change(output.sink, 5, 0, "1", 1);
    assert_int_equal(ho_sink_gap(output.sink, &gap), 0);
    ho_sink_change(output.sink, UINT64_MAX, 4, NULL, 0);
    assert_int_equal(ho_sink_close(output.sink, NULL), 0);
    assert_int_equal(fclose(output.file), 0);

    vcd_reading_init(&reading, fmemopen(output.text, output.bytes, "r"), UINT64_MAX, 0);
    assert_string_equal(reading.message, "");
    assert_int_equal(reading.warnings, 0);
    assert_string_equal(reading.calls,
                        "@5 0=1\n@7 off\n@7 0=x\n@7 1=xxxx\n@7 2=#7ff8000000000000\n@7 3=<>\n"
                        "@18446744073709551615 on\n@18446744073709551615 4!\n"
                        "@18446744073709551615 end\n");
    vcd_reading_fini(&reading);
    free(output.text);
}

static void scopes_that_lie_apart_are_opened_again(void **state)
{
    static const struct ho_signal signals[] = {{1, HO_LOGIC}, {8, HO_BITS}, {64, HO_REAL}};
    static const struct ho_scope scopes[] = {
        {"a", "module", HO_NO_SCOPE}, {"b", "task", 0},       {"c", "", 1},
        {"d", "module", HO_NO_SCOPE}, {"empty", "module", 3},
    };
    static const struct ho_variable variables[] = {
        {"x", "wire", 2, 0, 1},
        {"y [7:0]", "logic", 3, 1, 8},
        {"x again", "reg", 2, 0, 1},
        {"top", "event", HO_NO_SCOPE, 2, 64},
    };
    static const struct ho_dictionary dictionary = {
        .signals = signals,
        .scopes = scopes,
        .variables = variables,
        .signal_count = 3,
        .scope_count = 5,
        .variable_count = 4,
        .timescale = -13,
    };

    (void)state;
    expect_header(&dictionary,
                  "$version handoff $end\n$timescale 100 fs $end\n"
                  "$scope module a $end\n$scope task b $end\n$scope module c $end\n"
                  "$var wire 1 ! x $end\n"
                  "$upscope $end\n$upscope $end\n$upscope $end\n$scope module d $end\n"
                  "$var logic 8 \" y [7:0] $end\n"
                  "$upscope $end\n"
                  "$scope module a $end\n$scope task b $end\n$scope module c $end\n"
                  "$var reg 1 ! x again $end\n"
                  "$upscope $end\n$upscope $end\n$upscope $end\n"
                  "$var real 64 # top $end\n"
                  "$scope module d $end\n$scope module empty $end\n$upscope $end\n$upscope $end\n"
                  "$enddefinitions $end\n");
}

static void a_signal_without_a_full_variable_gets_one(void **state)
{
    static const struct ho_signal signals[] = {{8, HO_LOGIC}, {0, HO_EVENT}, {2, HO_LOGIC}};
    static const struct ho_variable variables[] = {{"part", "wire", HO_NO_SCOPE, 0, 4},
                                                   {"wide", "wire", HO_NO_SCOPE, 2, 9}};
    static const struct ho_dictionary dictionary = {
        .signals = signals, .variables = variables, .signal_count = 3, .variable_count = 2};

    (void)state;
    expect_header(&dictionary, "$version handoff $end\n$timescale 1 s $end\n"
                               "$var wire 4 ! part $end\n$var wire 2 # wide $end\n"
                               "$var wire 8 ! signal_0 $end\n$var event 0 \" signal_1 $end\n"
                               "$enddefinitions $end\n");
}

static void codes_are_distinct_and_never_keywords(void **state)
{
    static struct vcd_ids ids;
    char code[VCD_HEADER_CODE_BYTES];

    (void)state;
    for (uint32_t id = 0; id < 20000; id++) {
        size_t len = vcd_header_code(id, code);

        assert_true(vcd_ids_valid(code, len));
        assert_null(memchr(code, '$', len));
        assert_int_equal(vcd_ids_find(&ids, code, len), VCD_IDS_NONE);
        assert_int_equal(vcd_ids_add(&ids, code, len, id), 0);
        assert_int_equal(vcd_ids_find(&ids, code, len), id);
    }
    assert_true(vcd_header_code(UINT32_MAX, code) <= sizeof code);
    vcd_ids_fini(&ids);
}

static void what_cannot_be_written_is_refused_and_sticks(void **state)
{
    static const struct ho_signal signals[] = {{4, HO_LOGIC}};
    static const struct ho_dictionary dictionary = {.signals = signals, .signal_count = 1};
    static const struct ho_dictionary no_unit = {.timescale = -16};
    static const struct ho_gap gap = {9, 10, 1}, early = {8, 10, 1}, backward = {10, 9, 1};
    struct output output;

    (void)state;
    output_init(&output, &dictionary);
    assert_int_equal(ho_sink_change(output.sink, 9, 0, "0000", 4), 0);
    assert_int_equal(ho_sink_change(output.sink, 8, 0, "0000", 4), -EINVAL);
    assert_int_equal(ho_sink_change(output.sink, 9, 0, "0000", 4), -EINVAL);
    assert_int_equal(ho_sink_mark(output.sink, 9, HO_MARK_END), -EINVAL);
    assert_int_equal(ho_sink_cut(output.sink), -EINVAL);
    assert_int_equal(ho_sink_gap(output.sink, &gap), -EINVAL);
    assert_int_equal(ho_sink_close(output.sink, NULL), -EINVAL);
    fclose(output.file);
    free(output.text);

    output_init(&output, &dictionary);
    assert_int_equal(ho_sink_change(output.sink, 9, 0, "000", 3), -EINVAL);
    assert_int_equal(ho_sink_close(output.sink, NULL), -EINVAL);
    fclose(output.file);
    free(output.text);

    for (int i = 0; i < 2; i++) {
        output_init(&output, &dictionary);
        assert_int_equal(ho_sink_change(output.sink, 9, 0, "0000", 4), 0);
        assert_int_equal(ho_sink_gap(output.sink, i ? &early : &backward), -EINVAL);
        assert_int_equal(ho_sink_close(output.sink, NULL), -EINVAL);
        fclose(output.file);
        free(output.text);
    }

    for (int i = 0; i < 2; i++) {
        assert_int_equal(vcd_sink_open(stdout, &output.sink), 0);
        assert_int_equal(i ? ho_sink_gap(output.sink, &gap)
                           : ho_sink_change(output.sink, 0, 0, "0000", 4),
                         -EINVAL);
        assert_int_equal(ho_sink_close(output.sink, NULL), -EINVAL);
    }

    output.file = open_memstream(&output.text, &output.bytes);
    assert_int_equal(vcd_sink_open(output.file, &output.sink), 0);
    assert_int_equal(ho_sink_setup(output.sink, &no_unit), -EINVAL);
    assert_int_equal(ho_sink_close(output.sink, NULL), -EINVAL);
    fclose(output.file);
    free(output.text);
}

static void a_full_disk_is_found_at_the_latest_at_close(void **state)
{
    static const struct ho_signal signals[] = {{4, HO_LOGIC}};
    static const struct ho_dictionary dictionary = {.signals = signals, .signal_count = 1};
    FILE *full = fopen("/dev/full", "w");
    struct ho_sink *sink;
    int error = 0;

    (void)state;
    if (!full)
        skip();
    assert_int_equal(vcd_sink_open(full, &sink), 0);
    assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    assert_int_equal(ho_sink_close(sink, NULL), -ENOSPC);
    fclose(full);

    full = fopen("/dev/full", "w");
    assert_int_equal(vcd_sink_open(full, &sink), 0);
    assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    for (uint64_t time = 0; time < 10000 && !error; time++)
        error = ho_sink_change(sink, time, 0, "1010", 4);
    assert_int_equal(error, -ENOSPC);
    assert_int_equal(ho_sink_change(sink, 20000, 0, "1010", 4), -ENOSPC);
    assert_int_equal(ho_sink_close(sink, NULL), -ENOSPC);
    fclose(full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_are_written_without_leading_zeros),
        cmocka_unit_test(digits_are_left_out_only_where_a_reader_puts_them_back),
        cmocka_unit_test(reals_have_17_digits_and_a_point),
        cmocka_unit_test(a_string_stays_one_token),
        cmocka_unit_test(pauses_are_blocks_and_the_end_is_a_time),
        cmocka_unit_test(a_gap_is_a_comment_and_a_pause_whose_values_are_unknown),
        cmocka_unit_test(gaps_without_room_between_other_calls_are_written_at_one_time),
        cmocka_unit_test(a_gap_reads_back_as_a_pause),
        cmocka_unit_test(scopes_that_lie_apart_are_opened_again),
        cmocka_unit_test(a_signal_without_a_full_variable_gets_one),
        cmocka_unit_test(codes_are_distinct_and_never_keywords),
        cmocka_unit_test(what_cannot_be_written_is_refused_and_sticks),
        cmocka_unit_test(a_full_disk_is_found_at_the_latest_at_close),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
