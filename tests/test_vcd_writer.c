/* The VCD writer: a file of its own, how it can end, what is refused. */
#include "tests/test.h"

#include "direct_writer/vcd.h"
#include "direct_writer/vcd_text.h"
#include "tests/direct_file.h"
#include "tests/vcd_reading.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct ho_signal signals[] = {{8, HO_LOGIC}, {0, HO_STRING}};
static const struct ho_dictionary dictionary = {.signals = signals, .signal_count = 2};

#define DECLARATIONS                                                \
    "$version handoff $end\n$timescale 1 s $end\n"                  \
    "$var wire 8 ! signal_0 $end\n$var string 0 \" signal_1 $end\n" \
    "$enddefinitions $end\n"

static struct ho_sink *open_writer(const char *path)
{
    struct writer_options options = writer_options_defaults(path);
    char message[WRITER_MESSAGE_BYTES] = "";
    struct ho_sink *sink;

    assert_int_equal(vcd_writer.open(&options, &sink, message), 0);
    return sink;
}

/* A sink that is set up. */
static struct ho_sink *begin(const char *path)
{
    struct ho_sink *sink = open_writer(path);

    assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    return sink;
}

static void expect_file(const char *path, const char *text)
{
    size_t bytes;
    char *data = (char *)direct_file_load(path, &bytes);

    data[bytes] = 0;
    assert_string_equal(data, text);
    free(data);
}

/* At times from on, until an error: its number. */
static int write_many(struct ho_sink *sink, uint64_t from, uint64_t count)
{
    int error = 0;

    for (uint64_t i = from; i < from + count && !error; i++)
        error = ho_sink_change(sink, i, 0, "10xz0101", 8);
    return error;
}

static void it_is_in_the_table(void **state)
{
    (void)state;
    assert_ptr_equal(writer_find("vcd"), &vcd_writer);
    assert_string_equal(vcd_writer.suffix, ".vcd");
}

static void a_file_is_created_or_truncated_and_says_its_date(void **state)
{
    char *path = direct_file_path();

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct ho_close_times times = {
            .encode_ns = UINT64_MAX, .commit_ns = 0, .join_ns = UINT64_MAX};
        struct ho_sink *sink = begin(path);

        assert_int_equal(ho_sink_change(sink, 7, 1, "s", 1), 0);
        if (i == 0)
            assert_int_equal(write_many(sink, 8, 100000), 0);
        assert_int_equal(ho_sink_close(sink, &times), 0);
        assert_true(times.encode_ns != UINT64_MAX && times.join_ns != UINT64_MAX);
        assert_true(times.commit_ns > 0);
    }
    expect_file(path, "$date Thu Jan  1 00:00:00 1970 $end\n" DECLARATIONS "#7\nss \"\n");
    direct_file_remove(path);
}

static void without_a_date_it_says_none(void **state)
{
    char *path = direct_file_path();
    struct writer_options options = {.path = path};
    struct ho_sink *sink;

    (void)state;
    assert_int_equal(vcd_writer.open(&options, &sink, NULL), 0);
    assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    assert_int_equal(ho_sink_close(sink, NULL), 0);
    expect_file(path, DECLARATIONS);
    direct_file_remove(path);
}

