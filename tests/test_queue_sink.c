/* A queue sink's contract: through it a sink sees exactly the calls that were made, on another
 * thread, and every way to fail is told. For each queue. */
#include "tests/test.h"

#include "harness/queue_sink.h"
#include "tests/recorder.h"
#include "tests/workload.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static queue_sink_open *const opens[] = {queue_sink_mutex_open, queue_sink_spsc_open,
                                         queue_sink_boost_open};

/* Runs the case for each queue that this build has. */
static void for_each(void (*run)(queue_sink_open *open))
{
    for (size_t i = 0; i < sizeof opens / sizeof *opens; i++) {
        struct recorder recorder;
        struct queue_sink *queue;

        recorder_init(&recorder);
        if (opens[i](1, &recorder.sink, &queue) != -ENOSYS) {
            ho_sink_close(queue_sink_sink(queue), NULL);
            run(opens[i]);
        }
        recorder_fini(&recorder);
    }
}

static struct ho_sink *wrap(queue_sink_open *open, uint32_t capacity, struct recorder *recorder,
                            struct queue_sink **queue)
{
    recorder_init(recorder);
    assert_int_equal(open(capacity, &recorder->sink, queue), 0);
    assert_int_equal(ho_sink_setup(queue_sink_sink(*queue), &workload_dictionary), 0);
    return queue_sink_sink(*queue);
}

static void sees_the_same_calls(queue_sink_open *open)
{
    for (uint64_t seed = 0; seed < 8; seed++) {
        struct workload workload = {.seed = seed,
                                    .calls = 1500,
                                    .chunk_bytes = seed % 2 ? 16 : 128,
                                    .larger_in = 20,
                                    .cut_in = seed % 5 ? 50 : 0};
        struct recorder direct, behind;
        struct queue_sink *queue;

        recorder_init(&direct);
        ho_sink_setup(&direct.sink, &workload_dictionary);
        assert_int_equal(workload_drive(&workload, &direct.sink), 0);

        struct ho_sink *sink = wrap(open, seed % 4 ? (uint32_t)seed % 4 : 1000, &behind, &queue);
        assert_int_equal(workload_drive(&workload, sink), 0);
        assert_int_equal(ho_sink_close(sink, NULL), 0);
        assert_true(recorder_same(&direct, &behind));
        assert_int_equal(behind.closed, 1);
        recorder_fini(&direct);
        recorder_fini(&behind);
    }
}

static void the_sink_sees_the_same_calls(void **state)
{
    (void)state;
    for_each(sees_the_same_calls);
}

