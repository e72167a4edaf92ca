/* Pieces of memory are as large as asked for, apart from each other, and used again. */
#include "tests/test.h"

#include "direct_writer/slabs.h"
#include "ring/pages.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PIECES 3000

static void pieces_lie_apart_and_keep_what_is_written(void **state)
{
    static const size_t sizes[] = {1, 64, 65, 100, 128, 300, 4096, 16384, 16385, 100000};
    static unsigned char *pieces[PIECES];
    struct slabs slabs = {0};

    (void)state;
    for (unsigned i = 0; i < PIECES; i++) {
        size_t bytes = sizes[i % 10];

        pieces[i] = slabs_alloc(&slabs, bytes);
        assert_non_null(pieces[i]);
        memset(pieces[i], (int)i, bytes);
    }
    for (unsigned i = 0; i < PIECES; i++)
        for (size_t at = 0; at < sizes[i % 10]; at++)
            if (pieces[i][at] != (unsigned char)i)
                fail_msg("piece %u of %zu bytes, at %zu", i, sizes[i % 10], at);
    for (unsigned i = 0; i < PIECES; i++)
        slabs_free(&slabs, pieces[i], sizes[i % 10]);
    slabs_fini(&slabs);
}

static void a_piece_that_was_freed_is_used_again(void **state)
{
    struct slabs slabs = {0};
    void *small = slabs_alloc(&slabs, 64), *large = slabs_alloc(&slabs, 4096);

    (void)state;
    assert_int_equal((uintptr_t)small % SLABS_PIECE_MIN, 0);
    assert_int_equal((uintptr_t)large % SLABS_PIECE_MIN, 0);
    slabs_free(&slabs, small, 64);
    slabs_free(&slabs, NULL, 64);
    assert_ptr_not_equal(slabs_alloc(&slabs, 65), small); /* another size */
    assert_ptr_equal(slabs_alloc(&slabs, 33), small);
    slabs_free(&slabs, large, 4096);
    assert_ptr_equal(slabs_alloc(&slabs, 2049), large);
    slabs_fini(&slabs);
}

static void pages_can_be_written_to_their_end(void **state)
{
    static const size_t sizes[] = {0, 1, 4095, (2u << 20) - 1, 2u << 20, (2u << 20) + 1, 5u << 20};

    (void)state;
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        unsigned char *memory = ho_pages_alloc(sizes[i]);

        assert_non_null(memory);
        assert_int_equal((uintptr_t)memory % 64, 0);
        memset(memory, 0xff, sizes[i]);
        ho_pages_free(memory, sizes[i]);
    }
    ho_pages_free(NULL, 0);
    ho_pages_free(NULL, 5u << 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_lie_apart_and_keep_what_is_written),
        cmocka_unit_test(a_piece_that_was_freed_is_used_again),
        cmocka_unit_test(pages_can_be_written_to_their_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
