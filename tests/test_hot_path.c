/*
 * Inside a chunk a change costs stores and nothing else: the functions by which a program
 * allocates, locks, reads a clock, sleeps or copies are replaced at link time and counted.
 */
#include "tests/test.h"

#include "ring/offload.h"
#include "tests/recorder.h"
#include "tests/workload.h"

#include <pthread.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static _Thread_local unsigned calls; /* of replaced functions, by this thread */

#define REPLACE(result, name, parameters, arguments) \
    result __real_##name parameters;                 \
    result __wrap_##name parameters;                 \
    result __wrap_##name parameters                  \
    {                                                \
        calls++;                                     \
        return __real_##name arguments;              \
    }

REPLACE(void *, malloc, (size_t size), (size))
REPLACE(void *, calloc, (size_t count, size_t size), (count, size))
REPLACE(void *, realloc, (void *old, size_t size), (old, size))
REPLACE(void *, aligned_alloc, (size_t align, size_t size), (align, size))
REPLACE(void *, memcpy, (void *to, const void *from, size_t size), (to, from, size))
REPLACE(int, clock_gettime, (clockid_t clock, struct timespec *now), (clock, now))
REPLACE(int, pthread_mutex_lock, (pthread_mutex_t * lock), (lock))
REPLACE(int, pthread_cond_broadcast, (pthread_cond_t * cond), (cond))
REPLACE(int, sched_yield, (void), ())
REPLACE(long, syscall, (long number, long a, long b, long c, long d, long e, long f),
        (number, a, b, c, d, e, f))

static struct ho_offload *open_default(struct recorder *recorder)
{
    struct ho_offload_options options = ho_offload_options_defaults();
    struct ho_offload *offload;

    recorder_init(recorder);
    assert_int_equal(ho_offload_open(&options, &recorder->sink, &offload), 0);
    assert_int_equal(ho_sink_setup(ho_offload_sink(offload), &workload_dictionary), 0);
    return offload;
}

/* As many changes as fit in a chunk with room to spare, after one that took the chunk. */
static unsigned calls_inside_a_chunk(struct ho_offload *offload, uint32_t len, bool new_times)
{
    struct ho_sink *sink = ho_offload_sink(offload);
    char value[512] = "";

    assert_int_equal(ho_sink_change(sink, 1, 0, value, len), 0);
    calls = 0;
    for (uint32_t i = 0; i < 1000; i++)
        if (ho_sink_change(sink, new_times ? 2 + i : 1, i, value, len))
            fail();
    return calls;
}

static void a_change_inside_a_chunk_calls_nothing(void **state)
{
    (void)state;
    for (uint32_t len = 0; len <= 8; len++) {
        for (int new_times = 0; new_times < 2; new_times++) {
            struct recorder recorder;
            struct ho_offload *offload = open_default(&recorder);

            assert_int_equal(calls_inside_a_chunk(offload, len, new_times), 0);
            assert_int_equal(ho_offload_close(offload, NULL, NULL), 0);
            recorder_fini(&recorder);
        }
    }
}

static void a_long_value_is_copied_once_and_calls_nothing_else(void **state)
{
    struct recorder recorder;
    struct ho_offload *offload = open_default(&recorder);

    (void)state;
    assert_int_equal(calls_inside_a_chunk(offload, 64, false), 0);
    assert_int_equal(ho_offload_flush(offload), 0);
    assert_int_equal(calls_inside_a_chunk(offload, 512, false), 1000);
    assert_int_equal(ho_offload_close(offload, NULL, NULL), 0);
    recorder_fini(&recorder);
}

/* A new chunk costs one wake and no allocation, and, as the pool was touched, no page fault:
 * the producer goes once around the whole pool. */
static void a_new_chunk_takes_no_page_fault(void **state)
{
    struct ho_offload_options options = ho_offload_options_defaults();
    struct recorder recorder;
    struct ho_offload *offload;
    struct ho_sink *sink;
    struct rusage before, after;

    (void)state;
    options.chunk_bytes =
        1 << 16; /* a pool too small for large pages, which hide what is missing */
    recorder_init(&recorder);
    assert_int_equal(ho_offload_open(&options, &recorder.sink, &offload), 0);
    sink = ho_offload_sink(offload);
    assert_int_equal(ho_sink_setup(sink, &workload_dictionary), 0);
    assert_int_equal(ho_sink_change(sink, 0, 0, "12345678", 8), 0);
    recorder_shut_gate(&recorder); /* the recorder's own faults stay out */
    getrusage(RUSAGE_THREAD, &before);
    for (uint32_t i = 0; i < 15 * (1 << 16) / 16; i++)
        if (ho_sink_change(sink, 0, i, "12345678", 8))
            fail();
    getrusage(RUSAGE_THREAD, &after);
    recorder_open_gate(&recorder);
    assert_true(after.ru_minflt - before.ru_minflt < 20); /* of 240 pages */
    assert_int_equal(ho_offload_close(offload, NULL, NULL), 0);
    recorder_fini(&recorder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_change_inside_a_chunk_calls_nothing),
        cmocka_unit_test(a_long_value_is_copied_once_and_calls_nothing_else),
        cmocka_unit_test(a_new_chunk_takes_no_page_fault),
    };

    alarm(60);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
