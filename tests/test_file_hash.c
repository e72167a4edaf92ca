#include "harness/file_hash.h"
#include "tests/test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

/* Hashes a file that has these bytes. */
static void hash_bytes(const void *data, size_t size, char hex[33])
{
    char path[] = "/tmp/test_file_hash.XXXXXX";
    int file = mkstemp(path);
    uint64_t bytes;

    assert_true(file >= 0);
    assert_int_equal(write(file, data, size), size);
    close(file);
    assert_int_equal(file_hash(path, hex, &bytes), 0);
    assert_int_equal(bytes, size);
    unlink(path);
}

static void an_empty_file_has_the_known_hash_of_nothing(void **state)
{
    char hex[33];

    (void)state;
    hash_bytes("", 0, hex);
    assert_string_equal(hex, "99aa06d3014798d86001c324468d497f");
}

static void a_file_larger_than_the_buffer_hashes_as_its_bytes_in_one_piece(void **state)
{
    size_t size = ((size_t)1 << 19) + 12345;
    unsigned char *data = malloc(size), canonical[16];
    XXH128_canonical_t expected;
    char hex[33], byte[3];

    (void)state;
    assert_non_null(data);
    for (size_t i = 0; i < size; i++)
        data[i] = (unsigned char)(i * 2654435761u >> 24);
    hash_bytes(data, size, hex);
    XXH128_canonicalFromHash(&expected, XXH3_128bits(data, size));
    memcpy(canonical, &expected, sizeof canonical);
    for (size_t i = 0; i < sizeof canonical; i++) {
        snprintf(byte, sizeof byte, "%02x", canonical[i]);
        assert_memory_equal(hex + 2 * i, byte, 2);
    }
    free(data);
}

static void a_file_that_cannot_be_read_is_an_error(void **state)
{
    uint64_t bytes;
    char hex[33];

    (void)state;
    assert_int_equal(file_hash("/nowhere/at/all", hex, &bytes), -ENOENT);
    assert_int_equal(file_hash("/", hex, &bytes), -EISDIR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_file_has_the_known_hash_of_nothing),
        cmocka_unit_test(a_file_larger_than_the_buffer_hashes_as_its_bytes_in_one_piece),
        cmocka_unit_test(a_file_that_cannot_be_read_is_an_error),
    };

    return cmocka_run_group_tests_name("file_hash", tests, NULL, NULL);
}
