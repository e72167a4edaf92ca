/* The FST writer: what is in the file as bytes, and when. */
#include "tests/test.h"

#include "tests/direct_file.h"
#include "tests/fst_round.h"

#include <fstapi.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* As they come out of a file, of which nothing is left. */
static unsigned char *bytes_of(struct fst_round *round, size_t *bytes)
{
    unsigned char *data;

    assert_int_equal(ho_sink_close(round->sink, NULL), 0);
    data = direct_file_load(round->path, bytes);
    free(fst_contents_text(&round->expected));
    direct_file_remove(round->path);
    return data;
}

/* Of the same calls for the same seed. What is allocated holds other bytes each time. */
static unsigned char *bytes_of_random(unsigned seed, bool parallel, size_t *bytes)
{
    struct fst_round round;

    mallopt(M_PERTURB, parallel ? 0x5a : 0xc3);
    fst_round_begin(&round, &fst_round_kinds, parallel);
    fst_round_random(&round, seed, 600, 200 * seed);
    return bytes_of(&round, bytes);
}

static void the_same_calls_make_the_same_bytes_by_a_thread_too(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        size_t bytes, parallel_bytes;
        unsigned char *data = bytes_of_random(i, false, &bytes);
        unsigned char *parallel_data = bytes_of_random(i, true, &parallel_bytes);

        assert_int_equal(parallel_bytes, bytes);
        assert_memory_equal(parallel_data, data, bytes);
        free(data);
        free(parallel_data);
    }
    mallopt(M_PERTURB, 0);
}

static void the_header_says_who_and_the_date_that_it_is_told(void **state)
{
    struct fst_round round;
    unsigned char *data;
    size_t bytes;

    (void)state;
    fst_round_begin(&round, &fst_round_kinds, false);
    data = bytes_of(&round, &bytes);
    assert_string_equal(data + 74, "handoff");
    assert_string_equal(data + 202, "Thu Jan  1 00:00:00 1970");
    free(data);
}

/* The library copies what its thread is about to change, if the thread is late. */
static void sections_that_follow_at_once_do_not_disturb_each_other(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 5; i++) {
        struct fst_round round;
        struct fst_contents contents;

        fst_round_begin(&round, &fst_round_kinds, true);
        for (uint64_t time = 0; time < 20; time++) {
            fst_round_change(&round, time, 0, "\1", 1);
            assert_int_equal(ho_sink_cut(round.sink), 0);
        }
        fst_round_change(&round, 20, 0, "\1", 1);
        fst_round_end(&round, &contents);
        assert_int_equal(contents.sections, 21);
        fst_contents_fini(&contents);
    }
}

struct counts {
    uint64_t changes, ones, bytes;
};

static void count(void *argument, uint64_t time, fstHandle handle, const unsigned char *value)
{
    struct counts *counts = argument;

    (void)time, (void)handle;
    counts->changes++;
    counts->ones += value[0] == '1';
}

static void count_string(void *argument, uint64_t time, fstHandle handle,
                         const unsigned char *value, uint32_t len)
{
    count(argument, time, handle, value);
    ((struct counts *)argument)->bytes += len;
}

