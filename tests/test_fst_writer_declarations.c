#include "tests/test.h"

#include "synth_gen/fst.h"
#include "tests/direct_file.h"
#include "tests/fst_round.h"
#include "tests/vcd_reading.h"

#include <stdlib.h>
#include <string.h>

static void declarations_come_back(void **state)
{
    static const struct ho_signal signals[] = {{8, HO_LOGIC},  {1, HO_BITS},  {64, HO_REAL},
                                               {0, HO_STRING}, {0, HO_EVENT}, {4, HO_LOGIC}};
    static const struct ho_scope scopes[] = {{"top", "module", HO_NO_SCOPE},
                                             {"f", "function", 0},
                                             {"odd", "a b", 1},
                                             {"late", "vhdl_block", 0}};
    static const struct ho_variable variables[] = {
        {"data [7:0]", "reg", 0, 0, 8},
        {"clk", "logic", 1, 1, 1},
        {"\\odd name ", "port", 0, 1, 1},
        {"r", "wire", 0, 2, 64},
        {"d_lo [3:0]", "integer", 2, 0, 4},
        {"wide", "parameter", 2, 0, 99},
        {"s", "reg", HO_NO_SCOPE, 3, 0},
        {"e", "event", 0, 4, 1},
        {"rt", "realtime", 0, 2, 64},
        {"part [1:0]", "wire", 0, 5, 2},
        {"all", "tri", 0, 5, 4},
    };
    static const struct ho_dictionary dictionary = {.signals = signals,
                                                    .signal_count = 6,
                                                    .scopes = scopes,
                                                    .scope_count = 4,
                                                    .variables = variables,
                                                    .variable_count = 11,
                                                    .timescale = -13};
    struct fst_round round;
    struct fst_contents contents;

    (void)state;
    fst_round_begin(&round, &dictionary, false);
    fst_round_end(&round, &contents);
    assert_int_equal(contents.timescale, -13);
    assert_string_equal(
        contents.declared,
        "scope 0 top\n5 8 1 data [7:0]\nscope 2 f\n23 1 2 clk\nup\n16 1 2 \\odd name \n3 8 3 r\n"
        "scope 2 f\nscope 0 odd\n1 4 1 d_lo [3:0]\n2 8 1 wide\nup\nup\nup\n21 0 4 s\n"
        "scope 0 top\n0 1 5 e\n20 8 3 rt\n16 4 6 signal_5\n16 2 6 part [1:0]\n9 4 6 all\n"
        "scope 17 late\nup\nup\n");
    fst_contents_fini(&contents);
}

static void signals_without_a_variable_follow_all_others(void **state)
{
    static const struct ho_signal signals[] = {{2, HO_BITS}, {64, HO_REAL}, {3, HO_LOGIC}};
    static const struct ho_variable variables[] = {{"last", "wire", HO_NO_SCOPE, 2, 3}};
    static const struct ho_dictionary dictionary = {
        .signals = signals, .signal_count = 3, .variables = variables, .variable_count = 1};
    struct fst_round round;
    struct fst_contents contents;

    (void)state;
    fst_round_begin(&round, &dictionary, false);
    assert_int_equal(ho_sink_change(round.sink, 4, 2, "01z", 3), 0);
    assert_int_equal(ho_sink_change(round.sink, 4, 0, "\2", 1), 0);
    assert_int_equal(ho_sink_close(round.sink, NULL), 0);
    fst_contents_init(&contents, round.path);
    assert_string_equal(contents.declared, "16 3 1 last\n16 2 2 signal_0\n3 8 3 signal_1\n");
    assert_string_equal(contents.changes, "@4 1=01z\n@4 2=10\n");
    fst_contents_fini(&contents);
    direct_file_remove(round.path);
}

