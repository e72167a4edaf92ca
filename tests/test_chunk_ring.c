/* The pool's way from hand to hand, on one thread, with the queues' counters just below their
 * wrap: every chunk is in one place, comes in order, and keeps its bytes. */
#include "tests/test.h"

#include "ring/chunk_ring.h"

#include <string.h>

#define CHUNK_BYTES 64u
#define BELOW_WRAP  (UINT32_MAX - 5)

static struct ho_chunk_ring ring;

static void every_chunk_can_be_taken_once(void **state)
{
    (void)state;
    for (uint32_t chunks = 2; chunks <= 9; chunks++) {
        bool taken[9] = {false};
        uint32_t index;

        assert_int_equal(ho_chunk_ring_init(&ring, chunks, CHUNK_BYTES, BELOW_WRAP), 0);
        for (uint32_t i = 0; i < chunks; i++) {
            assert_true(ho_chunk_ring_try_acquire(&ring, &index));
            assert_in_range(index, 0, chunks - 1);
            assert_false(taken[index]);
            taken[index] = true;
            memset(ho_chunk_ring_at(&ring, index), 0xff, CHUNK_BYTES); /* all of it is ours */
        }
        assert_false(ho_chunk_ring_try_acquire(&ring, &index));
        ho_chunk_ring_fini(&ring);
    }
}

/* Fills the full queue with the whole pool and the end behind it, again and again. */
static void chunks_come_in_order_with_their_bytes_across_the_wrap(void **state)
{
    (void)state;
    for (uint32_t chunks = 2; chunks <= 9; chunks++) {
        unsigned char filled = 0, emptied = 0;
        uint32_t index;

        assert_int_equal(ho_chunk_ring_init(&ring, chunks, CHUNK_BYTES, BELOW_WRAP), 0);
        for (int round = 0; round < 10; round++) {
            while (ho_chunk_ring_try_acquire(&ring, &index)) {
                *ho_chunk_ring_at(&ring, index) = filled;
                ring.header[index].used = filled++;
                ho_chunk_ring_publish(&ring, index);
            }
            ho_chunk_ring_publish(&ring, ho_chunk_ring_end(&ring));
            for (uint32_t i = 0; i < chunks; i++) {
                assert_true(ho_chunk_ring_next(&ring, &index, HO_PARK_FOREVER));
                assert_int_equal(*ho_chunk_ring_at(&ring, index), emptied);
                assert_int_equal(ring.header[index].used, emptied++);
                ho_chunk_ring_release(&ring, index);
            }
            assert_true(ho_chunk_ring_next(&ring, &index, HO_PARK_FOREVER));
            assert_int_equal(index, ho_chunk_ring_end(&ring));
            assert_false(ho_chunk_ring_try_next(&ring, &index));
        }
        assert_int_equal(filled, 10 * chunks);
        ho_chunk_ring_fini(&ring);
    }
}

static void what_was_released_is_waited_for_and_what_is_held_is_not(void **state)
{
    uint32_t held;

    (void)state;
    assert_int_equal(ho_chunk_ring_init(&ring, 4, CHUNK_BYTES, BELOW_WRAP), 0);
    ho_chunk_ring_wait_released(&ring, 0); /* the pool as it was */
    held = ho_chunk_ring_acquire(&ring);
    ho_chunk_ring_wait_released(&ring, 1);
    ho_chunk_ring_publish(&ring, held);
    assert_true(ho_chunk_ring_next(&ring, &held, 0));
    ho_chunk_ring_release(&ring, held);
    ho_chunk_ring_wait_released(&ring, 0);
    ho_chunk_ring_fini(&ring);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_chunk_can_be_taken_once),
        cmocka_unit_test(chunks_come_in_order_with_their_bytes_across_the_wrap),
        cmocka_unit_test(what_was_released_is_waited_for_and_what_is_held_is_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
