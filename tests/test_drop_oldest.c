/* A full pool under HO_DROP_OLDEST, case by case, with the sink held still: what is lost is the
 * oldest, all of it is told, and what follows is right. */
#include "tests/test.h"

#include "ring/offload.h"
#include "tests/ordinal_sink.h"
#include "tests/workload.h"

#include <sched.h>
#include <unistd.h>

#define CHUNKS 4u

struct overflow {
    uint64_t times, last;
};

struct recording {
    struct ordinal_sink inner;
    struct overflow overflow;
    struct ho_offload *offload;
    struct ho_sink *sink;
    uint64_t appended;
    struct ho_offload_stats stats; /* after finish */
};

static void note_overflow(void *argument, uint64_t events_lost)
{
    struct overflow *overflow = argument;

    assert_true(events_lost >= 2 * overflow->last);
    overflow->times++;
    overflow->last = events_lost;
}

/* The sink is held in the first event. */
static void start(struct recording *recording, uint64_t spill_bytes)
{
    struct ho_offload_options options = {
        .chunks = CHUNKS,
        .chunk_bytes = 128,
        .budget_bytes = CHUNKS * 128 + spill_bytes,
        .on_full = HO_DROP_OLDEST,
        .on_overflow = note_overflow,
        .on_overflow_argument = &recording->overflow,
    };

    *recording = (struct recording){0};
    ordinal_sink_init(&recording->inner);
    atomic_store(&recording->inner.hold, true);
    assert_int_equal(ho_offload_open(&options, &recording->inner.sink, &recording->offload), 0);
    recording->sink = ho_offload_sink(recording->offload);
    assert_int_equal(ho_sink_setup(recording->sink, &workload_dictionary), 0);
    assert_int_equal(ordinal_append(recording->sink, recording->appended++, 8), 0);
    assert_int_equal(ho_sink_cut(recording->sink), 0);
    ordinal_sink_wait_held(&recording->inner);
}

static void append(struct recording *recording, uint64_t events, uint32_t len)
{
    while (events-- > 0)
        assert_int_equal(ordinal_append(recording->sink, recording->appended++, len), 0);
}

static void finish(struct recording *recording)
{
    const struct ho_offload_stats *stats = &recording->stats;

    atomic_store(&recording->inner.hold, false);
    assert_int_equal(ho_offload_close(recording->offload, NULL, &recording->stats), 0);
    assert_true(recording->inner.closed);
    assert_int_equal(recording->inner.wrong, 0);
    assert_int_equal(recording->inner.next, recording->appended);
    assert_int_equal(stats->events_appended, recording->appended);
    assert_int_equal(stats->events_replayed, recording->inner.given);
    assert_int_equal(stats->events_dropped, recording->inner.missing);
    assert_int_equal(stats->gaps, recording->inner.gaps);
    assert_int_equal(stats->producer_waits, 0);
}

static void a_held_sink_does_not_hold_the_producer(void **state)
{
    struct recording recording;

    (void)state;
    start(&recording, 0);
    append(&recording, 100000, 8);
    finish(&recording);
    assert_int_equal(recording.inner.gaps, 1);
    /* The newest are there: what the pool holds beside the chunk that is being replayed. */
    assert_in_range(recording.inner.given, CHUNKS, CHUNKS * 128 / 16);
}

static void without_a_full_pool_nothing_is_lost(void **state)
{
    struct recording recording;

    (void)state;
    start(&recording, 0);
    append(&recording, 5, 8);
    finish(&recording);
    assert_int_equal(recording.inner.gaps, 0);
    assert_int_equal(recording.stats.chunks_dropped, 0);
    assert_int_equal(recording.overflow.times, 0);
}

static void a_lost_cut_is_made_up_for(void **state)
{
    struct recording recording;

    (void)state;
    start(&recording, 0);
    for (int i = 0; i < 20; i++) {
        append(&recording, 1, 8);
        assert_int_equal(ho_sink_cut(recording.sink), 0);
    }
    finish(&recording);
    assert_int_equal(recording.inner.gaps, 1);
    assert_int_equal(recording.inner.cuts, 21);
}

static void chunks_of_cuts_alone_are_a_gap_without_events(void **state)
{
    struct recording recording;

    (void)state;
    start(&recording, 0);
    for (int i = 0; i < 20; i++)
        assert_int_equal(ho_sink_cut(recording.sink), 0);
    finish(&recording);
    assert_int_equal(recording.inner.gaps, 1);
    assert_int_equal(recording.inner.missing, 0);
    assert_int_equal(recording.inner.cuts, 21);
    assert_int_equal(recording.overflow.times, 1);
}

static void large_values_that_are_lost_give_their_budget_back(void **state)
{
    struct recording recording;

    (void)state;
    start(&recording, 8 * 1000);
    for (int i = 0; i < 200; i++) {
        append(&recording, 1, 1000);
        append(&recording, 5, 8); /* so that a chunk holds few of them */
    }
    finish(&recording);
    assert_true(recording.stats.spills > 100); /* nearly all found budget */
    assert_int_equal(recording.inner.gaps, 1);
}

static void a_large_value_without_budget_is_a_gap_of_its_own(void **state)
{
    struct recording recording;

    (void)state;
    start(&recording, 1000);
    append(&recording, 1, 1000);
    append(&recording, 1, 1000); /* no room beside the first */
    append(&recording, 1, 8);
    finish(&recording);
    assert_int_equal(recording.inner.gaps, 1);
    assert_int_equal(recording.inner.missing, 1);
    assert_int_equal(recording.stats.chunks_dropped, 0);
}

