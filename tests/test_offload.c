/* The offload's contract, case by case: through it, a sink sees exactly the calls that were
 * made, on another thread, and every way to fail is told. */
#include "tests/test.h"

#include "ring/offload.h"
#include "tests/recorder.h"
#include "tests/workload.h"

#include <errno.h>
#include <sched.h>
#include <unistd.h>

/* The smallest pool, so that everything happens often. */
static struct ho_offload_options tiny(void)
{
    return (struct ho_offload_options){.chunks = 2, .chunk_bytes = 64, .budget_bytes = 1 << 16};
}

static struct ho_offload *open_tiny(struct recorder *recorder)
{
    struct ho_offload_options options = tiny();
    struct ho_offload *offload;

    recorder_init(recorder);
    assert_int_equal(ho_offload_open(&options, &recorder->sink, &offload), 0);
    return offload;
}

static struct ho_offload *open_and_set_up(struct recorder *recorder)
{
    struct ho_offload *offload = open_tiny(recorder);

    assert_int_equal(ho_sink_setup(ho_offload_sink(offload), &workload_dictionary), 0);
    return offload;
}

static void check_same_calls(const struct workload *workload,
                             const struct ho_offload_options *options)
{
    struct recorder direct, behind;
    struct ho_offload *offload;
    struct ho_offload_stats stats;

    recorder_init(&direct);
    ho_sink_setup(&direct.sink, &workload_dictionary);
    assert_int_equal(workload_drive(workload, &direct.sink), 0);

    recorder_init(&behind);
    assert_int_equal(ho_offload_open(options, &behind.sink, &offload), 0);
    assert_int_equal(ho_sink_setup(ho_offload_sink(offload), &workload_dictionary), 0);
    assert_int_equal(workload_drive(workload, ho_offload_sink(offload)), 0);
    assert_int_equal(ho_offload_close(offload, NULL, &stats), 0);

    assert_true(recorder_same(&direct, &behind));
    assert_int_equal(behind.closed, 1);
    assert_true(stats.budget_used_max <= options->budget_bytes);
    assert_true(stats.chunks_used_max <= options->chunks);
    recorder_fini(&direct);
    recorder_fini(&behind);
}

static void the_sink_sees_the_same_calls_for_every_shape_of_ring(void **state)
{
    static const uint32_t chunk_bytes[] = {64, 72, 128, 1024, 65536};

    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct workload workload = {
            .seed = seed,
            .calls = 1500,
            .chunk_bytes = chunk_bytes[seed % 4],
            .larger_in = seed % 3 ? 20 : 0,
            .cut_in = seed % 5 ? 50 : 0,
        };
        struct ho_offload_options options = {
            .chunks = 2 + (uint32_t)(seed % 4),
            .chunk_bytes = chunk_bytes[seed % 5],
            .deferred_setup = seed % 2,
        };
        /* Room for a single spilled value, or for many. */
        options.budget_bytes = (uint64_t)options.chunks * options.chunk_bytes +
                               4u * workload.chunk_bytes * (seed % 7 ? 1 : 50);
        check_same_calls(&workload, &options);
    }
}

static void calls_come_from_the_dispatcher_and_setup_too_if_deferred(void **state)
{
    (void)state;
    for (int deferred = 0; deferred < 2; deferred++) {
        struct ho_offload_options options = tiny();
        struct recorder recorder;
        struct ho_offload *offload;

        options.deferred_setup = deferred;
        recorder_init(&recorder);
        assert_int_equal(ho_offload_open(&options, &recorder.sink, &offload), 0);
        assert_int_equal(ho_sink_setup(ho_offload_sink(offload), &workload_dictionary), 0);
        if (!deferred)
            assert_true(pthread_equal(recorder.thread, pthread_self()));
        assert_int_equal(ho_sink_change(ho_offload_sink(offload), 1, 2, "abc", 3), 0);
        assert_int_equal(ho_offload_close(offload, NULL, NULL), 0);
        assert_false(pthread_equal(recorder.thread, pthread_self()));
        assert_int_equal(recorder.log[0], 'S');
        recorder_fini(&recorder);
    }
}

