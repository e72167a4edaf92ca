#include "tests/test.h"

#include "direct_writer/fst.h"
#include "tests/direct_file.h"
#include "tests/fst_round.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void a_child_that_closes_leaves_the_file_to_its_parent(void **state)
{
    struct fst_round round;
    struct fst_contents contents;
    char hierarchy[4200];
    int status;
    pid_t child;

    (void)state;
    fst_round_begin(&round, &fst_round_kinds, false);
    fst_round_change(&round, 1, 0, "\1", 1);
    child = fork();
    if (child == 0)
        _exit(ho_sink_close(round.sink, NULL) == -EINVAL ? 0 : 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    snprintf(hierarchy, sizeof hierarchy, "%s.hier", round.path);
    assert_int_equal(access(hierarchy, F_OK), 0);
    fst_round_change(&round, 2, 0, "\0", 1);
    fst_round_end(&round, &contents);
    fst_contents_fini(&contents);
}

static void misuse_is_an_error_that_sticks(void **state)
{
    struct fst_round round = {.path = direct_file_path()};

    (void)state;
    for (unsigned misuse = 0; misuse < 8; misuse++) {
        int error = 0;

        round.sink = fst_round_open(round.path, false);
        if (misuse > 2)
            assert_int_equal(ho_sink_setup(round.sink, &fst_round_kinds), 0);
        switch (misuse) {
        case 0:
            error = ho_sink_change(round.sink, 0, 0, "", 1);
            break;
        case 1:
            error = ho_sink_mark(round.sink, 0, HO_MARK_END);
            break;
        case 2:
            error = ho_sink_cut(round.sink);
            break;
        case 3:
            error = ho_sink_setup(round.sink, &fst_round_kinds);
            break;
        case 4:
            error = ho_sink_change(round.sink, 0, fst_round_kinds.signal_count, "", 1);
            break;
        case 5:
            error = ho_sink_change(round.sink, 0, 5, "1234", 4);
            break;
        case 6:
            error = ho_sink_gap(round.sink, &(struct ho_gap){.first_time = 2, .last_time = 1});
            break;
        case 7:
            error = ho_sink_change(round.sink, 0, 19, "1", 1);
            break;
        }
        assert_int_equal(error, -EINVAL);
        assert_int_equal(ho_sink_cut(round.sink), -EINVAL);
        assert_int_equal(ho_sink_close(round.sink, NULL), -EINVAL);
        fst_round_expect_alone(round.path);
    }
    direct_file_remove(round.path);
}

static void a_sink_that_was_never_set_up_closes(void **state)
{
    struct fst_round round = {.path = direct_file_path()};

    (void)state;
    round.sink = fst_round_open(round.path, false);
    fst_round_drop(&round, 0);
}

static void expect_refused(const char *path, int error)
{
    struct writer_options options = writer_options_defaults(path);
    char message[WRITER_MESSAGE_BYTES] = "";
    struct ho_sink *sink;

    assert_int_equal(fst_writer.open(&options, &sink, message), error);
}

static void a_path_that_cannot_be_written_is_refused(void **state)
{
    char *path = direct_file_path(), name[4200], *folder;

    (void)state;
    expect_refused("", -ENOENT);
    expect_refused("/nowhere/at/all.fst", -ENOENT);
    snprintf(name, sizeof name, "%s/x.fst", path);
    direct_file_store(path, "", 0);
    expect_refused(name, -ENOTDIR);
    folder = strdup(path);
    *strrchr(folder, '/') = 0;
    expect_refused(folder, -EISDIR);
    free(folder);
    snprintf(name, sizeof name, "%s.hier", path);
    assert_int_equal(mkdir(name, 0777), 0);
    expect_refused(path, -EISDIR);
    rmdir(name);
    direct_file_remove(path);
}

/* The library would remove it, as it would a device. */
static void a_pipe_is_refused_and_stays(void **state)
{
    char *path = direct_file_path();
    struct stat status;

    (void)state;
    assert_int_equal(mkfifo(path, 0666), 0);
    expect_refused(path, -ESPIPE);
    assert_int_equal(stat(path, &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
    direct_file_remove(path);
}

static void a_symbolic_link_is_followed(void **state)
{
    struct fst_round round;
    struct fst_contents contents;
    struct stat status;
    char link[4200];

    (void)state;
    round.path = direct_file_path();
    snprintf(link, sizeof link, "%s.link", round.path);
    assert_int_equal(symlink("out.hcol", link), 0);
    round.sink = fst_round_open(link, false);
    assert_int_equal(ho_sink_setup(round.sink, &fst_round_kinds), 0);
    assert_int_equal(ho_sink_close(round.sink, NULL), 0);
    assert_int_equal(lstat(link, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    fst_contents_init(&contents, round.path);
    assert_true(contents.opened);
    fst_contents_fini(&contents);
    unlink(link);
    direct_file_remove(round.path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_child_that_closes_leaves_the_file_to_its_parent),
        cmocka_unit_test(misuse_is_an_error_that_sticks),
        cmocka_unit_test(a_sink_that_was_never_set_up_closes),
        cmocka_unit_test(a_path_that_cannot_be_written_is_refused),
        cmocka_unit_test(a_pipe_is_refused_and_stays),
        cmocka_unit_test(a_symbolic_link_is_followed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
