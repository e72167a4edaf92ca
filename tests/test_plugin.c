/*
 * Writers that are loaded at run time: what is refused, and how it is said.
 */
#include "direct_writer/plugin.h"
#include "tests/test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OBEDIENT TEST_PLUGINS "/obedient.so"

static void loads(const char *name)
{
    char message[WRITER_MESSAGE_BYTES] = "";

    assert_int_equal(plugin_load(name, message), 0);
    assert_string_equal(message, "");
}

static void is_refused(const char *name, int error, const char *why)
{
    char message[WRITER_MESSAGE_BYTES] = "";

    assert_int_equal(plugin_load(name, message), error);
    assert_string_equal(message, why);
    assert_null(plugin_find(name));
}

static int open_with(const char *words, struct ho_sink **sink, char message[WRITER_MESSAGE_BYTES])
{
    struct writer_options options = writer_options_defaults("/nowhere/at/all");

    options.words = words;
    message[0] = '\0';
    loads(OBEDIENT);
    return writer_find(OBEDIENT)->open(&options, sink, message);
}

static void does_not_open(const char *words, int error, const char *why)
{
    char message[WRITER_MESSAGE_BYTES];
    struct ho_sink *sink;

    assert_int_equal(open_with(words, &sink, message), error);
    assert_string_equal(message, why);
}

static void a_shared_object_that_is_no_plugin_is_refused_with_one_line(void **state)
{
    (void)state;
    is_refused(TEST_PLUGINS "/no_symbol.so", -EINVAL,
               "no symbol handoff_plugin (see ring/plugin.h)");
    is_refused(TEST_PLUGINS "/other_abi.so", -EINVAL,
               "was built for plugin ABI 2, this program has 1: build it again");
    is_refused(TEST_PLUGINS "/no_name.so", -EINVAL, "its handoff_plugin has no name");
    is_refused(TEST_PLUGINS "/no_open.so", -EINVAL, "its handoff_plugin has no open");
    is_refused(TEST_PLUGINS "/odd_suffix.so", -EINVAL,
               "its suffix is not a dot and up to 15 bytes without a '/'");
}