static void a_record_may_end_exactly_at_the_end_of_a_chunk(void **state)
{
    struct recorder recorder;
    struct ho_offload *offload = open_and_set_up(&recorder);
    struct ho_sink *sink = ho_offload_sink(offload);
    struct ho_offload_stats stats;

    (void)state;
    for (int i = 0; i < 4; i++) /* 4 * 16 = 64 */
        assert_int_equal(ho_sink_change(sink, 0, 1, "12345678", 8), 0);
    ho_offload_stats(offload, &stats);
    assert_int_equal(stats.chunks_published, 0);
    assert_int_equal(ho_sink_change(sink, 0, 1, NULL, 0), 0);
    ho_offload_stats(offload, &stats);
    assert_int_equal(stats.chunks_published, 1);
    assert_int_equal(
        ho_sink_change(sink, 0, 1, "a value of forty-eight bytes, that is chunk - 16", 48), 0);
    assert_int_equal(ho_offload_close(offload, NULL, &stats), 0);
    assert_int_equal(stats.chunks_published, 2);
    assert_int_equal(stats.events_replayed, 6);
    assert_int_equal(stats.spills, 0);
    recorder_fini(&recorder);
}

static void values_around_the_size_of_a_chunk_arrive_whole(void **state)
{
    static const uint32_t lengths[] = {0, 1, 7, 8, 9, 55, 56, 57, 63, 64, 65, 128, 100000};
    unsigned char value[100000 + 5];

    (void)state;
    for (size_t i = 0; i < sizeof value; i++)
        value[i] = (unsigned char)(i * 31 >> 3);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct ho_offload_options options = tiny();
        struct recorder direct, behind;
        struct ho_offload *offload;
        struct ho_offload_stats stats;

        options.budget_bytes = 128 + sizeof value;
        recorder_init(&direct);
        recorder_init(&behind);
        assert_int_equal(ho_offload_open(&options, &behind.sink, &offload), 0);
        ho_sink_setup(&direct.sink, &workload_dictionary);
        ho_sink_setup(ho_offload_sink(offload), &workload_dictionary);
        for (uint32_t call = 0; call < 5; call++) {
            ho_sink_change(&direct.sink, call, call, value + call, lengths[i]);
            assert_int_equal(
                ho_sink_change(ho_offload_sink(offload), call, call, value + call, lengths[i]), 0);
        }
        assert_int_equal(ho_offload_close(offload, NULL, &stats), 0);
        assert_int_equal(stats.spills, lengths[i] > 56 ? 5 : 0);
        assert_true(recorder_same(&direct, &behind));
        recorder_fini(&direct);
        recorder_fini(&behind);
    }
}

static void flush_returns_when_all_was_replayed(void **state)
{
    (void)state;
    for (uint32_t chunks = 2; chunks <= 9; chunks++) {
        struct ho_offload_options options = tiny();
        struct recorder recorder;
        struct ho_offload *offload;
        struct ho_offload_stats stats;

        options.chunks = chunks;
        recorder_init(&recorder);
        assert_int_equal(ho_offload_open(&options, &recorder.sink, &offload), 0);
        assert_int_equal(ho_sink_setup(ho_offload_sink(offload), &workload_dictionary), 0);
        assert_int_equal(ho_offload_flush(offload), 0);
        for (uint64_t i = 1; i <= 200; i++) {
            assert_int_equal(ho_sink_change(ho_offload_sink(offload), i, 3, "xyz", 3), 0);
            if (i % 10 != 0 && i > 20)
                continue;
            assert_int_equal(ho_offload_flush(offload), 0);
            ho_offload_stats(offload, &stats);
            assert_int_equal(stats.events_replayed, i);
            assert_int_equal(recorder.calls, i); /* no race: everything was replayed */
        }
        assert_int_equal(ho_offload_close(offload, NULL, NULL), 0);
        recorder_fini(&recorder);
    }
}

