/*
 * The column writer and its reader while the system fails: write, fsync and the allocators
 * are replaced at link time.
 */
#include "direct_writer/column.h"
#include "tests/direct_file.h"
#include "tests/direct_recorder.h"
#include "tests/sync_failure.h"
#include "tests/test.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Which call fails, from 1; 0: none. */
static atomic_uint allocations, allocation_fails;
static unsigned writes, write_fails, write_error;
static bool short_writes, interrupted, slow_writes;
static atomic_int live; /* blocks allocated and not freed */
static atomic_size_t live_bytes, live_bytes_max;

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *pointer, size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);
void __real_free(void *pointer);
ssize_t __real_write(int fd, const void *data, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *pointer, size_t bytes);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes);
void __wrap_free(void *pointer);
ssize_t __wrap_write(int fd, const void *data, size_t bytes);

static bool allocation_failing(void)
{
    return atomic_fetch_add(&allocations, 1) + 1 == atomic_load(&allocation_fails);
}

static void *count_live(void *pointer)
{
    size_t bytes;

    if (!pointer)
        return NULL;
    atomic_fetch_add(&live, 1);
    bytes = malloc_usable_size(pointer);
    bytes += atomic_fetch_add(&live_bytes, bytes);
    for (size_t max = atomic_load(&live_bytes_max);
         max < bytes && !atomic_compare_exchange_weak(&live_bytes_max, &max, bytes);)
        ;
    return pointer;
}

static void uncount_live(void *pointer)
{
    if (!pointer)
        return;
    atomic_fetch_sub(&live, 1);
    atomic_fetch_sub(&live_bytes, malloc_usable_size(pointer));
}

void *__wrap_malloc(size_t bytes)
{
    return allocation_failing() ? NULL : count_live(__real_malloc(bytes));
}

void *__wrap_calloc(size_t count, size_t bytes)
{
    return allocation_failing() ? NULL : count_live(__real_calloc(count, bytes));
}

void *__wrap_realloc(void *pointer, size_t bytes)
{
    if (allocation_failing())
        return NULL;
    uncount_live(pointer);
    return count_live(__real_realloc(pointer, bytes));
}

void *__wrap_aligned_alloc(size_t alignment, size_t bytes)
{
    return allocation_failing() ? NULL : count_live(__real_aligned_alloc(alignment, bytes));
}

void __wrap_free(void *pointer)
{
    uncount_live(pointer);
    __real_free(pointer);
}

ssize_t __wrap_write(int fd, const void *data, size_t bytes)
{
    writes++;
    if (slow_writes)
        usleep(2000);
    if (write_fails && writes >= write_fails) {
        errno = (int)write_error;
        return -1;
    }
    if (interrupted && writes % 2) {
        errno = EINTR;
        return -1;
    }
    return __real_write(fd, data, short_writes && bytes > 1 ? bytes / 2 : bytes);
}

static int reset(void **state)
{
    (void)state;
    atomic_store(&allocations, 0);
    atomic_store(&allocation_fails, 0);
    writes = write_fails = 0;
    sync_failure_start(0, 0);
    short_writes = interrupted = slow_writes = false;
    atomic_store(&live, 0);
    atomic_store(&live_bytes, 0);
    atomic_store(&live_bytes_max, 0);
    return 0;
}

static const struct ho_signal signals[] = {{64, HO_BITS}, {0, HO_STRING}, {0, HO_EVENT}};
static const struct ho_dictionary dictionary = {.signals = signals, .signal_count = 3};

#define LARGE_BYTES 400000 /* more than the output buffers */

/* With bytes that LZ4 cannot make fewer. */
static void fill(unsigned char *bytes, size_t count)
{
    uint64_t random = 1;

    for (size_t i = 0; i < count; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        bytes[i] = (unsigned char)(random >> 56);
    }
}

/* The same stream every time. Stops at the first error, checks that it sticks. */
static int write_stream(struct ho_sink *sink, bool sticks)
{
    static unsigned char large[LARGE_BYTES];
    int error = ho_sink_setup(sink, &dictionary);

    fill(large, sizeof large);
    for (uint64_t i = 0; i < 400 && !error; i++) {
        error = ho_sink_change(sink, i, 0, &i, 8);
        if (!error && i % 20 == 0)
            error = ho_sink_mark(sink, i, HO_MARK_ON);
        if (!error && i % 100 == 50)
            error = ho_sink_change(sink, i, 1, large, i == 250 ? LARGE_BYTES : 10);
        if (!error && i % 100 == 99)
            error = ho_sink_cut(sink);
    }
    if (error && sticks) {
        assert_int_equal(ho_sink_change(sink, 1000, 2, NULL, 0), error);
        assert_int_equal(ho_sink_mark(sink, 1000, HO_MARK_ON), error);
        assert_int_equal(ho_sink_cut(sink), error);
    }
    return error;
}

/* Writes the stream to path. Returns the first error, which close has to return too. */
static int write_file(const char *path, uint32_t workers)
{
    struct writer_options options = writer_options_defaults(path);
    struct ho_sink *sink;
    int error, close_error;

    options.workers = workers;
    options.block_bytes = 128;
    error = column_writer.open(&options, &sink, NULL);
    if (error)
        return error;
    error = write_stream(sink, true);
    close_error = ho_sink_close(sink, NULL);
    if (error)
        assert_int_equal(close_error, error);
    return close_error;
}

static int read_file(const char *path, struct ho_sink *sink)
{
    char message[WRITER_MESSAGE_BYTES] = "";
    int error = column_writer.read(path, sink, message);

    assert_int_equal(error != 0, message[0] != 0);
    return error;
}