static void what_is_no_shared_object_is_refused_with_one_line(void **state)
{
    char folder[] = "/tmp/test_plugin.XXXXXX", file[64], message[WRITER_MESSAGE_BYTES] = "";
    FILE *stream;

    (void)state;
    assert_non_null(mkdtemp(folder));
    is_refused(folder, -EINVAL, "not a regular file");

    snprintf(file, sizeof file, "%s/x.so", folder);
    is_refused(file, -ENOENT, "No such file or directory");
    assert_int_equal(mkfifo(file, 0600), 0);
    is_refused(file, -EINVAL, "not a regular file");
    assert_int_equal(unlink(file), 0);

    stream = fopen(file, "w");
    assert_non_null(stream);
    assert_true(fputs("text", stream) >= 0 && fclose(stream) == 0);
    assert_int_equal(plugin_load(file, message), -ENOEXEC); /* the words are the system's */
    assert_string_not_equal(message, "");
    assert_null(strchr(message, '\n'));
    assert_null(strstr(message, file)); /* which the caller says */
    assert_int_equal(unlink(file), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void a_loaded_plugin_is_found_by_its_file_alone(void **state)
{
    const struct writer *writer;

    (void)state;
    assert_true(plugin_is_name("./mine.so") && plugin_is_name("/mine"));
    assert_false(plugin_is_name("mine.so") || plugin_is_name(""));

    assert_null(writer_find(OBEDIENT));
    loads(OBEDIENT);
    writer = writer_find(OBEDIENT);
    assert_non_null(writer);
    assert_string_equal(writer->name, "obedient");
    assert_null(writer->suffix);
    assert_null(writer->read);
    assert_false(writer->parallel);
    assert_null(writer_find("obedient"));
    assert_null(writer_find("./obedient.so"));

    is_refused(TEST_PLUGINS "/no_open.so", -EINVAL, "its handoff_plugin has no open");
    assert_ptr_equal(writer_find(OBEDIENT), writer);
    loads(OBEDIENT);
    assert_ptr_equal(writer_find(OBEDIENT), writer);
    loads(PLUGIN_CSV);
    assert_null(writer_find(OBEDIENT));
    assert_string_equal(writer_find(PLUGIN_CSV)->suffix, ".csv");
}

static void words_are_keys_with_values(void **state)
{
    static const struct {
        const char *words, *fault;
    } wrong[] = {
        {"a", "\"a\" is not KEY=VALUE"},         {"=1", "\"=1\" is not KEY=VALUE"},
        {"a=1,", "\"\" is not KEY=VALUE"},       {",a=1", "\"\" is not KEY=VALUE"},
        {"a=1,b,c=2", "\"b\" is not KEY=VALUE"},
    };
    static const char *const right[] = {NULL, "", "a=", "a=1", "a=1,a==,b=;"};
    char message[WRITER_MESSAGE_BYTES] = "";

    (void)state;
    for (size_t i = 0; i < sizeof right / sizeof *right; i++)
        assert_int_equal(plugin_check_words(right[i], message), 0);
    assert_string_equal(message, "");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(plugin_check_words(wrong[i].words, message), -EINVAL);
        assert_string_equal(message, wrong[i].fault);
        does_not_open(wrong[i].words, -EINVAL, wrong[i].fault);
    }
}

static void open_is_given_the_options_in_order(void **state)
{
    (void)state;
    does_not_open("b=2,a=1=2,b=,echo=;", -EINVAL, "<b|2><a|1=2><b|><echo|;>");
}

static void a_failed_open_comes_out_with_its_line(void **state)
{
    char lines[WRITER_MESSAGE_BYTES];

    (void)state;
    does_not_open("error=-28,message=no room", -ENOSPC, "no room");
    does_not_open("error=-28", -ENOSPC, "");
    does_not_open("error=28", -ENOSPC, ""); /* it forgot the sign */

    memset(lines, 'x', sizeof lines);
    lines[WRITER_MESSAGE_BYTES / 2] = '\0';
    does_not_open("error=-22,lines=", -EINVAL, lines);
    does_not_open("error=-22,message=two\nlines\n", -EINVAL, "two lines");
}

static void a_sink_without_all_functions_is_refused(void **state)
{
    (void)state;
    does_not_open("nothing=", -EINVAL, "the plugin's open returned 0 and no sink");
    does_not_open("without=close", -EINVAL, "the plugin's sink has no close");
}

static const struct ho_signal signals[] = {
    {12, HO_BITS}, {4, HO_LOGIC}, {64, HO_REAL}, {0, HO_STRING}, {0, HO_EVENT}};
static const struct ho_dictionary dictionary = {.signals = signals, .signal_count = 5};

static void a_change_that_fails_is_an_error_of_every_later_call(void **state)
{
    char message[WRITER_MESSAGE_BYTES];
    struct ho_sink *sink;

    (void)state;
    assert_int_equal(open_with("fail-at=3", &sink, message), 0);
    assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    assert_int_equal(ho_sink_change(sink, 0, 4, NULL, 0), 0);
    assert_int_equal(ho_sink_change(sink, 1, 4, NULL, 0), 0);
    assert_int_equal(ho_sink_change(sink, 2, 4, NULL, 0), -EIO);
    assert_int_equal(ho_sink_cut(sink), -EIO);
    assert_int_equal(ho_sink_close(sink, NULL), -EIO);
}

/* A value of each kind. Returns what close returns. */
static int drive(struct ho_sink *sink)
{
    static const uint8_t bits[] = {0xbc, 0x0a};
    const double real = 1.0;

    ho_sink_setup(sink, &dictionary);
    ho_sink_change(sink, 0, 0, bits, sizeof bits);
    ho_sink_change(sink, 7, 1, "01xz", 4);
    ho_sink_cut(sink);
    ho_sink_change(sink, 7, 2, &real, sizeof real);
    ho_sink_change(sink, UINT64_MAX, 3, "a;\"b\"\n", 6);
    ho_sink_change(sink, UINT64_MAX, 4, NULL, 0);
    ho_sink_mark(sink, UINT64_MAX, HO_MARK_END);
    return ho_sink_close(sink, NULL);
}

static int open_csv(const char *path, const char *words, struct ho_sink **sink)
{
    struct writer_options options = writer_options_defaults(path);
    char message[WRITER_MESSAGE_BYTES] = "";

    options.words = words;
    loads(PLUGIN_CSV);
    return writer_find(PLUGIN_CSV)->open(&options, sink, message);
}

static void the_csv_example_writes_a_row_for_each_change(void **state)
{
    static const char rows[] = "0;0;\"0abc\"\n7;1;\"01xz\"\n7;2;\"3ff0000000000000\"\n"
                               "18446744073709551615;3;\"a;\"\"b\"\"\n\"\n"
                               "18446744073709551615;4;\"\"\n";
    char file[] = "/tmp/test_plugin.XXXXXX", text[256];
    int descriptor = mkstemp(file);
    struct ho_sink *sink;
    ssize_t length;

    (void)state;
    assert_true(descriptor >= 0);
    assert_int_equal(open_csv(file, "separator=;", &sink), 0);
    assert_int_equal(drive(sink), 0);
    length = read(descriptor, text, sizeof text - 1);
    assert_true(length >= 0);
    text[length] = '\0';
    assert_string_equal(text, rows);
    close(descriptor);
    unlink(file);
}

static void the_csv_example_returns_what_the_system_refuses(void **state)
{
    struct ho_sink *sink;

    (void)state;
    assert_int_equal(open_csv("/nowhere/x.csv", NULL, &sink), -ENOENT);
    assert_int_equal(open_csv("/nowhere/x.csv", "separator=ab", &sink), -EINVAL);
    assert_int_equal(open_csv("/nowhere/x.csv", "colour=b", &sink), -EINVAL);
    if (access("/dev/full", W_OK))
        return;
    assert_int_equal(open_csv("/dev/full", NULL, &sink), 0);
    assert_int_equal(drive(sink), -ENOSPC);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shared_object_that_is_no_plugin_is_refused_with_one_line),
        cmocka_unit_test(what_is_no_shared_object_is_refused_with_one_line),
        cmocka_unit_test(a_loaded_plugin_is_found_by_its_file_alone),
        cmocka_unit_test(words_are_keys_with_values),
        cmocka_unit_test(open_is_given_the_options_in_order),
        cmocka_unit_test(a_failed_open_comes_out_with_its_line),
        cmocka_unit_test(a_sink_without_all_functions_is_refused),
        cmocka_unit_test(a_change_that_fails_is_an_error_of_every_later_call),
        cmocka_unit_test(the_csv_example_writes_a_row_for_each_change),
        cmocka_unit_test(the_csv_example_returns_what_the_system_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