static void a_cut_publishes(void **state)
{
    struct recorder recorder;
    struct ho_offload *offload = open_and_set_up(&recorder);
    struct ho_offload_stats stats;

    (void)state;
    assert_int_equal(ho_sink_change(ho_offload_sink(offload), 1, 1, "a", 1), 0);
    assert_int_equal(ho_sink_cut(ho_offload_sink(offload)), 0);
    do {
        sched_yield(); /* no flush: the dispatcher comes by itself */
        ho_offload_stats(offload, &stats);
    } while (stats.events_replayed == 0);
    assert_int_equal(stats.chunks_published, 1);
    assert_int_equal(ho_offload_close(offload, NULL, NULL), 0);
    recorder_fini(&recorder);
}

/* Opens the gate once the producer waits. */
struct opener {
    struct recorder *recorder;
    struct ho_offload *offload;
    pthread_t thread;
};

static void *open_when_the_producer_waits(void *argument)
{
    struct opener *opener = argument;
    struct ho_offload_stats stats;

    do {
        sched_yield();
        ho_offload_stats(opener->offload, &stats);
    } while (stats.producer_waits == 0);
    usleep(20000); /* long enough for it to sleep */
    recorder_open_gate(opener->recorder);
    return NULL;
}

static void a_full_pool_makes_the_producer_wait_and_loses_nothing(void **state)
{
    struct recorder recorder, direct;
    struct ho_offload *offload = open_and_set_up(&recorder);
    struct opener opener = {.recorder = &recorder, .offload = offload};
    struct ho_offload_stats stats;

    (void)state;
    recorder_init(&direct);
    ho_sink_setup(&direct.sink, &workload_dictionary);
    recorder_shut_gate(&recorder);
    for (uint32_t i = 0; i < 5; i++) /* the fifth publishes the first chunk */
        assert_int_equal(ho_sink_change(ho_offload_sink(offload), 0, i, "12345678", 8), 0);
    recorder_wait_at_gate(&recorder);
    assert_int_equal(pthread_create(&opener.thread, NULL, open_when_the_producer_waits, &opener),
                     0);
    for (uint32_t i = 5; i < 50; i++)
        assert_int_equal(ho_sink_change(ho_offload_sink(offload), 0, i, "12345678", 8), 0);
    pthread_join(opener.thread, NULL);
    assert_int_equal(ho_offload_close(offload, NULL, &stats), 0);

    for (uint32_t i = 0; i < 50; i++)
        ho_sink_change(&direct.sink, 0, i, "12345678", 8);
    assert_true(recorder_same(&direct, &recorder));
    assert_true(stats.producer_waits >= 1);
    assert_true(stats.producer_wait_ns > 0);
    assert_int_equal(stats.chunks_used_max, 2);
    recorder_fini(&direct);
    recorder_fini(&recorder);
}

/* Half of the pool comes back and the dispatcher is stuck in the next chunk: the producer goes
 * on all the same. */
static void a_waiting_producer_is_woken_by_half_of_the_pool(void **state)
{
    struct ho_offload_options options = tiny();
    struct recorder recorder;
    struct opener opener = {.recorder = &recorder};

    (void)state;
    options.chunks = 4;
    recorder_init(&recorder);
    recorder.shut_at = 2 * 4 + 1; /* four changes fill a chunk: two of them are given back */
    assert_int_equal(ho_offload_open(&options, &recorder.sink, &opener.offload), 0);
    assert_int_equal(ho_sink_setup(ho_offload_sink(opener.offload), &workload_dictionary), 0);
    recorder_shut_gate(&recorder);
    assert_int_equal(pthread_create(&opener.thread, NULL, open_when_the_producer_waits, &opener),
                     0);
    for (uint32_t i = 0; i < 4 * (4 + 2); i++)
        assert_int_equal(ho_sink_change(ho_offload_sink(opener.offload), 0, i, "12345678", 8), 0);
    pthread_join(opener.thread, NULL);
    recorder_wait_at_gate(&recorder);
    recorder_open_gate(&recorder);
    assert_int_equal(ho_offload_close(opener.offload, NULL, NULL), 0);
    assert_int_equal(recorder.calls, 4 * (4 + 2));
    recorder_fini(&recorder);
}