static void keeps_a_value_of_every_length(queue_sink_open *open)
{
    static const char bytes[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    struct recorder direct, behind;
    struct queue_sink *queue;
    struct ho_sink *sink = wrap(open, 7, &behind, &queue);

    recorder_init(&direct);
    ho_sink_setup(&direct.sink, &workload_dictionary);
    for (uint32_t offset = 0; offset < 8; offset++) {
        for (uint32_t len = 0; len < 28; len++) {
            ho_sink_change(&direct.sink, offset, len, bytes + offset, len);
            assert_int_equal(ho_sink_change(sink, offset, len, bytes + offset, len), 0);
        }
    }
    assert_int_equal(ho_sink_close(sink, NULL), 0);
    assert_true(recorder_same(&direct, &behind));
    recorder_fini(&direct);
    recorder_fini(&behind);
}

static void a_value_of_every_length_arrives(void **state)
{
    (void)state;
    for_each(keeps_a_value_of_every_length);
}

static void calls_from_the_dispatcher(queue_sink_open *open)
{
    struct recorder recorder;
    struct queue_sink *queue;
    struct ho_sink *sink = wrap(open, 3, &recorder, &queue);

    assert_true(pthread_equal(recorder.thread, pthread_self()));
    assert_int_equal(ho_sink_change(sink, 1, 2, "abc", 3), 0);
    assert_int_equal(ho_sink_close(sink, NULL), 0);
    assert_false(pthread_equal(recorder.thread, pthread_self()));
    recorder_fini(&recorder);
}

static void calls_come_from_the_dispatcher(void **state)
{
    (void)state;
    for_each(calls_from_the_dispatcher);
}

static void counts_its_waits(queue_sink_open *open)
{
    struct queue_sink_stats stats;
    struct recorder recorder;
    struct queue_sink *queue;
    struct ho_sink *sink = wrap(open, 4, &recorder, &queue);

    recorder_shut_gate(&recorder);
    ho_sink_change(sink, 0, 0, "a", 1);
    recorder_wait_at_gate(&recorder);
    for (int i = 0; i < 4; i++) /* the first is in the dispatcher's hands */
        ho_sink_change(sink, 0, 0, "a", 1);
    queue_sink_stats(queue, &stats);
    assert_int_equal(stats.waits, 0);
    recorder_open_gate(&recorder);

    while (stats.waits == 0) { /* soon: a call takes the recorder longer than the queue */
        ho_sink_change(sink, 0, 0, "a", 1);
        queue_sink_stats(queue, &stats);
    }
    assert_true(stats.wait_ns > 0);
    assert_int_equal(ho_sink_close(sink, NULL), 0);
    recorder_fini(&recorder);
}

static void waits_for_room_are_counted(void **state)
{
    (void)state;
    for_each(counts_its_waits);
}

/* Changes until the error comes, or cuts, which do not have to wait for room to learn of it. */
static void fails_for_good(queue_sink_open *open, bool cuts)
{
    struct recorder recorder;
    struct queue_sink *queue;
    struct ho_sink *sink = wrap(open, cuts ? 1000000 : 4, &recorder, &queue);
    int error = 0;

    recorder.fail_at = 3;
    recorder.fail_error = -EIO;
    for (int i = 0; i < 3; i++)
        error = ho_sink_change(sink, 0, 0, "a value that is a large one", 27);
    while (!error)
        error = cuts ? ho_sink_cut(sink) : ho_sink_change(sink, 0, 0, "a value of 17 by.", 17);
    assert_int_equal(error, -EIO);
    assert_int_equal(ho_sink_change(sink, 0, 0, "a", 1), -EIO);
    assert_int_equal(ho_sink_mark(sink, 0, HO_MARK_END), -EIO);
    assert_int_equal(ho_sink_close(sink, NULL), -EIO);
    assert_int_equal(recorder.late, 0);
    assert_int_equal(recorder.closed, 1);
    recorder_fini(&recorder);
}

static void fails_both_ways(queue_sink_open *open)
{
    fails_for_good(open, false);
    fails_for_good(open, true);
}

static void the_first_error_sticks(void **state)
{
    (void)state;
    for_each(fails_both_ways);
}

static void tells_what_close_returns(queue_sink_open *open)
{
    struct ho_close_times times = {0};
    struct recorder recorder;
    struct queue_sink *queue;
    struct ho_sink *sink = wrap(open, 4, &recorder, &queue);

    recorder.close_error = -ENOSPC;
    assert_int_equal(ho_sink_close(sink, &times), -ENOSPC);
    assert_true(times.join_ns > 0);
    recorder_fini(&recorder);
}

static void an_error_of_close_is_returned(void **state)
{
    (void)state;
    for_each(tells_what_close_returns);
}

static void closes_without_setup(queue_sink_open *open)
{
    struct recorder recorder;
    struct queue_sink *queue;

    recorder_init(&recorder);
    assert_int_equal(open(4, &recorder.sink, &queue), 0);
    assert_int_equal(ho_sink_close(queue_sink_sink(queue), NULL), 0);
    assert_int_equal(recorder.closed, 1);
    recorder_fini(&recorder);
}

static void close_may_come_instead_of_setup(void **state)
{
    (void)state;
    for_each(closes_without_setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sink_sees_the_same_calls),
        cmocka_unit_test(a_value_of_every_length_arrives),
        cmocka_unit_test(calls_come_from_the_dispatcher),
        cmocka_unit_test(waits_for_room_are_counted),
        cmocka_unit_test(the_first_error_sticks),
        cmocka_unit_test(an_error_of_close_is_returned),
        cmocka_unit_test(close_may_come_instead_of_setup),
    };

    alarm(50);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
