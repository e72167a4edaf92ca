/* FST files that are refused, or that are odd but for their values. */
#include "synth_gen/fst.h"
#include "tests/fst_fixture.h"
#include "tests/test.h"

#include <errno.h>
#include <fcntl.h>
#include <fstapi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int exits[2]; /* a pipe: a byte from each process that ran one of the next two */

static void at_exit(void)
{
    if (write(exits[1], "", 1) != 1)
        _exit(EXIT_FAILURE);
}

static void at_crash(int number)
{
    (void)number;
    at_exit();
    _exit(EXIT_FAILURE);
}

static void expect_nothing_at_exit(void)
{
    char byte;

    assert_int_equal(read(exits[0], &byte, 1), -1);
}

/* The first block of this type. */
static unsigned char *find_block(struct fst_fixture *f, enum fstBlockType type)
{
    unsigned char *block = f->writing.data, *end = block + f->writing.bytes;

    while (block < end && *block != type)
        block += 1 + (size_t)block[7] * 256 + block[8];
    assert_true(block < end);
    return block;
}

static void what_does_not_fit_in_memory_is_refused(void **state)
{
    struct fst_reading reading;
    struct fst_fixture f;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    for (uint64_t time = 0; time < 20000; time++) {
        fst_fixture_at(&f, time);
        fst_fixture_set(&f, f.byte, time & 1 ? "xxxxxxxx" : "00000000");
    }
    fst_fixture_end(&f);
    assert_int_equal(f.reading.error, 0);
    for (uint64_t memory_max = 0; memory_max < 2 << 20; memory_max += (128 << 10) + 7) {
        fst_reading_init(&reading, f.writing.data, f.writing.bytes,
                         &(struct fst_reading_options){.memory_max = memory_max});
        if (reading.error) {
            assert_int_equal(reading.error, -ENOMEM);
            assert_non_null(strstr(reading.message, "t.fst: does not fit in "));
        }
        assert_true(reading.error || memory_max > 500 << 10);
        fst_reading_fini(&reading);
    }
    fst_fixture_drop(&f);
}

/* The library leaves such a file without its declarations. */
static void times_without_any_change_are_refused(void **state)
{
    struct fst_fixture f;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    fst_fixture_at(&f, 0);
    fst_fixture_at(&f, 77);
    fst_fixture_end(&f);
    assert_int_equal(f.reading.error, -EINVAL);
    assert_string_equal(f.reading.message, "t.fst: is not complete: its writer did not close it, "
                                           "or had no change");
    fst_fixture_drop(&f);
}

static void without_a_block_of_changes_it_is_refused(void **state)
{
    enum { HEADER = 330 };
    struct fst_reading reading;
    struct fst_fixture f;
    unsigned char *block;
    size_t bytes;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    fst_fixture_at(&f, 0);
    fst_fixture_set(&f, f.bit, "1");
    fst_fixture_at(&f, 77);
    fst_fixture_end(&f);
    block = f.writing.data + HEADER;
    assert_int_equal(block[0], FST_BL_VCDATA_DYN_ALIAS2);
    bytes = 1 + (size_t)block[7] * 256 + block[8];
    memmove(block, block + bytes, f.writing.bytes - HEADER - bytes);
    fst_reading_init(&reading, f.writing.data, f.writing.bytes - bytes, NULL);
    assert_int_equal(reading.error, -EINVAL);
    assert_string_equal(reading.message, "t.fst: truncated: the changes are missing");
    fst_reading_fini(&reading);
    fst_fixture_drop(&f);
}

static void a_file_that_is_compressed_as_a_whole_is_read(void **state)
{
    struct fst_fixture f;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    fstWriterSetRepackOnClose(f.writing.writer, 1);
    fst_fixture_at(&f, 1);
    fst_fixture_set(&f, f.bit, "1");
    fst_fixture_end(&f);
    assert_int_equal(f.writing.data[0], FST_BL_ZWRAPPER);
    fst_fixture_expect_calls(&f, "@1 0=1\n@1 end\n");
    fst_fixture_drop(&f);
}

static void times_that_do_not_begin_at_zero_are_refused(void **state)
{
    struct fst_fixture f;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    fstWriterSetTimezero(f.writing.writer, -100);
    fst_fixture_at(&f, 1);
    fst_fixture_set(&f, f.bit, "1");
    fst_fixture_end(&f);
    assert_int_equal(f.reading.error, -EINVAL);
    assert_string_equal(f.reading.message,
                        "t.fst: times that begin at -100 (timezero) are not supported");
    fst_fixture_drop(&f);
}

/* What a process that was killed leaves behind. */
static void a_file_that_was_not_closed_is_refused(void **state)
{
    struct fst_reading reading;
    struct fst_fixture f;
    static unsigned char data[1 << 16];
    size_t bytes;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    for (uint64_t time = 0; time < 3; time++) {
        fst_fixture_at(&f, time);
        fst_fixture_set(&f, f.bit, "1");
        fstWriterFlushContext(f.writing.writer);
    }
    FILE *file = fopen(f.writing.path, "rb");
    assert_non_null(file);
    bytes = fread(data, 1, sizeof data, file);
    fclose(file);
    fst_reading_init(&reading, data, bytes, NULL);
    assert_int_equal(reading.error, -EINVAL);
    assert_non_null(strstr(reading.message, "its writer did not close it"));
    fst_reading_fini(&reading);
    fst_fixture_end(&f);
    assert_int_equal(f.reading.error, 0);
    fst_fixture_drop(&f);
}