static void *open_the_gate(void *argument)
{
    struct opener *opener = argument;

    recorder_wait_at_gate(opener->recorder);
    recorder_open_gate(opener->recorder);
    return NULL;
}

static void close_while_the_pool_is_full_replays_everything(void **state)
{
    struct recorder recorder;
    struct ho_offload *offload = open_and_set_up(&recorder);
    struct opener opener = {.recorder = &recorder, .offload = offload};
    struct ho_offload_stats stats;

    (void)state;
    recorder_shut_gate(&recorder);
    for (uint32_t i = 0; i < 8; i++) /* both chunks, to the last byte */
        assert_int_equal(ho_sink_change(ho_offload_sink(offload), 0, i, "12345678", 8), 0);
    assert_int_equal(pthread_create(&opener.thread, NULL, open_the_gate, &opener), 0);
    assert_int_equal(ho_offload_close(offload, NULL, &stats), 0);
    pthread_join(opener.thread, NULL);
    assert_int_equal(stats.events_replayed, 8);
    assert_int_equal(stats.chunks_published, 2);
    assert_int_equal(recorder.closed, 1);
    recorder_fini(&recorder);
}

static void a_sleeping_dispatcher_is_woken(void **state)
{
    struct recorder recorder;
    struct ho_offload *offload = open_and_set_up(&recorder);

    (void)state;
    for (uint32_t i = 0; i < 3; i++) {
        usleep(20000); /* long enough for it to sleep; it need not */
        assert_int_equal(ho_sink_change(ho_offload_sink(offload), i, i, "1", 1), 0);
        assert_int_equal(ho_offload_flush(offload), 0);
        assert_int_equal(recorder.calls, i + 1);
    }
    assert_int_equal(ho_offload_close(offload, NULL, NULL), 0);
    recorder_fini(&recorder);
}

static void waiting_for_budget_publishes_the_value_that_holds_it(void **state)
{
    struct ho_offload_options options = tiny();
    struct recorder recorder;
    struct ho_offload *offload;
    struct ho_offload_stats stats;
    char value[100] = "";

    (void)state;
    options.chunks = 4; /* room in the ring is not what is missing */
    options.chunk_bytes = 80;
    options.budget_bytes = 4 * 80 + 150;
    recorder_init(&recorder);
    assert_int_equal(ho_offload_open(&options, &recorder.sink, &offload), 0);
    assert_int_equal(ho_sink_setup(ho_offload_sink(offload), &workload_dictionary), 0);
    for (uint32_t i = 0; i < 2; i++)
        assert_int_equal(ho_sink_change(ho_offload_sink(offload), 0, i, value, sizeof value), 0);
    ho_offload_stats(offload, &stats);
    assert_int_equal(stats.producer_waits, 1);
    assert_int_equal(stats.chunks_published, 1);
    assert_int_equal(stats.budget_used_max, 4 * 80 + 100);
    assert_int_equal(ho_offload_close(offload, NULL, &stats), 0);
    assert_int_equal(stats.spills, 2);
    assert_int_equal(stats.events_replayed, 2);
    recorder_fini(&recorder);
}

static void check_fails_from_now_on(struct ho_offload *offload, int error)
{
    struct ho_sink *sink = ho_offload_sink(offload);

    for (int i = 0; i < 10; i++) {
        assert_int_equal(ho_sink_change(sink, 0, 1, "12345678", 8), error);
        assert_int_equal(ho_sink_change(sink, 1000, 1, "12345678", 8), error);
        assert_int_equal(ho_sink_change(sink, 1000, 1, NULL, 0), error);
        assert_int_equal(ho_sink_mark(sink, 1000, HO_MARK_END), error);
        assert_int_equal(ho_sink_cut(sink), error);
        assert_int_equal(ho_offload_flush(offload), error);
        assert_int_equal(ho_sink_setup(sink, &workload_dictionary), error);
    }
}

