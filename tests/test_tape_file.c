/* What a source makes comes back from a tape file; a damaged one is refused, or at least harmless.
 */
#include "tests/test.h"

#include "ring/record.h"
#include "synth_gen/source.h"
#include "synth_gen/tape_file.h"
#include "tests/direct_file.h"
#include "tests/direct_recorder.h"
#include "tests/recorder.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static char *path;

static int begin(void **state)
{
    char *name = direct_file_path();

    (void)state;
    path = malloc(strlen(name) + 6);
    if (!path)
        return -1;
    strcat(strcpy(path, name), ".tape");
    free(name);
    return 0;
}

static int end(void **state)
{
    (void)state;
    unlink(path);
    *strrchr(path, '/') = '\0';
    rmdir(path);
    free(path);
    return 0;
}

static int try_open(const char *name, uint64_t cut_every, struct source **source)
{
    struct source_options options = source_options_defaults();
    char message[SOURCE_MESSAGE_BYTES];

    options.name = name;
    options.profile = "rtl";
    options.events = 200000; /* more than is collected before it is written */
    options.signals = 300;
    options.cut_every = cut_every;
    return source_open(&options, source, message);
}

static struct source *open_source(const char *name, uint64_t cut_every)
{
    struct source *source = NULL;

    assert_int_equal(try_open(name, cut_every, &source), 0);
    return source;
}

static void same_dictionary(const struct ho_dictionary *a, const struct ho_dictionary *b)
{
    struct direct_recorder one, other;

    direct_recorder_init(&one);
    direct_recorder_init(&other);
    ho_sink_setup(&one.sink, a);
    ho_sink_setup(&other.sink, b);
    assert_true(direct_recorder_same(&one, &other));
    direct_recorder_fini(&one);
    direct_recorder_fini(&other);
}

static void same_calls(struct source *a, struct source *b)
{
    struct recorder one, other;

    recorder_init(&one);
    recorder_init(&other);
    assert_int_equal(source_drive(a, &one.sink), 0);
    assert_int_equal(source_drive(b, &other.sink), 0);
    assert_true(recorder_same(&one, &other));
    recorder_fini(&one);
    recorder_fini(&other);
}

static void a_tape_file_makes_what_its_source_made(void **state)
{
    static const char *const names[] = {
        "synth",
        TEST_DATA "/aliases.vcd",
        TEST_DATA "/strings_and_reals.vcd",
        TEST_DATA "/dumpoff.vcd",
        TEST_DATA "/events.vcd",
        TEST_DATA "/no_signals.vcd",
        TEST_DATA "/no_changes.vcd",
    };

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct source *source = open_source(names[i], 3), *kept;

        assert_int_equal(tape_file_write(source, path), 0);
        kept = open_source(path, 7); /* its cuts are those that it was made with */
        assert_int_equal(kept->events, source->events);
        assert_int_equal(kept->times, source->times);
        assert_int_equal(kept->by_signal, source->by_signal);
        same_dictionary(&kept->dictionary, &source->dictionary);
        for (int again = 0; again < 2; again++)
            same_calls(kept, source);
        source_close(kept);
        source_close(source);
    }
}

static void it_is_known_whether_the_order_inside_a_time_was_kept(void **state)
{
    struct source *source = open_source(TEST_DATA "/aliases.vcd", 0), *kept;

    (void)state;
    source->by_signal = true;
    assert_int_equal(tape_file_write(source, path), 0);
    kept = open_source(path, 0);
    assert_true(kept->by_signal);
    source_close(kept);
    source_close(source);
}

/* Opens what may be damaged, and makes its calls if that succeeds. */
static int open_and_drive(void)
{
    struct source *source;
    struct recorder recorder;
    int error = try_open(path, 0, &source);

    if (error)
        return error;
    recorder_init(&recorder);
    source_drive(source, &recorder.sink);
    same_dictionary(&source->dictionary, &source->dictionary); /* reads all of it */
    recorder_fini(&recorder);
    source_close(source);
    return 0;
}

static void a_damaged_file_is_refused_or_harmless(void **state)
{
    struct source *source = open_source(TEST_DATA "/strings_and_reals.vcd", 2);
    unsigned char *whole;
    size_t bytes;

    (void)state;
    assert_int_equal(tape_file_write(source, path), 0);
    source_close(source);
    whole = direct_file_load(path, &bytes);
    for (size_t at = 0; at < bytes; at++) {
        unsigned char good = whole[at];

        for (int bit = 0; bit < 8; bit++) {
            int error;

            whole[at] = (unsigned char)(good ^ 1 << bit);
            direct_file_store(path, whole, bytes);
            error = open_and_drive();
            assert_true(error == 0 || error == -EBADMSG);
        }
        whole[at] = good;
        direct_file_store(path, whole, at);
        assert_int_equal(open_and_drive(), -EBADMSG);
    }
    free(whole);
}

static int drive_one(struct source *source, struct ho_sink *sink)
{
    (void)source;
    return ho_sink_change(sink, 1, 0, "sixteen letters.", sizeof(struct ho_spill));
}

/* It would point to somebody's memory. */
static void a_value_that_is_only_referred_to_is_refused(void **state)
{
    static const struct source_ops ops = {.drive = drive_one};
    static const struct ho_signal text = {0, HO_STRING};
    struct source source = {&ops, {.signals = &text, .signal_count = 1}, 1, 1, false};
    uint64_t reference = ho_record_header(HO_CONTROL_SPILL, HO_RECORD_CONTROL | 16);
    unsigned char *file;
    size_t bytes;

    (void)state;
    assert_int_equal(tape_file_write(&source, path), 0);
    assert_int_equal(open_and_drive(), 0);
    file = direct_file_load(path, &bytes);
    memcpy(file + bytes - 24, &reference, sizeof reference); /* the last record is one */
    direct_file_store(path, file, bytes);
    assert_int_equal(open_and_drive(), -EBADMSG);
    free(file);
}

static void a_full_disk_leaves_no_file(void **state)
{
    struct source *source = open_source("synth", 0);
    struct rlimit before, small;

    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    for (rlim_t bytes = 0; bytes < 3000000; bytes += 700000) {
        small = (struct rlimit){bytes, before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
        int error = tape_file_write(source, path);
        setrlimit(RLIMIT_FSIZE, &before);
        assert_int_equal(error, -EFBIG);
        assert_int_not_equal(access(path, F_OK), 0);
    }
    source_close(source);
}

static void a_file_that_is_not_there_is_told(void **state)
{
    struct source *source;

    (void)state;
    unlink(path);
    assert_int_equal(try_open(path, 0, &source), -ENOENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tape_file_makes_what_its_source_made),
        cmocka_unit_test(it_is_known_whether_the_order_inside_a_time_was_kept),
        cmocka_unit_test(a_damaged_file_is_refused_or_harmless),
        cmocka_unit_test(a_value_that_is_only_referred_to_is_refused),
        cmocka_unit_test(a_full_disk_leaves_no_file),
        cmocka_unit_test(a_file_that_is_not_there_is_told),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
