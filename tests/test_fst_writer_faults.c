/* The FST writer while its files cannot be written. */
#include "tests/test.h"

#include "direct_writer/fst.h"
#include "tests/direct_file.h"
#include "tests/fst_round.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* The library's own descriptor of path: the lower of two, as it opened the file first. */
static int descriptor_of(const char *path)
{
    char real[4200], name[64], link[4200];

    assert_non_null(realpath(path, real));
    for (int fd = 3; fd < 1024; fd++) {
        ssize_t bytes;

        snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
        bytes = readlink(name, link, sizeof link - 1);
        if (bytes < 0)
            continue;
        link[bytes] = 0;
        if (strcmp(link, real) == 0)
            return fd;
    }
    fail();
    return -1;
}

/* From now on the library writes to what fails, device opened by flags. */
static void break_descriptor(struct fst_round *round, const char *device, int flags)
{
    int broken = open(device, flags);

    assert_true(broken >= 0);
    assert_true(dup2(broken, descriptor_of(round->path)) >= 0);
    close(broken);
}

static void a_write_that_fails_is_an_error_of_close(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        struct fst_round round;

        fst_round_begin(&round, &fst_round_kinds, i % 2);
        if (i & 2)
            fst_round_random(&round, 1, 100, 0);
        break_descriptor(&round, i & 4 ? "/dev/full" : "/dev/null", i & 4 ? O_RDWR : O_RDONLY);
        fst_round_drop(&round, -EIO);
    }
}

static void a_write_that_fails_is_noticed_at_the_end_of_a_section(void **state)
{
    struct fst_round round;

    (void)state;
    fst_round_begin(&round, &fst_round_kinds, false);
    fst_round_random(&round, 1, 100, 0);
    break_descriptor(&round, "/dev/full", O_RDWR);
    assert_int_equal(ho_sink_cut(round.sink), 0);
    assert_int_equal(ho_sink_change(round.sink, UINT64_MAX, 0, "\1", 1), -EIO);
    fst_round_drop(&round, -EIO);
}

/* Files of this process can grow to so many bytes only. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;

    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void a_full_disk_is_an_error_of_close(void **state)
{
    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    for (unsigned parallel = 0; parallel < 2; parallel++) {
        struct fst_round round;

        fst_round_begin(&round, &fst_round_kinds, parallel);
        fst_round_random(&round, 1, 1000, 0);
        limit_files(20000);
        assert_int_equal(ho_sink_close(round.sink, NULL), -EFBIG);
        limit_files(RLIM_INFINITY);
        fst_round_expect_alone(round.path);
        free(fst_contents_text(&round.expected));
        direct_file_remove(round.path);
    }
}

/* Returns the error of the first call that has one. */
static int write_under_limit(const char *path, const struct ho_dictionary *dictionary,
                             uint64_t times)
{
    struct writer_options options = writer_options_defaults(path);
    char message[WRITER_MESSAGE_BYTES];
    struct ho_sink *sink;
    int error = fst_writer.open(&options, &sink, message);

    if (error)
        return error;
    ho_sink_setup(sink, dictionary);
    for (uint64_t time = 0; time < times; time++)
        ho_sink_change(sink, time << 30, 0, "\1", 1);
    ho_sink_cut(sink);
    ho_sink_change(sink, UINT64_MAX, 0, "\0", 1);
    return ho_sink_close(sink, NULL);
}

/* What the library holds when it must not go on is lost, so this is a process of its own. */
static int write_apart(const struct ho_dictionary *dictionary, uint64_t times, rlim_t bytes)
{
    char *path = direct_file_path();
    pid_t child = fork();
    int status;

    if (child == 0) {
        limit_files(bytes);
        _exit(-write_under_limit(path, dictionary, times));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    fst_round_expect_alone(path);
    direct_file_remove(path);
    return -WEXITSTATUS(status);
}

/* The library maps its temporary files as long as they should be, and reads past their ends. */
static void no_temporary_file_that_is_short_ends_the_process(void **state)
{
    static const struct ho_signal signals[] = {{1, HO_BITS}};
    static char name[200000];
    const struct ho_variable variables[] = {{name, "wire", HO_NO_SCOPE, 0, 1}};
    const struct ho_dictionary small = FST_ROUND_DICTIONARY(signals);
    const struct ho_dictionary named = {
        .signals = signals, .signal_count = 1, .variables = variables, .variable_count = 1};
    const struct {
        const struct ho_dictionary *dictionary;
        uint64_t times;
        rlim_t bytes; /* of the largest file */
    } cases[] = {{&fst_round_kinds, 10, 270000}, {&small, 20000, 100000}, {&named, 10, 200000}};

    (void)state;
    memset(name, 'n', sizeof name - 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (rlim_t bytes = 0; bytes < 600000; bytes = bytes * 2 + 512)
            assert_int_equal(write_apart(cases[i].dictionary, cases[i].times, bytes),
                             bytes < cases[i].bytes ? -EFBIG : 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_write_that_fails_is_an_error_of_close),
        cmocka_unit_test(a_write_that_fails_is_noticed_at_the_end_of_a_section),
        cmocka_unit_test(a_full_disk_is_an_error_of_close),
        cmocka_unit_test(no_temporary_file_that_is_short_ends_the_process),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