static void a_value_above_the_budget_fails_and_the_failure_sticks(void **state)
{
    struct recorder recorder;
    struct ho_offload *offload = open_and_set_up(&recorder);
    static char value[1 << 16];

    (void)state;
    assert_int_equal(ho_sink_change(ho_offload_sink(offload), 0, 1, "before", 6), 0);
    assert_int_equal(ho_sink_change(ho_offload_sink(offload), 0, 1, value, (1 << 16) - 128 + 1),
                     -EMSGSIZE);
    check_fails_from_now_on(offload, -EMSGSIZE);
    assert_int_equal(ho_offload_close(offload, NULL, NULL), -EMSGSIZE);
    assert_int_equal(recorder.calls, 1); /* what came before it was replayed */
    assert_int_equal(recorder.closed, 1);
    recorder_fini(&recorder);
}

static void the_largest_value_that_the_budget_holds_arrives(void **state)
{
    struct recorder recorder;
    struct ho_offload *offload = open_and_set_up(&recorder);
    static char value[1 << 16];

    (void)state;
    for (int i = 0; i < 5; i++)
        assert_int_equal(ho_sink_change(ho_offload_sink(offload), 0, 1, value, (1 << 16) - 128), 0);
    assert_int_equal(ho_offload_close(offload, NULL, NULL), 0);
    assert_int_equal(recorder.calls, 5);
    recorder_fini(&recorder);
}

/* Whatever call it is that fails, the sink has seen the same calls as without the ring. */
static void the_sinks_first_error_sticks_and_comes_out_of_every_later_call(void **state)
{
    struct workload workload = {
        .seed = 7, .calls = 120, .chunk_bytes = 64, .larger_in = 10, .cut_in = 20};

    (void)state;
    for (uint64_t fail_at = 1; fail_at <= 120; fail_at++) {
        struct recorder direct, behind;
        struct ho_offload *offload = open_and_set_up(&behind);

        recorder_init(&direct);
        direct.fail_at = behind.fail_at = fail_at;
        direct.fail_error = behind.fail_error = -EIO;
        ho_sink_setup(&direct.sink, &workload_dictionary);
        assert_int_equal(workload_drive(&workload, &direct.sink), -EIO);

        int error = workload_drive(&workload, ho_offload_sink(offload));
        assert_true(error == 0 || error == -EIO); /* known now, or after a flush */
        assert_int_equal(ho_offload_flush(offload), -EIO);
        check_fails_from_now_on(offload, -EIO);
        assert_int_equal(ho_offload_close(offload, NULL, NULL), -EIO);
        assert_true(recorder_same(&direct, &behind));
        assert_int_equal(behind.calls, fail_at);
        assert_int_equal(behind.late, 0); /* nothing is asked of a sink that failed */
        assert_int_equal(behind.closed, 1);
        recorder_fini(&direct);
        recorder_fini(&behind);
    }
}

static void close_tells_an_error_that_nobody_has_seen(void **state)
{
    (void)state;
    for (int in_close = 0; in_close < 2; in_close++) {
        struct recorder recorder;
        struct ho_offload *offload = open_and_set_up(&recorder);

        recorder.fail_at = !in_close;
        recorder.fail_error = -EIO;
        recorder.close_error = in_close ? -ENOSPC : 0;
        assert_int_equal(ho_sink_change(ho_offload_sink(offload), 0, 1, "1", 1), 0);
        assert_int_equal(ho_offload_close(offload, NULL, NULL), in_close ? -ENOSPC : -EIO);
        recorder_fini(&recorder);
    }
}

static void a_failing_sink_does_not_keep_a_waiting_producer(void **state)
{
    struct recorder recorder;
    struct ho_offload *offload = open_and_set_up(&recorder);
    struct opener opener = {.recorder = &recorder, .offload = offload};
    int error = 0;

    (void)state;
    recorder.fail_at = 1;
    recorder.fail_error = -ENOSPC;
    recorder_shut_gate(&recorder);
    assert_int_equal(pthread_create(&opener.thread, NULL, open_when_the_producer_waits, &opener),
                     0);
    for (uint32_t i = 0; i < 100000 && !error; i++)
        error = ho_sink_change(ho_offload_sink(offload), 0, i, "12345678", 8);
    pthread_join(opener.thread, NULL);
    assert_int_equal(error, -ENOSPC);
    assert_int_equal(ho_offload_close(offload, NULL, NULL), -ENOSPC);
    recorder_fini(&recorder);
}