/* The library reads a name up to its 0, which does not come. */
static void a_library_that_never_ends_is_survived(void **state)
{
    struct fst_reading reading;
    struct fst_fixture f;
    unsigned char *block;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    fst_fixture_at(&f, 0);
    fst_fixture_set(&f, f.bit, "1");
    fst_fixture_end(&f);
    block = find_block(&f, FST_BL_HIER_LZ4);
    block[9 + 7] -= 5; /* the length unpacked */
    fst_reading_init(&reading, f.writing.data, f.writing.bytes, NULL);
    assert_int_equal(reading.error, -EINVAL);
    assert_string_equal(reading.message, "t.fst: damaged: the FST library never ends on it");
    fst_reading_fini(&reading);
    fst_fixture_drop(&f);
}

/* The library does not look whether it has got the memory that a block says it takes. */
static void a_library_that_crashes_is_survived(void **state)
{
    struct fst_reading reading;
    struct fst_fixture f;
    void (*handler)(int) = signal(SIGSEGV, at_crash); /* which is not the library's */
    unsigned char *block;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    fst_fixture_at(&f, 0);
    fst_fixture_set(&f, f.bit, "1");
    fst_fixture_end(&f);
    block = find_block(&f, FST_BL_VCDATA_DYN_ALIAS2);
    block[9 + 16] = 0x40;
    fst_reading_init(&reading, f.writing.data, f.writing.bytes,
                     &(struct fst_reading_options){.memory_max = UINT64_MAX});
    assert_int_equal(reading.error, -EINVAL);
    assert_string_equal(reading.message, "t.fst: damaged: the FST library failed on it");
    fst_reading_fini(&reading);
    signal(SIGSEGV, handler);
    expect_nothing_at_exit();
    fst_fixture_drop(&f);
}

/* The library calls exit, which is to do nothing that the program has asked for. */
static void a_library_that_ends_its_process_is_survived(void **state)
{
    struct fst_reading reading;
    struct fst_fixture f;
    unsigned char *block;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    fst_fixture_at(&f, 0);
    fst_fixture_set(&f, f.bit, "1");
    fst_fixture_at(&f, 1);
    fst_fixture_end(&f);
    block = find_block(&f, FST_BL_GEOM);
    block[9 + 7]++; /* not the length of what follows: so that is taken as packed */
    fst_reading_init(&reading, f.writing.data, f.writing.bytes, NULL);
    assert_int_equal(reading.error, -EINVAL);
    assert_string_equal(reading.message, "t.fst: damaged: the FST library failed on it");
    fst_reading_fini(&reading);
    expect_nothing_at_exit();
    fst_fixture_drop(&f);
}

/* The library puts files beside the one that it reads, and takes FILE.hier for its own. */
static void what_lies_beside_the_file_does_not_matter(void **state)
{
    struct source_options options = source_options_defaults();
    char hier[5000], message[SOURCE_MESSAGE_BYTES] = "";
    struct source *source;
    struct fst_fixture f;

    (void)state;
    fst_fixture_begin(&f, FST_WR_PT_LZ4);
    fst_fixture_at(&f, 0);
    fst_fixture_set(&f, f.bit, "1");
    fst_fixture_end(&f);
    snprintf(hier, sizeof hier, "%s.hier", f.writing.path);
    FILE *file = fopen(hier, "w");
    assert_non_null(file);
    fclose(file);
    options.name = f.writing.path;
    assert_int_equal(fst_open(&options, &source, message), 0);
    assert_string_equal(message, "");
    assert_int_equal(source->dictionary.variable_count, 5);
    source_close(source);
    assert_int_equal(unlink(hier), 0);
    fst_fixture_drop(&f);
    assert_int_equal(access(f.writing.folder, F_OK), -1); /* it was empty but for the file */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_in_memory_is_refused),
        cmocka_unit_test(times_without_any_change_are_refused),
        cmocka_unit_test(without_a_block_of_changes_it_is_refused),
        cmocka_unit_test(a_file_that_is_compressed_as_a_whole_is_read),
        cmocka_unit_test(times_that_do_not_begin_at_zero_are_refused),
        cmocka_unit_test(a_file_that_was_not_closed_is_refused),
        cmocka_unit_test(a_library_that_never_ends_is_survived),
        cmocka_unit_test(a_library_that_crashes_is_survived),
        cmocka_unit_test(a_library_that_ends_its_process_is_survived),
        cmocka_unit_test(what_lies_beside_the_file_does_not_matter),
    };

    if (pipe2(exits, O_NONBLOCK) != 0 || atexit(at_exit) != 0)
        return EXIT_FAILURE;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