/* Whether the file says all of the stream. */
static void expect_whole(const char *path)
{
    struct direct_recorder wrote, read;

    direct_recorder_init(&wrote);
    direct_recorder_init(&read);
    write_stream(&wrote.sink, false);
    assert_int_equal(read_file(path, &read.sink), 0);
    assert_true(direct_recorder_same(&wrote, &read));
    direct_recorder_fini(&wrote);
    direct_recorder_fini(&read);
}

static void short_and_interrupted_writes_are_finished(void **state)
{
    char *path = direct_file_path();

    (void)state;
    for (int i = 1; i < 4; i++) {
        short_writes = i & 1;
        interrupted = i & 2;
        assert_int_equal(write_file(path, 1), 0);
        assert_true(writes > 10);
        expect_whole(path);
    }
    direct_file_remove(path);
}

static void a_write_that_fails_is_reported_and_sticks(void **state)
{
    static const unsigned errors[] = {ENOSPC, EIO};
    char *path = direct_file_path();
    unsigned needed;

    (void)state;
    assert_int_equal(write_file(path, 1), 0);
    needed = writes;
    assert_true(needed >= 3);
    for (unsigned i = 0; i < 2; i++)
        for (unsigned nth = 1; nth <= needed; nth++) {
            reset(NULL);
            write_fails = nth;
            write_error = errors[i];
            assert_int_equal(write_file(path, 1 + nth % 2), -(int)errors[i]);
            assert_int_equal(writes, nth);
            assert_int_equal(sync_failure_calls(), 0);
            assert_int_equal(atomic_load(&live), 0);
        }
    direct_file_remove(path);
}

static int write_with_one_worker(const char *path)
{
    return write_file(path, 1);
}

static void a_sync_that_fails_is_reported(void **state)
{
    (void)state;
    sync_failure_expect_reported(write_with_one_worker);
}

static void an_allocation_that_fails_is_reported_by_the_writer(void **state)
{
    char *path = direct_file_path();
    unsigned nth = 0;
    int error;

    (void)state;
    do {
        reset(NULL);
        atomic_store(&allocation_fails, ++nth);
        error = write_file(path, 1 + nth % 2);
        assert_true(error == 0 || error == -ENOMEM);
        assert_int_equal(error != 0, atomic_load(&allocations) >= nth);
        assert_int_equal(atomic_load(&live), 0);
    } while (error);
    assert_true(nth > 30);
    reset(NULL);
    expect_whole(path);
    direct_file_remove(path);
}

static void an_allocation_that_fails_is_reported_by_the_reader(void **state)
{
    char *path = direct_file_path();
    unsigned nth = 0;
    int error;

    (void)state;
    assert_int_equal(write_file(path, 1), 0);
    do {
        struct ho_sink *sink;

        reset(NULL);
        assert_int_equal(writer_find("null")->open(NULL, &sink, NULL), 0);
        atomic_store(&allocations, 0);
        atomic_store(&allocation_fails, ++nth);
        error = read_file(path, sink);
        assert_true(error == 0 || error == -ENOMEM);
        assert_int_equal(error != 0, atomic_load(&allocations) >= nth);
        ho_sink_close(sink, NULL);
        assert_int_equal(atomic_load(&live), 0);
    } while (error);
    assert_true(nth > 20);
    direct_file_remove(path);
}

/* What is in flight is at most 16 MiB, and as much again while it is compressed. */
#define IN_FLIGHT_MAX ((size_t)36 << 20)

static void the_producer_waits_for_a_slow_disk(void **state)
{
    char *path = direct_file_path();
    struct writer_options options = writer_options_defaults(path);
    uint32_t bytes = 1 << 20;
    unsigned char *value = calloc(1, bytes);
    struct ho_sink *sink;

    (void)state;
    fill(value, bytes);
    slow_writes = true;
    assert_int_equal(column_writer.open(&options, &sink, NULL), 0);
    assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(ho_sink_change(sink, i, 1, value, bytes), 0);
    assert_int_equal(ho_sink_close(sink, NULL), 0);
    assert_true(atomic_load(&live_bytes_max) < IN_FLIGHT_MAX);
    free(value);
    direct_file_remove(path);
}

#define MANY 24000

/* Signal after signal fills its vector and is never seen again: 96 MiB of vectors in all. */
static void vectors_of_signals_that_fell_silent_are_freed(void **state)
{
    static struct ho_signal many[MANY];
    static const unsigned char value[512];
    struct ho_dictionary all = {.signals = many, .signal_count = MANY};
    char *path = direct_file_path();
    struct writer_options options = writer_options_defaults(path);
    struct ho_sink *sink;

    (void)state;
    for (uint32_t id = 0; id < MANY; id++)
        many[id] = (struct ho_signal){4096, HO_BITS};
    options.segment_bytes = 4 << 20;
    assert_int_equal(column_writer.open(&options, &sink, NULL), 0);
    assert_int_equal(ho_sink_setup(sink, &all), 0);
    for (uint32_t i = 0; i < 7 * MANY; i++)
        assert_int_equal(ho_sink_change(sink, i, i / 7, value, sizeof value), 0);
    assert_int_equal(ho_sink_close(sink, NULL), 0);
    assert_true(atomic_load(&live_bytes_max) < IN_FLIGHT_MAX + 4 * options.segment_bytes);
    direct_file_remove(path);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, reset)
    const struct CMUnitTest tests[] = {
        TEST(short_and_interrupted_writes_are_finished),
        TEST(a_write_that_fails_is_reported_and_sticks),
        TEST(a_sync_that_fails_is_reported),
        TEST(an_allocation_that_fails_is_reported_by_the_writer),
        TEST(an_allocation_that_fails_is_reported_by_the_reader),
        TEST(the_producer_waits_for_a_slow_disk),
        TEST(vectors_of_signals_that_fell_silent_are_freed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