static void a_failing_setup_is_told_by_setup_or_after_it_if_deferred(void **state)
{
    (void)state;
    for (int deferred = 0; deferred < 2; deferred++) {
        struct ho_offload_options options = tiny();
        struct recorder recorder;
        struct ho_offload *offload;

        options.deferred_setup = deferred;
        recorder_init(&recorder);
        recorder.setup_failing = true;
        recorder.fail_error = -ENOTDIR;
        assert_int_equal(ho_offload_open(&options, &recorder.sink, &offload), 0);
        assert_int_equal(ho_sink_setup(ho_offload_sink(offload), &workload_dictionary),
                         deferred ? 0 : -ENOTDIR);
        int error = ho_sink_change(ho_offload_sink(offload), 0, 1, "1", 1);
        assert_true(error == -ENOTDIR || (deferred && error == 0));
        assert_int_equal(ho_offload_flush(offload), -ENOTDIR);
        check_fails_from_now_on(offload, -ENOTDIR);
        assert_int_equal(ho_offload_close(offload, NULL, NULL), -ENOTDIR);
        assert_int_equal(recorder.calls, 0);
        assert_int_equal(recorder.late, 0);
        assert_int_equal(recorder.closed, 1);
        recorder_fini(&recorder);
    }
}

static void calls_before_setup_and_a_second_setup_are_refused(void **state)
{
    struct recorder recorder;
    struct ho_offload *offload = open_tiny(&recorder);

    (void)state;
    assert_int_equal(ho_sink_change(ho_offload_sink(offload), 0, 1, "1", 1), -EINVAL);
    check_fails_from_now_on(offload, -EINVAL);
    assert_int_equal(ho_offload_close(offload, NULL, NULL), -EINVAL);
    assert_int_equal(recorder.closed, 1);
    recorder_fini(&recorder);

    offload = open_and_set_up(&recorder);
    assert_int_equal(ho_sink_setup(ho_offload_sink(offload), &workload_dictionary), -EINVAL);
    assert_int_equal(ho_sink_close(ho_offload_sink(offload), NULL), -EINVAL);
    recorder_fini(&recorder);
}

static void close_without_setup_closes_the_sink(void **state)
{
    struct recorder recorder;
    struct ho_offload *offload = open_tiny(&recorder);

    (void)state;
    assert_int_equal(ho_offload_flush(offload), 0);
    assert_int_equal(ho_sink_close(ho_offload_sink(offload), NULL), 0);
    assert_int_equal(recorder.closed, 1);
    recorder_fini(&recorder);
}

static void *wait_for_the_end(void *argument)
{
    struct ho_offload_stats stats;
    int error = ho_offload_wait(argument, NULL, &stats);

    return (void *)(intptr_t)(error ? error : (int)stats.events_replayed);
}

static void finish_returns_at_once_and_another_thread_may_wait(void **state)
{
    struct recorder recorder;
    struct ho_offload *offload = open_and_set_up(&recorder);
    struct ho_sink *sink = ho_offload_sink(offload);
    pthread_t waiter;
    void *result;

    (void)state;
    recorder_shut_gate(&recorder);
    for (int i = 0; i < 3; i++)
        assert_int_equal(ho_sink_change(sink, 1, 2, "abc", 3), 0);
    assert_int_equal(ho_offload_finish(offload), 0); /* the sink still stands at the gate */
    assert_int_equal(recorder.closed, 0);
    assert_int_equal(ho_offload_finish(offload), 0);
    assert_int_equal(pthread_create(&waiter, NULL, wait_for_the_end, offload), 0);
    recorder_open_gate(&recorder);
    pthread_join(waiter, &result);
    assert_int_equal((intptr_t)result, 3);
    assert_int_equal(recorder.closed, 1);
    recorder_fini(&recorder);
}