static void a_hundred_thousand_signals_are_declared_in_their_order(void **state)
{
    enum { COUNT = 100000 };
    struct ho_signal *signals = calloc(COUNT, sizeof *signals);
    struct ho_dictionary dictionary = {.signals = signals, .signal_count = COUNT};
    struct fst_round round;
    struct fst_contents contents;

    (void)state;
    assert_non_null(signals);
    for (uint32_t id = 0; id < COUNT; id++)
        signals[id] = (struct ho_signal){1 + id % 40, HO_BITS};
    fst_round_begin(&round, &dictionary, false);
    for (uint32_t id = 0; id < COUNT; id += 7)
        fst_round_change(&round, id / 1000, id, "\1\0\0\0\0", (1 + id % 40 + 7) / 8);
    fst_round_end(&round, &contents);
    assert_non_null(strstr(contents.declared, "\n16 40 100000 signal_99999\n"));
    fst_contents_fini(&contents);
    free(signals);
}

static void a_long_name_is_written_though_the_library_reads_512_bytes_of_it(void **state)
{
    static const struct ho_signal signals[] = {{1, HO_BITS}};
    static char name[5000];
    const struct ho_variable variables[] = {{name, "wire", HO_NO_SCOPE, 0, 1}};
    const struct ho_dictionary dictionary = {
        .signals = signals, .signal_count = 1, .variables = variables, .variable_count = 1};
    struct source_options options = source_options_defaults();
    char message[SOURCE_MESSAGE_BYTES];
    struct source *source;
    struct fst_round round;
    const char *read;

    (void)state;
    memset(name, 'n', sizeof name - 1);
    fst_round_begin(&round, &dictionary, false);
    assert_int_equal(ho_sink_close(round.sink, NULL), 0);
    options.name = round.path;
    assert_int_equal(fst_open(&options, &source, message), 0);
    read = source->dictionary.variables[0].name;
    assert_true(strlen(read) >= 512);
    assert_memory_equal(read, name, strlen(read));
    source_close(source);
    direct_file_remove(round.path);
}

/* By fst2vcd, where it is installed: another reader. */
static void fst2vcd_reads_the_same(void **state)
{
    static const char calls[] = "@4 0=00000001\n@5 1=1\n@6 4!\n@7 0=x01zx01z\n@9 0=00000010\n"
                                "@9 0=00000010\n@12 end\n";
    static const struct ho_signal signals[] = {
        {8, HO_LOGIC}, {1, HO_BITS}, {64, HO_REAL}, {0, HO_STRING}, {0, HO_EVENT}};
    static const struct ho_dictionary dictionary = FST_ROUND_DICTIONARY(signals);
    struct fst_round round;
    struct vcd_reading reading;
    char command[5000];
    FILE *vcd;

    (void)state;
    if (system("fst2vcd --help >/dev/null 2>&1") != 0)
        skip();
    fst_round_begin(&round, &dictionary, false);
    fst_round_change(&round, 4, 0, "00000001", 8);
    fst_round_change(&round, 5, 1, "\1", 1);
    fst_round_change(&round, 6, 4, NULL, 0);
    fst_round_change(&round, 7, 0, "x01zx01z", 8);
    fst_round_change(&round, 9, 0, "00000010", 8);
    fst_round_change(&round, 9, 0, "00000010", 8);
    fst_round_mark(&round, 12, HO_MARK_END);
    assert_int_equal(ho_sink_close(round.sink, NULL), 0);
    snprintf(command, sizeof command, "fst2vcd '%s'", round.path);
    vcd = popen(command, "r");
    assert_non_null(vcd);
    vcd_reading_init(&reading, vcd, UINT64_MAX, 0);
    assert_int_equal(reading.error, 0);
    assert_string_equal(reading.calls, calls);
    vcd_reading_fini(&reading);
    free(fst_contents_text(&round.expected));
    direct_file_remove(round.path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(declarations_come_back),
        cmocka_unit_test(signals_without_a_variable_follow_all_others),
        cmocka_unit_test(a_hundred_thousand_signals_are_declared_in_their_order),
        cmocka_unit_test(a_long_name_is_written_though_the_library_reads_512_bytes_of_it),
        cmocka_unit_test(fst2vcd_reads_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