static void a_path_that_cannot_be_written_is_refused(void **state)
{
    static const struct {
        const char *path, *date;
        int error;
    } wrong[] = {
        {NULL, "", -EINVAL},
        {"no/such/folder/out.vcd", "", -ENOENT},
        {"/", "", -EISDIR},
        {"/dev/null/out.vcd", "", -ENOTDIR},
        {"/dev/null", "a $end b", -EINVAL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct writer_options options = {.path = wrong[i].path, .date = wrong[i].date};
        char message[WRITER_MESSAGE_BYTES] = "";
        struct ho_sink *sink;

        assert_int_equal(vcd_writer.open(&options, &sink, message), wrong[i].error);
    }
}

static void what_cannot_be_synced_is_no_loss(void **state)
{
    struct ho_sink *sink = begin("/dev/null");

    (void)state;
    assert_int_equal(write_many(sink, 0, 10), 0);
    assert_int_equal(ho_sink_close(sink, NULL), 0);
}

static void a_sink_that_was_never_set_up_leaves_an_empty_file(void **state)
{
    char *path = direct_file_path();
    struct ho_sink *sink = open_writer(path);

    (void)state;
    assert_int_equal(ho_sink_close(sink, NULL), 0);
    expect_file(path, "");
    direct_file_remove(path);
}

static int call(struct ho_sink *sink, int which)
{
    static const struct ho_gap gap = {3, 4, 5};

    switch (which) {
    case 0:
        return ho_sink_change(sink, 9, 0, "00000000", 8);
    case 1:
        return ho_sink_mark(sink, 9, HO_MARK_ON);
    case 2:
        return ho_sink_gap(sink, &gap);
    case 3:
        return ho_sink_changes(sink, &(struct ho_change){9, "00000000", 0, 8}, 1);
    default:
        return ho_sink_cut(sink);
    }
}

static void no_call_comes_before_setup(void **state)
{
    char *path = direct_file_path();

    (void)state;
    for (int which = 0; which < 5; which++) {
        struct ho_sink *sink = open_writer(path);

        assert_int_equal(call(sink, which), -EINVAL);
        assert_int_equal(ho_sink_setup(sink, &dictionary), -EINVAL);
        assert_int_equal(ho_sink_close(sink, NULL), -EINVAL);
        expect_file(path, "");
    }
    direct_file_remove(path);
}

static void misuse_sticks_and_what_came_before_it_is_kept(void **state)
{
    static const struct ho_signal no_width[] = {{0, HO_BITS}};
    static const struct ho_dictionary invalid = {.signals = no_width, .signal_count = 1};
    char *path = direct_file_path();

    (void)state;
    for (int wrong = 0; wrong < 7; wrong++) {
        struct writer_options options = {.path = path};
        struct ho_sink *sink;
        int error = 0;

        assert_int_equal(vcd_writer.open(&options, &sink, NULL), 0);
        if (wrong == 0)
            error = ho_sink_setup(sink, &invalid);
        else
            assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
        if (wrong > 0)
            assert_int_equal(ho_sink_change(sink, 8, 1, "kept", 4), 0);
        if (wrong == 1)
            error = ho_sink_setup(sink, &dictionary);
        if (wrong == 2)
            error = ho_sink_change(sink, 9, 2, "00000000", 8);
        if (wrong == 3)
            error = ho_sink_change(sink, 9, 0, "000000000", 9);
        if (wrong == 4)
            error = ho_sink_change(sink, 7, 0, "00000000", 8);
        if (wrong == 5)
            error = ho_sink_mark(sink, 9, (enum ho_mark)(HO_MARK_ON + 1));
        if (wrong == 6)
            error = ho_sink_mark(sink, 7, HO_MARK_END);
        assert_int_equal(error, -EINVAL);
        for (int which = 0; which < 5; which++)
            assert_int_equal(call(sink, which), -EINVAL);
        assert_int_equal(ho_sink_close(sink, NULL), -EINVAL);
        expect_file(path, wrong > 0 ? DECLARATIONS "#8\nskept \"\n" : "");
    }
    direct_file_remove(path);
}

static void expect_refused(const char *path, uint64_t events, int refusal)
{
    struct ho_sink *sink = begin(path);
    int error = write_many(sink, 0, events);

    assert_true(error == 0 || error == refusal);
    if (events > VCD_TEXT_BYTES)
        assert_int_equal(error, refusal);
    assert_int_equal(ho_sink_cut(sink), refusal);
    for (int which = 0; which < 5; which++)
        assert_int_equal(call(sink, which), refusal);
    assert_int_equal(ho_sink_close(sink, NULL), refusal);

    sink = begin(path);
    write_many(sink, 0, events);
    assert_int_equal(ho_sink_close(sink, NULL), refusal);
}

static void a_full_disk_is_found_at_the_latest_at_a_cut_or_at_close(void **state)
{
    struct stat full;

    (void)state;
    if (stat("/dev/full", &full) != 0 || !S_ISCHR(full.st_mode))
        skip();
    expect_refused("/dev/full", 1, -ENOSPC);
    expect_refused("/dev/full", 2 * VCD_TEXT_BYTES, -ENOSPC);
}

static void a_limit_of_the_file_size_is_a_full_disk(void **state)
{
    char *path = direct_file_path();
    struct rlimit old, limit;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);

    (void)state;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    limit = old;
    limit.rlim_cur = VCD_TEXT_BYTES + 1000; /* inside a piece */
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    expect_refused(path, 2 * VCD_TEXT_BYTES, -EFBIG);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    signal(SIGXFSZ, handler);
    direct_file_remove(path);
}

static void wait_for(pid_t child)
{
    int status;

    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void what_was_cut_survives_a_crash(void **state)
{
    char *path = direct_file_path();
    struct vcd_reading reading;
    pid_t child;

    (void)state;
    child = fork();
    if (child == 0) {
        struct ho_sink *sink = begin(path);

        if (write_many(sink, 0, 10000) || ho_sink_cut(sink) || write_many(sink, 20000, 5))
            _exit(1);
        _exit(0);
    }
    wait_for(child);
    vcd_reading_init(&reading, fopen(path, "r"), UINT64_MAX, 0);
    assert_string_equal(reading.message, "");
    assert_int_equal(reading.source->events, 10000);
    assert_int_equal(reading.source->times, 10000);
    vcd_reading_fini(&reading);
    direct_file_remove(path);
}

/* Its exit must not write the parent's text once more. */
static void a_child_that_exits_leaves_the_file_alone(void **state)
{
    char *path = direct_file_path();
    struct ho_sink *sink = begin(path);
    pid_t child;

    (void)state;
    assert_int_equal(ho_sink_change(sink, 1, 1, "a", 1), 0);
    fflush(NULL);
    child = fork();
    if (child == 0)
        exit(0);
    wait_for(child);
    assert_int_equal(ho_sink_change(sink, 2, 1, "b", 1), 0);
    assert_int_equal(ho_sink_close(sink, NULL), 0);
    expect_file(path,
                "$date Thu Jan  1 00:00:00 1970 $end\n" DECLARATIONS "#1\nsa \"\n#2\nsb \"\n");
    direct_file_remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_in_the_table),
        cmocka_unit_test(a_file_is_created_or_truncated_and_says_its_date),
        cmocka_unit_test(without_a_date_it_says_none),
        cmocka_unit_test(a_path_that_cannot_be_written_is_refused),
        cmocka_unit_test(what_cannot_be_synced_is_no_loss),
        cmocka_unit_test(a_sink_that_was_never_set_up_leaves_an_empty_file),
        cmocka_unit_test(no_call_comes_before_setup),
        cmocka_unit_test(misuse_sticks_and_what_came_before_it_is_kept),
        cmocka_unit_test(a_full_disk_is_found_at_the_latest_at_a_cut_or_at_close),
        cmocka_unit_test(a_limit_of_the_file_size_is_a_full_disk),
        cmocka_unit_test(what_was_cut_survives_a_crash),
        cmocka_unit_test(a_child_that_exits_leaves_the_file_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