static void calls_after_finish_are_refused(void **state)
{
    struct recorder recorder;
    struct ho_offload *offload = open_and_set_up(&recorder);
    struct ho_sink *sink = ho_offload_sink(offload);

    (void)state;
    assert_int_equal(ho_sink_change(sink, 1, 2, "abc", 3), 0);
    assert_int_equal(ho_offload_finish(offload), 0);
    assert_int_equal(ho_sink_change(sink, 1, 2, "abc", 3), -EINVAL);
    assert_int_equal(ho_sink_setup(sink, &workload_dictionary), -EINVAL);
    assert_int_equal(ho_offload_wait(offload, NULL, NULL), -EINVAL); /* it sticks */
    assert_int_equal(recorder.closed, 1);
    recorder_fini(&recorder);
}

/* Passes calls on to a recorder, changes as they come: some at a time. */
struct batching {
    struct ho_sink sink;
    struct recorder *recorder;
    size_t largest;
};

static int batch_setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    return ho_sink_setup(&((struct batching *)sink)->recorder->sink, dictionary);
}

static int batch_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                        uint32_t len)
{
    return ho_sink_change(&((struct batching *)sink)->recorder->sink, time, id, value, len);
}

static int batch_changes(struct ho_sink *sink, const struct ho_change *changes, size_t count)
{
    struct batching *batching = (struct batching *)sink;

    if (count > batching->largest)
        batching->largest = count;
    return ho_sink_changes(&batching->recorder->sink, changes, count);
}

static int batch_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    return ho_sink_mark(&((struct batching *)sink)->recorder->sink, time, mark);
}

static int batch_cut(struct ho_sink *sink)
{
    return ho_sink_cut(&((struct batching *)sink)->recorder->sink);
}

static int batch_close(struct ho_sink *sink, struct ho_close_times *times)
{
    return ho_sink_close(&((struct batching *)sink)->recorder->sink, times);
}

static const struct ho_sink_ops batch_ops = {
    .name = "batching",
    .setup = batch_setup,
    .change = batch_change,
    .mark = batch_mark,
    .cut = batch_cut,
    .changes = batch_changes,
    .close = batch_close,
};

static void changes_given_some_at_a_time_are_the_same_calls(void **state)
{
    static const uint32_t lookaheads[] = {0, 1, 2, 7, 256};
    struct workload workload = {
        .seed = 5, .calls = 20000, .chunk_bytes = 4096, .larger_in = 300, .cut_in = 200};
    struct recorder direct;

    (void)state;
    recorder_init(&direct);
    ho_sink_setup(&direct.sink, &workload_dictionary);
    assert_int_equal(workload_drive(&workload, &direct.sink), 0);
    for (size_t i = 0; i < sizeof lookaheads / sizeof *lookaheads; i++) {
        struct ho_offload_options options = {
            .chunks = 4, .chunk_bytes = 4096, .budget_bytes = 1 << 20, .lookahead = lookaheads[i]};
        struct recorder behind;
        struct batching batching = {{&batch_ops}, &behind, 0};
        struct ho_offload *offload;
        struct ho_offload_stats stats;

        recorder_init(&behind);
        assert_int_equal(ho_offload_open(&options, &batching.sink, &offload), 0);
        assert_int_equal(ho_sink_setup(ho_offload_sink(offload), &workload_dictionary), 0);
        assert_int_equal(workload_drive(&workload, ho_offload_sink(offload)), 0);
        assert_int_equal(ho_offload_close(offload, NULL, &stats), 0);
        assert_true(recorder_same(&direct, &behind));
        assert_int_equal(stats.events_replayed, stats.events_appended);
        if (lookaheads[i] < 10)
            assert_int_equal(batching.largest, lookaheads[i] > 1 ? lookaheads[i] : 0);
        else
            assert_in_range(batching.largest, 10, lookaheads[i]);
        recorder_fini(&behind);
    }
    recorder_fini(&direct);
}