/* The library alone would end the first section later or, at one time, never. */
static void a_full_section_ends_inside_a_time_and_before_a_mark(void **state)
{
    enum { WIDTH = 1 << 24, STRING = (1 << 27) - 128 };
    static const struct ho_signal signals[] = {{WIDTH, HO_BITS}, {0, HO_STRING}};
    static const struct ho_dictionary dictionary = FST_ROUND_DICTIONARY(signals);
    unsigned char *value = calloc(1, STRING);
    struct fst_round round;
    struct counts counts = {0};
    void *reader;

    (void)state;
    assert_non_null(value);
    fst_round_begin(&round, &dictionary, true);
    for (unsigned i = 0; i < 10; i++) {
        value[WIDTH / 8 - 1] = (unsigned char)(i % 2 << 7);
        assert_int_equal(ho_sink_change(round.sink, 1, 0, value, WIDTH / 8), 0);
    }
    assert_int_equal(ho_sink_change(round.sink, 1, 1, value, STRING), 0);
    fst_round_mark(&round, 2, HO_MARK_END);
    assert_int_equal(ho_sink_close(round.sink, NULL), 0);
    free(value);

    reader = fstReaderOpen(round.path);
    assert_non_null(reader);
    assert_int_equal(fstReaderGetValueChangeSectionCount(reader), 4);
    assert_int_equal(fstReaderGetEndTime(reader), 2);
    fstReaderSetFacProcessMaskAll(reader);
    assert_int_equal(fstReaderIterBlocks2(reader, count, count_string, &counts, NULL), 1);
    fstReaderClose(reader);
    assert_int_equal(counts.changes, 11);
    assert_int_equal(counts.ones, 5);
    assert_int_equal(counts.bytes, STRING);
    direct_file_remove(round.path);
}

/* Of a section with the second signal alone behind one with the last two the library would take
 * the last one for an alias of the second. */
static void each_section_begins_with_the_first_signal(void **state)
{
    static const struct ho_signal signals[] = {
        {1, HO_BITS}, {1, HO_BITS}, {1, HO_BITS}, {1, HO_BITS}};
    static const struct ho_dictionary dictionary = FST_ROUND_DICTIONARY(signals);
    static const struct {
        uint32_t id;
        bool cut; /* behind it */
    } calls[] = {{0, true}, {2, false}, {3, true}, {1, true}, {0, false}};
    struct fst_round round;
    struct fst_contents contents;

    (void)state;
    fst_round_begin(&round, &dictionary, false);
    for (uint64_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        assert_int_equal(ho_sink_change(round.sink, i, calls[i].id, "\1", 1), 0);
        if (calls[i].cut)
            assert_int_equal(ho_sink_cut(round.sink), 0);
    }
    assert_int_equal(ho_sink_close(round.sink, NULL), 0);
    fst_contents_init(&contents, round.path);
    assert_string_equal(contents.changes, "@0 1=1\n@1 3=1\n@2 4=1\n@3 2=1\n@4 1=1\n");
    fst_contents_fini(&contents);
    direct_file_remove(round.path);
}

static void what_was_cut_can_be_read_while_the_writer_goes_on(void **state)
{
    struct fst_round round;
    struct fst_contents contents;
    int status;
    pid_t child;

    (void)state;
    round.path = direct_file_path();
    child = fork();
    if (child == 0) {
        round.sink = fst_round_open(round.path, false);
        ho_sink_setup(round.sink, &fst_round_kinds);
        ho_sink_change(round.sink, 10, 0, "\1", 1);
        ho_sink_change(round.sink, 12, 1, "\2", 1);
        ho_sink_cut(round.sink);
        ho_sink_change(round.sink, 13, 0, "\0", 1);
        _exit(0); /* like a crash */
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    fst_contents_init(&contents, round.path);
    assert_true(contents.opened);
    assert_string_equal(contents.changes, "@10 1=1\n@12 2=10\n");
    fst_contents_fini(&contents);
    strcat(round.path, ".hier");
    assert_int_equal(unlink(round.path), 0);
    *strrchr(round.path, '.') = 0;
    direct_file_remove(round.path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_calls_make_the_same_bytes_by_a_thread_too),
        cmocka_unit_test(the_header_says_who_and_the_date_that_it_is_told),
        cmocka_unit_test(sections_that_follow_at_once_do_not_disturb_each_other),
        cmocka_unit_test(a_full_section_ends_inside_a_time_and_before_a_mark),
        cmocka_unit_test(each_section_begins_with_the_first_signal),
        cmocka_unit_test(what_was_cut_can_be_read_while_the_writer_goes_on),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