static void what_is_lost_last_is_told_at_close(void **state)
{
    struct recording recording;

    (void)state;
    start(&recording, 1000);
    append(&recording, 2, 1000);
    finish(&recording);
    assert_int_equal(recording.inner.missing, 1);
}

/* Loses a little again and again: each time the sink is let go on, and held once more. */
static void overflow_is_told_at_first_and_then_at_doublings(void **state)
{
    struct recording recording;

    (void)state;
    start(&recording, 0);
    for (int i = 0; i < 64; i++) {
        append(&recording, 200, 8);
        atomic_store(&recording.inner.hold, false);
        assert_int_equal(ho_offload_flush(recording.offload), 0);
        atomic_store(&recording.inner.hold, true);
        append(&recording, 2, 8); /* one of the two is a change */
        assert_int_equal(ho_sink_cut(recording.sink), 0);
        ordinal_sink_wait_held(&recording.inner);
    }
    finish(&recording);
    assert_int_equal(recording.inner.gaps, 64);
    /* At 1, 2, 4, ... 64 gaps, were they of the same size. */
    assert_in_range(recording.overflow.times, 5, 7);
    assert_true(2 * recording.overflow.last > recording.inner.missing);
}

static void a_gap_goes_through_like_any_other_call(void **state)
{
    struct recording recording;
    struct ho_gap gap;

    (void)state;
    start(&recording, 0);
    gap = (struct ho_gap){ordinal_time(0), ordinal_time(6), 5}; /* the next event's time */
    assert_int_equal(ho_sink_gap(recording.sink, &gap), 0);
    atomic_store(&recording.inner.hold, false);
    for (uint64_t number = 6; number < 10; number++)
        assert_int_equal(ordinal_append(recording.sink, number, 8), 0);
    assert_int_equal(ho_offload_close(recording.offload, NULL, &recording.stats), 0);
    assert_int_equal(recording.inner.wrong, 0);
    assert_int_equal(recording.inner.missing, 5);
    assert_int_equal(recording.stats.events_dropped, 0);
}

static struct ho_offload *open_flushing(struct ordinal_sink *inner, uint32_t flush_after_ms)
{
    struct ho_offload_options options = ho_offload_options_defaults();
    struct ho_offload *offload;

    options.flush_after_ms = flush_after_ms;
    ordinal_sink_init(inner);
    assert_int_equal(ho_offload_open(&options, &inner->sink, &offload), 0);
    assert_int_equal(ho_sink_setup(ho_offload_sink(offload), &workload_dictionary), 0);
    return offload;
}

static uint64_t replayed(const struct ho_offload *offload)
{
    struct ho_offload_stats stats;

    ho_offload_stats(offload, &stats);
    return stats.events_replayed;
}

static void a_chunk_that_fills_slowly_reaches_the_sink(void **state)
{
    struct ordinal_sink inner;
    struct ho_offload *offload = open_flushing(&inner, 1);
    uint64_t number = 0;

    (void)state;
    /* If they never come, the alarm ends this; 16 MiB take longer to fill. */
    while (replayed(offload) < 3) {
        assert_int_equal(ordinal_append(ho_offload_sink(offload), number++, 8), 0);
        usleep(200);
    }
    assert_int_equal(ho_offload_close(offload, NULL, NULL), 0);
    assert_int_equal(inner.wrong, 0);
}

static void a_wish_that_finds_nothing_to_hand_over_stays(void **state)
{
    struct ordinal_sink inner;
    struct ho_offload *offload = open_flushing(&inner, 1);
    struct ho_sink *sink = ho_offload_sink(offload);

    (void)state;
    usleep(50000); /* long enough to be asked; if not, this tests nothing */
    inner.next = 300;
    for (uint64_t number = 300; number < 304; number++) /* the first and the last at a new time */
        assert_int_equal(ordinal_append(sink, number, 8), 0);
    while (replayed(offload) < 3)
        sched_yield();
    assert_int_equal(ho_offload_close(offload, NULL, NULL), 0);
}

static void without_a_bound_a_chunk_waits_until_it_is_full(void **state)
{
    struct ordinal_sink inner;
    struct ho_offload *offload = open_flushing(&inner, 0);

    (void)state;
    for (uint64_t number = 0; number < 30; number++) {
        assert_int_equal(ordinal_append(ho_offload_sink(offload), number, 8), 0);
        usleep(1000);
    }
    assert_int_equal(replayed(offload), 0);
    assert_int_equal(ho_offload_close(offload, NULL, NULL), 0);
    assert_int_equal(inner.given, 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_held_sink_does_not_hold_the_producer),
        cmocka_unit_test(without_a_full_pool_nothing_is_lost),
        cmocka_unit_test(a_lost_cut_is_made_up_for),
        cmocka_unit_test(chunks_of_cuts_alone_are_a_gap_without_events),
        cmocka_unit_test(large_values_that_are_lost_give_their_budget_back),
        cmocka_unit_test(a_large_value_without_budget_is_a_gap_of_its_own),
        cmocka_unit_test(what_is_lost_last_is_told_at_close),
        cmocka_unit_test(overflow_is_told_at_first_and_then_at_doublings),
        cmocka_unit_test(a_gap_goes_through_like_any_other_call),
        cmocka_unit_test(a_chunk_that_fills_slowly_reaches_the_sink),
        cmocka_unit_test(a_wish_that_finds_nothing_to_hand_over_stays),
        cmocka_unit_test(without_a_bound_a_chunk_waits_until_it_is_full),
    };

    alarm(60); /* what hangs, fails */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