/* The failing change comes before the large value in the chunk, and is passed on with it. */
static void a_large_value_behind_a_failing_change_is_freed(void **state)
{
    struct ho_offload_options options = {
        .chunks = 2, .chunk_bytes = 1024, .budget_bytes = 1 << 16, .lookahead = 256};
    struct recorder recorder;
    struct ho_offload *offload;
    unsigned char large[4000] = {0};

    (void)state;
    recorder_init(&recorder);
    recorder.fail_at = 3;
    recorder.fail_error = -EIO;
    assert_int_equal(ho_offload_open(&options, &recorder.sink, &offload), 0);
    assert_int_equal(ho_sink_setup(ho_offload_sink(offload), &workload_dictionary), 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(ho_sink_change(ho_offload_sink(offload), 1, 2, "abc", 3), 0);
    assert_int_equal(ho_sink_change(ho_offload_sink(offload), 1, 2, large, sizeof large), 0);
    assert_int_equal(ho_offload_close(offload, NULL, NULL), -EIO); /* a leak shows under ASan */
    recorder_fini(&recorder);
}

static void options_out_of_range_are_refused(void **state)
{
    static const struct ho_offload_options bad[] = {
        {.chunks = 1, .chunk_bytes = 64, .budget_bytes = 1 << 20},
        {.chunks = 2, .chunk_bytes = 56, .budget_bytes = 1 << 20},
        {.chunks = 2, .chunk_bytes = 68, .budget_bytes = 1 << 20},
        {.chunks = 2, .chunk_bytes = (1u << 30) + 8, .budget_bytes = UINT64_MAX},
        {.chunks = 2, .chunk_bytes = 64, .budget_bytes = 127},
        {.chunks = 2, .chunk_bytes = 64, .budget_bytes = 1 << 20, .lookahead = 257},
    };
    struct recorder recorder;
    struct ho_offload *offload;

    (void)state;
    recorder_init(&recorder);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(ho_offload_open(&bad[i], &recorder.sink, &offload), -EINVAL);
    assert_int_equal(recorder.closed, 0); /* still ours */
    recorder_fini(&recorder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sink_sees_the_same_calls_for_every_shape_of_ring),
        cmocka_unit_test(calls_come_from_the_dispatcher_and_setup_too_if_deferred),
        cmocka_unit_test(a_record_may_end_exactly_at_the_end_of_a_chunk),
        cmocka_unit_test(values_around_the_size_of_a_chunk_arrive_whole),
        cmocka_unit_test(flush_returns_when_all_was_replayed),
        cmocka_unit_test(a_cut_publishes),
        cmocka_unit_test(a_full_pool_makes_the_producer_wait_and_loses_nothing),
        cmocka_unit_test(a_waiting_producer_is_woken_by_half_of_the_pool),
        cmocka_unit_test(close_while_the_pool_is_full_replays_everything),
        cmocka_unit_test(a_sleeping_dispatcher_is_woken),
        cmocka_unit_test(waiting_for_budget_publishes_the_value_that_holds_it),
        cmocka_unit_test(a_value_above_the_budget_fails_and_the_failure_sticks),
        cmocka_unit_test(the_largest_value_that_the_budget_holds_arrives),
        cmocka_unit_test(the_sinks_first_error_sticks_and_comes_out_of_every_later_call),
        cmocka_unit_test(close_tells_an_error_that_nobody_has_seen),
        cmocka_unit_test(a_failing_sink_does_not_keep_a_waiting_producer),
        cmocka_unit_test(a_failing_setup_is_told_by_setup_or_after_it_if_deferred),
        cmocka_unit_test(calls_before_setup_and_a_second_setup_are_refused),
        cmocka_unit_test(close_without_setup_closes_the_sink),
        cmocka_unit_test(finish_returns_at_once_and_another_thread_may_wait),
        cmocka_unit_test(calls_after_finish_are_refused),
        cmocka_unit_test(changes_given_some_at_a_time_are_the_same_calls),
        cmocka_unit_test(a_large_value_behind_a_failing_change_is_freed),
        cmocka_unit_test(options_out_of_range_are_refused),
    };

    alarm(60); /* what hangs, fails */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
