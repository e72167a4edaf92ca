#include "harness/floor.h"
#include "ring/replay.h"
#include "tests/recorder.h"
#include "tests/test.h"
#include "tests/workload.h"

#include <errno.h>
#include <string.h>

static struct floor *open_floor(uint32_t chunks, uint32_t chunk_bytes)
{
    struct floor *floor;

    assert_int_equal(floor_open(chunks, chunk_bytes, &floor), 0);
    assert_int_equal(ho_sink_setup(&floor->sink, &workload_dictionary), 0);
    return floor;
}

static void close_floor(struct floor *floor)
{
    assert_int_equal(ho_sink_close(&floor->sink, NULL), 0);
}

static void what_is_in_the_pool_replays_to_the_same_calls(void **state)
{
    struct workload workload = {.seed = 7, .calls = 2000, .chunk_bytes = 1024};
    struct floor *floor = open_floor(2, 1 << 20);
    struct recorder direct, replayed;
    struct ho_replay replay = {.sink = &replayed.sink};
    unsigned char *chunk;

    (void)state;
    recorder_init(&direct);
    recorder_init(&replayed);
    assert_int_equal(workload_drive(&workload, &direct.sink), 0);
    assert_int_equal(workload_drive(&workload, &floor->sink), 0);
    assert_int_equal(floor->chunk, 0);
    chunk = ho_chunk_ring_at(&floor->ring, 0);
    assert_int_equal(ho_replay_chunk(&replay, chunk, (uint32_t)(floor->cursor - chunk)), 0);
    assert_true(recorder_same(&direct, &replayed));
    recorder_fini(&direct);
    recorder_fini(&replayed);
    close_floor(floor);
}

static void it_goes_around_and_around_the_pool(void **state)
{
    struct floor *floor = open_floor(3, 64);

    (void)state;
    for (uint32_t i = 0; i < 12; i++) /* four in a chunk; no time record, as it is 0 */
        assert_int_equal(ho_sink_change(&floor->sink, 0, i, "12345678", 8), 0);
    assert_int_equal(floor->chunk, 2);
    assert_ptr_equal(floor->cursor, floor->ring.pool + (size_t)3 * 64);
    assert_int_equal(ho_sink_change(&floor->sink, 0, 12, "12345678", 8), 0);
    assert_int_equal(floor->chunk, 0);
    assert_ptr_equal(floor->cursor, floor->ring.pool + 16);
    assert_int_equal(ho_sink_cut(&floor->sink), 0);
    assert_int_equal(floor->chunk, 1);
    assert_ptr_equal(floor->cursor, floor->ring.pool + 64);
    close_floor(floor);
}

static void a_large_value_is_copied_into_the_pool(void **state)
{
    struct floor *floor = open_floor(4, 64);
    unsigned char value[100];

    (void)state;
    for (size_t i = 0; i < sizeof value; i++)
        value[i] = (unsigned char)i;
    assert_int_equal(ho_sink_change(&floor->sink, 0, 0, value, sizeof value), 0);
    assert_memory_equal(floor->ring.pool + 64, value, sizeof value);
    assert_int_equal(floor->chunk, 3);
    close_floor(floor);
}

/* A write behind it would be the address sanitizer's to find, or the heap's at close. */
static void it_stays_in_the_pool_whatever_comes(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 50; seed++) {
        struct workload workload = {seed, 500, 64 + 8 * (seed % 5), 10, 20};
        struct floor *floor = open_floor(2 + seed % 3, workload.chunk_bytes);

        assert_int_equal(workload_drive(&workload, &floor->sink), 0);
        assert_true(floor->cursor >= ho_chunk_ring_at(&floor->ring, floor->chunk));
        assert_true(floor->cursor <= floor->end);
        assert_true(floor->end <= ho_chunk_ring_at(&floor->ring, floor->ring.chunks));
        close_floor(floor);
    }
}

static void a_chunk_is_a_multiple_of_8_bytes(void **state)
{
    struct floor *floor;

    (void)state;
    assert_int_equal(floor_open(2, 65, &floor), -EINVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_in_the_pool_replays_to_the_same_calls),
        cmocka_unit_test(it_goes_around_and_around_the_pool),
        cmocka_unit_test(a_large_value_is_copied_into_the_pool),
        cmocka_unit_test(it_stays_in_the_pool_whatever_comes),
        cmocka_unit_test(a_chunk_is_a_multiple_of_8_bytes),
    };

    return cmocka_run_group_tests_name("floor", tests, NULL, NULL);
}
