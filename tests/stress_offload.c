/* The whole offload under load, with a sink that is sometimes slow: the calls that come out
 * are the calls that went in. Built with each park backend. */
#include "tests/test.h"

#include "ring/offload.h"
#include "tests/recorder.h"
#include "tests/workload.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

/* Passes calls on to a recorder, and now and then sleeps or yields first. */
struct slow {
    struct ho_sink sink;
    struct recorder *recorder;
    uint64_t seed;
};

static void dawdle(struct slow *slow)
{
    slow->seed = slow->seed * 6364136223846793005u + 1442695040888963407u;
    if (slow->seed >> 52 == 0)
        usleep(200);
    else if (slow->seed >> 56 == 0)
        sched_yield();
}

static int slow_setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    return ho_sink_setup(&((struct slow *)sink)->recorder->sink, dictionary);
}

static int slow_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                       uint32_t len)
{
    dawdle((struct slow *)sink);
    return ho_sink_change(&((struct slow *)sink)->recorder->sink, time, id, value, len);
}

static int slow_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    return ho_sink_mark(&((struct slow *)sink)->recorder->sink, time, mark);
}

static int slow_cut(struct ho_sink *sink)
{
    dawdle((struct slow *)sink);
    return ho_sink_cut(&((struct slow *)sink)->recorder->sink);
}

static int slow_close(struct ho_sink *sink, struct ho_close_times *times)
{
    return ho_sink_close(&((struct slow *)sink)->recorder->sink, times);
}

static const struct ho_sink_ops slow_ops = {
    .name = "slow",
    .setup = slow_setup,
    .change = slow_change,
    .mark = slow_mark,
    .cut = slow_cut,
    .close = slow_close,
};

static void calls_that_come_out_are_calls_that_went_in(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 24; seed++) {
        struct workload workload = {
            .seed = seed,
            .calls = 20000,
            .chunk_bytes = seed % 2 ? 64 : 4096,
            .larger_in = seed % 3 ? 200 : 0,
            .cut_in = 300,
        };
        struct ho_offload_options options = {
            .chunks = 2 + (uint32_t)(seed % 5),
            .chunk_bytes = seed % 4 < 2 ? 64 : 1024,
            .deferred_setup = seed % 2,
        };
        struct recorder direct, behind;
        struct slow slow = {{&slow_ops}, &behind, seed};
        struct ho_offload *offload;
        struct ho_offload_stats stats;

        options.budget_bytes = options.chunks * options.chunk_bytes + 5u * 4096;
        recorder_init(&direct);
        recorder_init(&behind);
        ho_sink_setup(&direct.sink, &workload_dictionary);
        assert_int_equal(workload_drive(&workload, &direct.sink), 0);

        assert_int_equal(ho_offload_open(&options, &slow.sink, &offload), 0);
        assert_int_equal(ho_sink_setup(ho_offload_sink(offload), &workload_dictionary), 0);
        assert_int_equal(workload_drive(&workload, ho_offload_sink(offload)), 0);
        assert_int_equal(ho_offload_close(offload, NULL, &stats), 0);
        assert_true(recorder_same(&direct, &behind));
        assert_int_equal(stats.records >= workload.calls, 1);
        recorder_fini(&direct);
        recorder_fini(&behind);
    }
}

static void *watch(void *argument)
{
    struct ho_offload_stats stats, before = {0};
    void **shared = argument;

    do {
        ho_offload_stats(shared[0], &stats);
        assert_true(stats.events_replayed >= before.events_replayed);
        assert_true(stats.chunks_published >= before.chunks_published);
        before = stats;
        sched_yield();
    } while (!atomic_load((_Atomic int *)shared[1]));
    return NULL;
}

static void statistics_can_be_read_while_it_runs(void **state)
{
    struct workload workload = {.seed = 3, .calls = 100000, .chunk_bytes = 1024};
    struct ho_offload_options options = ho_offload_options_defaults();
    struct recorder recorder;
    struct ho_offload *offload;
    _Atomic int ended = 0;
    pthread_t watcher;

    (void)state;
    options.chunk_bytes = 1024;
    recorder_init(&recorder);
    assert_int_equal(ho_offload_open(&options, &recorder.sink, &offload), 0);
    assert_int_equal(ho_sink_setup(ho_offload_sink(offload), &workload_dictionary), 0);
    void *shared[] = {offload, &ended};
    assert_int_equal(pthread_create(&watcher, NULL, watch, shared), 0);
    assert_int_equal(workload_drive(&workload, ho_offload_sink(offload)), 0);
    atomic_store(&ended, 1);
    pthread_join(watcher, NULL);
    assert_int_equal(ho_offload_close(offload, NULL, NULL), 0);
    recorder_fini(&recorder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_that_come_out_are_calls_that_went_in),
        cmocka_unit_test(statistics_can_be_read_while_it_runs),
    };

    alarm(120);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
