/* A flight recorder whose sink sleeps now and then: whatever is lost, every event is given once,
 * in order, at its time, or is in a gap. */
#include "tests/test.h"

#include "ring/offload.h"
#include "tests/ordinal_sink.h"
#include "tests/workload.h"

#include <sched.h>
#include <unistd.h>

#define EVENTS 60000

static uint32_t draw(uint64_t *seed, uint32_t below)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*seed >> 32) * below >> 32);
}

/* Returns the cuts that were made. */
static uint64_t drive(struct ho_sink *sink, uint64_t seed)
{
    static const uint32_t lengths[] = {8, 8, 8, 8, 12, 16, 24, 56};
    uint64_t cuts = 0;

    for (uint64_t number = 0; number < EVENTS; number++) {
        uint32_t len = lengths[draw(&seed, sizeof lengths / sizeof *lengths)];

        if (draw(&seed, 100) == 0)
            len = 64 + draw(&seed, 4000);
        assert_int_equal(ordinal_append(sink, number, len), 0);
        if (draw(&seed, 500) == 0) {
            assert_int_equal(ho_sink_cut(sink), 0);
            cuts++;
        }
        if (draw(&seed, 2000) == 0)
            usleep(draw(&seed, 500)); /* so that the sink comes to the end of what there is */
    }
    return cuts;
}

static uint64_t check_shape(uint32_t chunks, uint32_t chunk_bytes, uint64_t seed)
{
    struct ho_offload_options options = {
        .chunks = chunks,
        .chunk_bytes = chunk_bytes,
        .budget_bytes = chunks * chunk_bytes + 20000,
        .on_full = HO_DROP_OLDEST,
        .flush_after_ms = (uint32_t)(seed % 2),
    };
    struct ordinal_sink inner;
    struct ho_offload *offload;
    struct ho_offload_stats stats;
    uint64_t cuts;

    ordinal_sink_init(&inner);
    inner.stall_in = 1000;
    inner.stall_seed = seed;
    assert_int_equal(ho_offload_open(&options, &inner.sink, &offload), 0);
    assert_int_equal(ho_sink_setup(ho_offload_sink(offload), &workload_dictionary), 0);
    cuts = drive(ho_offload_sink(offload), seed);
    assert_int_equal(ho_offload_close(offload, NULL, &stats), 0);
    assert_int_equal(inner.wrong, 0);
    assert_int_equal(inner.next, EVENTS);
    assert_int_equal(inner.cuts, cuts);
    assert_int_equal(stats.events_appended, EVENTS);
    assert_int_equal(stats.events_replayed, inner.given);
    assert_int_equal(stats.events_dropped, inner.missing);
    return inner.gaps;
}

static void every_event_is_given_or_in_a_gap(void **state)
{
    static const uint32_t chunk_bytes[] = {64, 128, 1024, 8192};
    uint64_t gaps = 0;

    (void)state;
    for (uint32_t seed = 0; seed < 32; seed++)
        gaps += check_shape(2 + seed % 5, chunk_bytes[seed % 4], seed);
    assert_true(gaps > 100); /* or there was nothing to see */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_event_is_given_or_in_a_gap),
    };

    alarm(120);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
