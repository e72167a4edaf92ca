#include "direct_writer/column.h"
#include "harness/column_source.h"
#include "harness/trace_open.h"
#include "tests/direct_file.h"
#include "tests/direct_recorder.h"
#include "tests/test.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct ho_signal signals[] = {{8, HO_LOGIC}, {0, HO_STRING}, {0, HO_EVENT}};
static const struct ho_variable variables[] = {{"a", "wire", HO_NO_SCOPE, 0, 8},
                                               {"b", "string", HO_NO_SCOPE, 1, 0}};
static const struct ho_dictionary dictionary = {signals, NULL, variables, 3, 0, 2, -9};

/* A few changes and marks; times 10, 20, 25, 30, 40 or so. With or without gaps. */
static void play(struct ho_sink *sink, bool gaps)
{
    assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    ho_sink_change(sink, 10, 0, "00000000", 8);
    ho_sink_change(sink, 10, 1, "a text", 6);
    ho_sink_change(sink, 20, 0, "0101xxzz", 8);
    ho_sink_change(sink, 20, 0, "11111111", 8);
    if (gaps)
        ho_sink_gap(sink, &(struct ho_gap){20, 25, 12});
    ho_sink_mark(sink, 30, HO_MARK_OFF);
    ho_sink_change(sink, 30, 2, NULL, 0);
    if (gaps)
        ho_sink_gap(sink, &(struct ho_gap){30, 30, 1});
    ho_sink_mark(sink, 40, HO_MARK_END);
}

static char *path;

static void write_file(bool gaps)
{
    struct writer_options options = writer_options_defaults(path);
    char message[WRITER_MESSAGE_BYTES];
    struct ho_sink *sink;

    assert_int_equal(column_writer.open(&options, &sink, message), 0);
    play(sink, gaps);
    assert_int_equal(ho_sink_close(sink, NULL), 0);
}

static struct source *open_file(uint64_t cut_every)
{
    struct source_options options = source_options_defaults();
    char message[SOURCE_MESSAGE_BYTES];
    struct source *source;

    options.name = path;
    options.cut_every = cut_every;
    if (trace_open(&options, &source, message))
        fail_msg("%s", message);
    return source;
}

/* Whether the source makes the calls that the file was made of; twice, since it may. */
static void makes_what_was_written(struct source *source, bool gaps)
{
    struct direct_recorder got, wanted;

    direct_recorder_init(&wanted);
    play(&wanted.sink, gaps);
    for (int i = 0; i < 2; i++) {
        direct_recorder_init(&got);
        assert_int_equal(ho_sink_setup(&got.sink, &source->dictionary), 0);
        assert_int_equal(source_drive(source, &got.sink), 0);
        assert_true(direct_recorder_same(&got, &wanted));
        direct_recorder_fini(&got);
    }
    direct_recorder_fini(&wanted);
}

static int begin(void **state)
{
    (void)state;
    path = direct_file_path();
    return 0;
}

static int end(void **state)
{
    (void)state;
    direct_file_remove(path);
    return 0;
}

static void a_file_makes_the_calls_that_it_was_made_of(void **state)
{
    struct source *source;

    (void)state;
    write_file(false);
    source = open_file(0);
    assert_int_equal(source->events, 5);
    assert_int_equal(source->times, 4);
    assert_true(source->by_signal);
    assert_int_equal(column_source_gaps(source), 0);
    makes_what_was_written(source, false);
    source_close(source);
}

static void gaps_are_told_where_they_were(void **state)
{
    struct source *source;

    (void)state;
    write_file(true);
    source = open_file(0);
    assert_int_equal(source->events, 5);
    assert_int_equal(source->times, 5);
    assert_int_equal(column_source_gaps(source), 2);
    makes_what_was_written(source, true);
    source_close(source);
}

/* A sink that counts cuts and the changes before the last of them. */
struct cuts {
    struct ho_sink sink;
    unsigned changes, cuts, changes_before;
};

static int count_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                        uint32_t len)
{
    (void)time, (void)id, (void)value, (void)len;
    ((struct cuts *)sink)->changes++;
    return 0;
}

static int ignore_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    (void)sink, (void)time, (void)mark;
    return 0;
}

static int count_cut(struct ho_sink *sink)
{
    struct cuts *cuts = (struct cuts *)sink;

    cuts->cuts++;
    cuts->changes_before = cuts->changes;
    return 0;
}

static void cuts_are_where_they_are_asked_for(void **state)
{
    static const struct ho_sink_ops ops = {
        .name = "cuts", .change = count_change, .mark = ignore_mark, .cut = count_cut};
    struct cuts cuts = {.sink = {&ops}};
    struct source *source;

    (void)state;
    write_file(true);
    source = open_file(2);
    assert_int_equal(source_drive(source, &cuts.sink), 0);
    assert_int_equal(cuts.cuts, 2);
    assert_int_equal(cuts.changes_before, 4);
    source_close(source);
}

static void a_damaged_or_missing_file_is_refused_with_its_name(void **state)
{
    struct source_options options = source_options_defaults();
    char message[SOURCE_MESSAGE_BYTES];
    struct source *source;
    unsigned char *bytes;
    size_t count;

    (void)state;
    options.name = "no/such.hcol";
    assert_int_equal(trace_open(&options, &source, message), -ENOENT);
    assert_string_equal(message, "no/such.hcol: No such file or directory");

    write_file(false);
    bytes = direct_file_load(path, &count);
    options.name = path;
    for (size_t cut = 0; cut < count; cut += 7) {
        direct_file_store(path, bytes, cut);
        assert_int_equal(trace_open(&options, &source, message), -EBADMSG);
        assert_int_equal(strncmp(message, path, strlen(path)), 0);
    }
    free(bytes);
}

static void only_traces_that_a_source_takes_are_readable(void **state)
{
    (void)state;
    assert_true(trace_readable(".vcd"));
    assert_true(trace_readable(".hcol"));
    assert_false(trace_readable(".csv"));
    assert_false(trace_readable(""));
    assert_false(trace_readable(NULL));
    assert_true(trace_ends_with("a.vcd", ".vcd"));
    assert_false(trace_ends_with("vcd", ".vcd"));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(a_file_makes_the_calls_that_it_was_made_of),
        CASE(gaps_are_told_where_they_were),
        CASE(cuts_are_where_they_are_asked_for),
        CASE(a_damaged_or_missing_file_is_refused_with_its_name),
        CASE(only_traces_that_a_source_takes_are_readable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
