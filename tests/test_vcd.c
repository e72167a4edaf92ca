#include "tests/test.h"

#include "synth_gen/vcd.h"
#include "tests/vcd_reading.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#define HEAD                                           \
    "$timescale 1 ns $end $scope module m $end\n"      \
    "$var wire 1 a c $end $var reg 6 b v [5:0] $end\n" \
    "$upscope $end $enddefinitions $end\n"

static FILE *open_data(const char *name)
{
    char path[4096];

    snprintf(path, sizeof path, TEST_DATA "/%s.vcd", name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    return file;
}

static FILE *open_text(const char *text)
{
    static char copy[1 << 20];
    size_t len = strlen(text);

    assert_true(len < sizeof copy);
    memcpy(copy, text, len);
    return fmemopen(copy, len, "r");
}

/* A valid file makes these calls, with so many warnings, and survives being written. */
static void expect_calls_of(FILE *file, unsigned warnings, const char *calls)
{
    struct vcd_reading reading, again;
    size_t bytes;
    char *text;

    vcd_reading_init(&reading, file, UINT64_MAX, 0);
    assert_string_equal(reading.message, "");
    assert_int_equal(reading.error, 0);
    assert_string_equal(reading.calls, calls);
    assert_int_equal(reading.warnings, warnings);
    assert_true(ho_dictionary_valid(&reading.source->dictionary));

    text = vcd_reading_write(&reading, &bytes);
    vcd_reading_init(&again, fmemopen(text, bytes, "r"), UINT64_MAX, 0);
    assert_string_equal(again.message, "");
    assert_string_equal(again.calls, calls);
    assert_int_equal(again.warnings, 0);
    free(text);
    vcd_reading_fini(&again);
    vcd_reading_fini(&reading);
}

static void expect_calls(const char *name, unsigned warnings, const char *calls)
{
    expect_calls_of(open_data(name), warnings, calls);
}

static void expect_dictionary(const char *name, const char *dictionary)
{
    struct vcd_reading reading, again;
    size_t bytes;
    char *text;

    vcd_reading_init(&reading, open_data(name), UINT64_MAX, 0);
    assert_int_equal(reading.error, 0);
    assert_string_equal(reading.dictionary, dictionary);

    text = vcd_reading_write(&reading, &bytes);
    vcd_reading_init(&again, fmemopen(text, bytes, "r"), UINT64_MAX, 0);
    assert_string_equal(again.dictionary, dictionary);
    free(text);
    vcd_reading_fini(&again);
    vcd_reading_fini(&reading);
}

static void expect_error_of(FILE *file, const char *message)
{
    struct vcd_reading reading;

    vcd_reading_init(&reading, file, UINT64_MAX, 0);
    assert_string_equal(reading.message, message);
    assert_int_equal(reading.error, -EINVAL);
    vcd_reading_fini(&reading);
}

static void expect_error(const char *name, const char *message)
{
    expect_error_of(open_data(name), message);
}

static void expect_warning(const char *text, const char *warning)
{
    struct vcd_reading reading;

    vcd_reading_init(&reading, open_text(text), UINT64_MAX, 0);
    assert_int_equal(reading.error, 0);
    assert_string_equal(reading.warning, warning);
    vcd_reading_fini(&reading);
}

static void time_must_not_go_back(void **state)
{
    (void)state;
    expect_error("time_back", "t.vcd:12: time goes back from 7 to 4");
}

static void times_are_exact_up_to_64_bits(void **state)
{
    (void)state;
    expect_calls("time_64", 0,
                 "@0 0=0\n@9007199254740993 0=1\n@9223372036854775809 0=0\n"
                 "@18446744073709551614 0=1\n@18446744073709551615 0=0\n"
                 "@18446744073709551615 end\n");
    expect_error("time_overflow", "t.vcd:9: time \"18446744073709551616\" is above 2^64 - 1");
}

static void a_time_may_end_in_zeros_behind_a_point(void **state)
{
    (void)state;
    expect_calls("time_point", 1, "@0 0=0\n@12 0=1\n@12 end\n");
    expect_error("time_fraction", "t.vcd:11: \"12.25\" is no whole number for a time");
    expect_error_of(open_text(HEAD "#\n"), "t.vcd:4: \"\" is no whole number for a time");
    expect_error_of(open_text(HEAD "#-1\n"), "t.vcd:4: \"-1\" is no whole number for a time");
}

static void the_same_time_twice_merges_and_keeps_every_change(void **state)
{
    (void)state;
    expect_calls("same_time", 0,
                 "@2 0=0\n@9 0=1\n@9 1=000010\n@9 0=0\n@9 0=1\n@10 1=000001\n@10 end\n");
}

static void values_of_a_dump_belong_to_the_current_time(void **state)
{
    (void)state;
    expect_calls("dumpall", 0,
                 "@1 0=0\n@1 1=000011\n@12 0=1\n@12 0=1\n@12 1=101010\n@13 0=0\n@13 end\n");
}

static void changes_before_any_time_are_at_0(void **state)
{
    (void)state;
    expect_calls_of(open_text(HEAD "1a\n#5\n0a\n"), 0, "@0 0=1\n@5 0=0\n@5 end\n");
    expect_calls_of(open_text(HEAD "1a"), 0, "@0 0=1\n@0 end\n");
}

static void a_pause_is_marked_around_its_unknown_values(void **state)
{
    (void)state;
    expect_calls("dumpoff", 0,
                 "@0 0=0\n@0 1=000000\n@20 0=1\n@20 off\n@20 0=x\n@20 1=xxxxxx\n@70 on\n"
                 "@70 0=0\n@70 1=000011\n@80 0=1\n@80 end\n");
}

static void traces_without_changes_are_valid(void **state)
{
    (void)state;
    expect_calls("no_changes", 0, "");
    expect_calls("only_time_zero", 0, "@0 end\n");
    expect_calls("no_signals", 0, "@30 end\n");
}

static void the_last_time_is_kept_without_a_change(void **state)
{
    (void)state;
    expect_calls("end_time", 0, "@0 0=0\n@4 0=1\n@900 end\n");
}

static void lines_mean_nothing(void **state)
{
    static const char calls[] = "@0 0=0\n@0 1=000001\n@8 0=1\n@8 1=000101\n@8 end\n";

    (void)state;
    expect_calls("crlf", 0, calls);
    expect_calls("one_line", 0, calls);
}

static void a_file_that_ends_inside_a_value_is_truncated(void **state)
{
    (void)state;
    expect_error("cut_value", "t.vcd:10: truncated: the file ends inside a value");
    expect_error("cut_time", "t.vcd:11: truncated: time goes back from 101 to 10");
    expect_error_of(open_text(HEAD "1"), "t.vcd:4: truncated: value \"1\" without an identifier");
    expect_error_of(open_text(HEAD "b1 bb"), "t.vcd:4: truncated: unknown identifier \"bb\"");
    expect_error_of(open_text("$var wire 1\n"), "t.vcd:2: truncated: the file ends inside $var");
    expect_error_of(open_text(HEAD "$comment 1"),
                    "t.vcd:4: truncated: the file ends inside $comment");
}

static void a_missing_enddefinitions_is_tolerated(void **state)
{
    (void)state;
    expect_calls("no_enddefinitions", 1, "@0 0=0\n@0 1=xxxxxx\n@4 0=1\n@4 end\n");
}

static void names_of_one_identifier_share_a_signal_of_the_widest(void **state)
{
    (void)state;
    expect_calls("aliases", 0,
                 "@0 0=000000000001\n@0 1=1\n@1 0=110000000001\n@1 0=zzzzzzzzzzzz\n@1 end\n");
    expect_dictionary("aliases", "signal 0 logic 12\nsignal 1 logic 1\n"
                                 "scope -1 module 'm'\nscope 0 function 'f'\n"
                                 "0 wire 4 0 'low [3:0]'\n0 wire 1 1 'c'\n"
                                 "1 reg 12 0 'all [11:0]'\n1 reg 1 1 'clock'\n"
                                 "0 wire 1 1 'again'\ntimescale -11\n");
    expect_error_of(open_text(HEAD "1a\n$var wire 9 a w $end\n"),
                    "t.vcd:5: a wider name for a signal that has values already");
}

static void names_are_not_identity(void **state)
{
    static const char text[] = "$timescale 1 ns $end $scope module m $end\n"
                               "$var wire 1 a n $end $var wire 1 b n $end $upscope $end\n"
                               "$scope module m $end $var wire 1 c n $end $upscope $end\n"
                               "$enddefinitions $end #0 0a 1b xc #1 1a\n";

    (void)state;
    expect_calls_of(open_text(text), 0, "@0 0=0\n@0 1=1\n@0 2=x\n@1 0=1\n@1 end\n");
}

static void identifiers_are_any_printable_bytes(void **state)
{
    (void)state;
    expect_calls("odd_ids", 0,
                 "@0 0=0\n@0 1=1\n@0 2=0\n@0 3=1\n@0 4=0\n@0 5=1\n@0 6=0\n@0 7=1\n@0 8=0\n"
                 "@0 9=1\n@0 10=0\n@0 11=1\n@0 end\n");
    expect_error_of(open_text("$var wire 1 a\x01 n $end"),
                    "t.vcd:1: identifier \"a?\" holds bytes outside 33 to 126");
}

static void many_long_identifiers_are_told_apart(void **state)
{
    char *text, *at;
    struct vcd_reading reading;

    (void)state;
    at = text = malloc(200000);
    assert_non_null(text);
    for (int i = 0; i < 1000; i++)
        at += sprintf(at, "$var wire 1 id%d n $end\n", i);
    at += sprintf(at, "$timescale 1 ns $end $enddefinitions $end\n");
    for (int i = 0; i < 1000; i++)
        at += sprintf(at, "#%d 1id%d\n", i, i);
    vcd_reading_init(&reading, fmemopen(text, (size_t)(at - text), "r"), UINT64_MAX, 0);
    assert_int_equal(reading.error, 0);
    assert_int_equal(reading.source->dictionary.signal_count, 1000);
    at = reading.calls;
    for (int i = 0; i < 1000; i++) {
        char line[32];
        int len = sprintf(line, "@%d %d=1\n", i, i);

        assert_memory_equal(at, line, len);
        at += len;
    }
    vcd_reading_fini(&reading);
    free(text);
}

static void names_are_kept_as_they_are(void **state)
{
    (void)state;
    expect_dictionary("odd_names", "signal 0 logic 1\nsignal 1 logic 2\nsignal 2 logic 1\n"
                                   "signal 3 logic 1\nsignal 4 logic 3\nsignal 5 logic 1\n"
                                   "scope -1 begin '\\blk{1} x'\nscope 0 module ''\n"
                                   "0 wire 1 0 '\\n+1'\n0 wire 2 1 '\\arr.x/y [1:0]'\n"
                                   "0 wire 1 2 'g(0)(1)'\n0 wire 1 3 'stra\xdf"
                                   "e'\n0 wire 3 4 'two words [2:0]'\n1 wire 1 5 ''\n"
                                   "timescale 0\n");
    expect_error_of(fmemopen((char[]){"$var wire 1 a n\0n $end"}, 22, "r"),
                    "t.vcd:1: a NUL byte inside $var");
}

static void strings_stay_strings_and_reals_come_back_bit_for_bit(void **state)
{
    (void)state;
    expect_calls("strings_and_reals", 3,
                 "@0 0=<2.50>\n@0 1=#408f400000000000\n@0 2=<>\n@0 3=<10>\n"
                 "@1 0=<go>\n@1 1=#8000000000000000\n@1 2=<a\\040b\\n>\n@1 3=<RUN>\n"
                 "@2 1=#7ff8000000000000\n@2 1=#fff0000000000000\n@2 1=#7ff0000000000000\n"
                 "@2 1=#7ff0000000000000\n@3 1=#0000000000000001\n@3 1=#3fb999999999999a\n"
                 "@3 1=#ffefffffffffffff\n@3 1=#7ff8000000000000\n@4 0=<1>\n@4 3=<0011>\n"
                 "@4 2=<\xc3\xa9>\n@4 end\n");
}

static void a_real_has_a_decimal_point_in_every_locale(void **state)
{
    static const char *const commas[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"};

    (void)state;
    for (size_t i = 0; i < sizeof commas / sizeof *commas && !setlocale(LC_ALL, commas[i]); i++)
        ;
    expect_error("decimal_comma", "t.vcd:7: \"1,5\" is no real number");
    expect_calls_of(open_text("$timescale 1 ns $end $var real 64 ! r $end\n"
                              "$enddefinitions $end r1.5 ! r-1.25e-7 !"),
                    0, "@0 0=#3ff8000000000000\n@0 0=#be80c6f7a0b5ed8d\n@0 end\n");
    setlocale(LC_ALL, "C");
    expect_error_of(open_text("$var real 64 ! r $end $enddefinitions $end r0x1p3 !"),
                    "t.vcd:1: \"0x1p3\" is no real number");
    expect_error_of(open_text("$var real 64 ! r $end $enddefinitions $end r !"),
                    "t.vcd:1: \"\" is no real number");
    expect_error_of(open_text("$var real 64 ! r $end $enddefinitions $end b01 !"),
                    "t.vcd:1: \"01\" is no real number");
}

static void every_trigger_of_an_event_is_kept(void **state)
{
    (void)state;
    expect_calls("events", 0, "@0 0!\n@0 1=0\n@5 0!\n@5 0!\n@6 0!\n@7 0!\n@7 1=1\n@7 end\n");
}

static void digits_are_lower_case_and_extended_to_the_left(void **state)
{
    (void)state;
    expect_calls("digits", 0,
                 "@0 0=01xzuwlh-\n@0 0=01xzuwlh-\n@0 0=000000001\n@0 0=000000000\n"
                 "@0 0=xxxxxxxxx\n@0 0=zzzzzzzzz\n@0 0=uuuuuuuu1\n@0 0=--------0\n"
                 "@0 0=hhhhhhhhh\n@0 0=000000001\n@0 0=xxxxxxxxx\n@0 1=l\n@0 1=w\n@0 1=-\n"
                 "@0 end\n");
    expect_error("unknown_digit", "t.vcd:8: \"012\" is no value of bits");
    expect_error_of(open_text(HEAD "b a\n"), "t.vcd:4: \"\" is no value of bits");
    expect_error_of(open_text(HEAD "r1.0 a\n"), "t.vcd:4: a real number for \"a\", which has bits");
}

static void a_value_must_not_be_wider_than_its_signal(void **state)
{
    (void)state;
    expect_error("too_wide", "t.vcd:9: a value of 7 bits for \"b\", which has 6");
}

static void an_identifier_must_be_declared(void **state)
{
    (void)state;
    expect_error("unknown_id", "t.vcd:9: unknown identifier \"d\"");
}

static void unknown_keywords_and_comments_are_skipped(void **state)
{
    (void)state;
    expect_calls("unknown_keyword", 2, "@0 0=0\n@1 0=1\n@1 end\n");
}

static void a_time_scale_needs_no_blank(void **state)
{
    (void)state;
    expect_dictionary("timescale_joined",
                      "signal 0 logic 1\nsignal 1 logic 6\nscope -1 module 'm'\n"
                      "0 wire 1 0 'c'\n0 reg 6 1 'v [5:0]'\ntimescale -13\n");
    expect_error_of(open_text("$timescale 25 ns $end"),
                    "t.vcd:1: timescale \"25 ns\" is not 1, 10 or 100 of s to fs");
    expect_warning("$enddefinitions $end", "t.vcd:1: no $timescale: 1 ns is assumed");
}

static void values_longer_than_any_buffer_are_exact(void **state)
{
    enum { LONG = 700001 };
    struct vcd_reading reading;
    char *text = malloc(2 * LONG + 300), *at = text;
    char *expected = malloc(2 * LONG + 100);

    (void)state;
    assert_true(text && expected);
    at += sprintf(at,
                  "$timescale 1 ns $end $var wire %d ! w $end $var string 0 s s $end\n"
                  "$enddefinitions $end #1 b",
                  LONG);
    for (int i = 0; i < LONG; i++)
        *at++ = i % 7 == 0 || i % 31 == 5 ? '1' : 'z';
    at += sprintf(at, " ! #2 s");
    memset(at, 'q', LONG);
    at += LONG;
    at += sprintf(at, "\n\n s #3 b10 !");
    vcd_reading_init(&reading, fmemopen(text, (size_t)(at - text), "r"), UINT64_MAX, 0);
    assert_int_equal(reading.error, 0);

    at = expected + sprintf(expected, "@1 0=");
    for (int i = 0; i < LONG; i++)
        *at++ = i % 7 == 0 || i % 31 == 5 ? '1' : 'z';
    at += sprintf(at, "\n@2 1=<");
    memset(at, 'q', LONG);
    at += LONG;
    at += sprintf(at, ">\n@3 0=");
    assert_memory_equal(reading.calls, expected, at - expected);
    assert_int_equal(strspn(reading.calls + (at - expected), "0"), LONG - 2);
    vcd_reading_fini(&reading);
    free(expected);
    free(text);
}

/* The file is read in pieces of 256 KiB; here one ends at each place of a few changes. */
static void changes_may_lie_across_the_end_of_a_buffer(void **state)
{
    static const char head[] = HEAD, tail[] = "\n#77 b101 b  1a\r\n #78 bx1 b";
    static char text[(256 << 10) + sizeof tail];

    (void)state;
    for (size_t over = 0; over < sizeof tail; over++) {
        size_t at = (256 << 10) - (sizeof tail - 1) + over;
        struct vcd_reading reading;

        memset(text, ' ', sizeof text);
        memcpy(text, head, sizeof head - 1);
        memcpy(text + at, tail, sizeof tail - 1);
        vcd_reading_init(&reading, fmemopen(text, at + sizeof tail - 1, "r"), UINT64_MAX, 0);
        assert_string_equal(reading.message, "");
        assert_string_equal(reading.calls, "@77 1=000101\n@77 0=1\n@78 1=xxxxx1\n@78 end\n");
        vcd_reading_fini(&reading);
    }
}

static void a_claimed_width_takes_no_memory(void **state)
{
    struct vcd_reading reading;

    (void)state;
    expect_error_of(open_text("$var wire 4000000000 ! w $end"),
                    "t.vcd:1: a variable of 4000000000 bits; 16777216 are supported");
    expect_error_of(open_text("$var wire 99999999999999999999 ! w $end"),
                    "t.vcd:1: width \"99999999999999999999\" is no number of bits");
    expect_error_of(open_text("$var wire -1 ! w $end"),
                    "t.vcd:1: width \"-1\" is no number of bits");
    vcd_reading_init(&reading,
                     open_text("$var wire 10000000 ! w $end $enddefinitions $end\n0! 0!\n1!"),
                     15000000, 0);
    assert_int_equal(reading.error, -ENOMEM);
    assert_string_equal(reading.message, "t.vcd:2: the changes do not fit in 14 MiB of memory");
    vcd_reading_fini(&reading);
}

static void what_is_no_vcd_is_refused_at_once(void **state)
{
    static const char reason[] =
        "t.vcd:1: no VCD file: it must begin with a keyword such as $timescale";

    (void)state;
    expect_error_of(fmemopen((char[]){"\x7f"
                                      "ELF\0\0\0"},
                             7, "r"),
                    reason);
    expect_error_of(open_text("#0\n1!\n"), reason);
    expect_error_of(open_text(" "), reason);
    expect_error("port_values", "t.vcd:8: port values (extended VCD) are not supported");
    expect_error_of(open_text(HEAD "hello\n"), "t.vcd:4: unknown identifier \"ello\"");
    expect_error_of(open_text(HEAD "?\n"),
                    "t.vcd:4: \"?\" is neither a time, a value nor a keyword");
}

static void odd_structure_is_tolerated_with_a_warning(void **state)
{
    (void)state;
    expect_warning("$upscope $end", "t.vcd:1: $upscope outside of any scope");
    expect_warning("$scope module $end", "t.vcd:1: a scope without a name");
    expect_warning("$var wire 1 ! $end", "t.vcd:1: a variable without a name");
    expect_warning("$var wire 0 ! n $end", "t.vcd:1: a width of 0 is taken as 1");
    expect_warning(HEAD "$end", "t.vcd:4: $end without a beginning");
    expect_warning(HEAD "$dumpvars 1a\n", "t.vcd:5: the file ends inside a $dump block");
    expect_warning(HEAD "$var wire 1 z z $end", "t.vcd:4: $var behind the declarations");
    expect_error_of(open_text("$enddefinitions 1a $end"), "t.vcd:1: $enddefinitions without $end");
    expect_error_of(open_text("$upscope $var wire 1 ! n $end"), "t.vcd:1: $upscope without $end");
}

static void warnings_of_a_kind_are_few(void **state)
{
    struct vcd_reading reading;
    char text[4096] = HEAD;

    (void)state;
    for (int i = 0; i < 100; i++)
        strcat(text, "$novel $end\n");
    vcd_reading_init(&reading, open_text(text), UINT64_MAX, 0);
    assert_int_equal(reading.error, 0);
    assert_int_equal(reading.warnings, 4);
    vcd_reading_fini(&reading);
}

static void a_cut_comes_after_so_many_changes(void **state)
{
    struct vcd_reading reading;

    (void)state;
    vcd_reading_init(&reading, open_text(HEAD "1a 0a #4 1a 0a #5 1a"), UINT64_MAX, 2);
    assert_int_equal(reading.error, 0);
    assert_string_equal(reading.calls,
                        "@0 0=1\n@0 0=0\ncut\n@4 0=1\n@4 0=0\ncut\n@5 0=1\n@5 end\n");
    vcd_reading_fini(&reading);
}

static void a_missing_file_is_named(void **state)
{
    struct source_options options = {.name = "no/such.vcd"};
    char message[SOURCE_MESSAGE_BYTES];
    struct source *source;

    (void)state;
    assert_int_equal(vcd_open(&options, &source, message), -ENOENT);
    assert_string_equal(message, "no/such.vcd: No such file or directory");
    options.name = "/";
    assert_int_equal(vcd_open(&options, &source, message), -EISDIR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_must_not_go_back),
        cmocka_unit_test(times_are_exact_up_to_64_bits),
        cmocka_unit_test(a_time_may_end_in_zeros_behind_a_point),
        cmocka_unit_test(the_same_time_twice_merges_and_keeps_every_change),
        cmocka_unit_test(values_of_a_dump_belong_to_the_current_time),
        cmocka_unit_test(changes_before_any_time_are_at_0),
        cmocka_unit_test(a_pause_is_marked_around_its_unknown_values),
        cmocka_unit_test(traces_without_changes_are_valid),
        cmocka_unit_test(the_last_time_is_kept_without_a_change),
        cmocka_unit_test(lines_mean_nothing),
        cmocka_unit_test(a_file_that_ends_inside_a_value_is_truncated),
        cmocka_unit_test(a_missing_enddefinitions_is_tolerated),
        cmocka_unit_test(names_of_one_identifier_share_a_signal_of_the_widest),
        cmocka_unit_test(names_are_not_identity),
        cmocka_unit_test(identifiers_are_any_printable_bytes),
        cmocka_unit_test(many_long_identifiers_are_told_apart),
        cmocka_unit_test(names_are_kept_as_they_are),
        cmocka_unit_test(strings_stay_strings_and_reals_come_back_bit_for_bit),
        cmocka_unit_test(a_real_has_a_decimal_point_in_every_locale),
        cmocka_unit_test(every_trigger_of_an_event_is_kept),
        cmocka_unit_test(digits_are_lower_case_and_extended_to_the_left),
        cmocka_unit_test(a_value_must_not_be_wider_than_its_signal),
        cmocka_unit_test(an_identifier_must_be_declared),
        cmocka_unit_test(unknown_keywords_and_comments_are_skipped),
        cmocka_unit_test(a_time_scale_needs_no_blank),
        cmocka_unit_test(values_longer_than_any_buffer_are_exact),
        cmocka_unit_test(changes_may_lie_across_the_end_of_a_buffer),
        cmocka_unit_test(a_claimed_width_takes_no_memory),
        cmocka_unit_test(what_is_no_vcd_is_refused_at_once),
        cmocka_unit_test(odd_structure_is_tolerated_with_a_warning),
        cmocka_unit_test(warnings_of_a_kind_are_few),
        cmocka_unit_test(a_cut_comes_after_so_many_changes),
        cmocka_unit_test(a_missing_file_is_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
