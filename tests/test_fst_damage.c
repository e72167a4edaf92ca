/* Damaged copies of our own FST files, which are compressed in all the ways there are. */
#include "tests/test.h"

#include "tests/fst_reading.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define FILE_BYTES_MAX 4096
#define MUTATIONS_EACH 60

static const char *const names[] = {"lz4.fst",    "older.fst",   "zlib.fst",
                                    "fastlz.fst", "wrapped.fst", "frame.fst"};
#define NAMES (sizeof names / sizeof *names)

static uint64_t random_state;

static uint32_t random_below(uint32_t limit)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((random_state >> 33) % limit);
}

/* One change of the size bytes at data, which has room for more. Returns the new size. */
static size_t mutate(unsigned char *data, size_t size)
{
    static const unsigned char pieces[] = {0, 1, 2, 3, 4, 7, 8, 127, 128, 254, 255};
    size_t at = random_below((uint32_t)size), count = 1 + random_below((uint32_t)(size - at));

    switch (random_below(5)) {
    case 0: /* a bit */
        data[at] ^= (unsigned char)(1u << random_below(8));
        return size;
    case 1: /* a byte that may mean something */
        data[at] = pieces[random_below(sizeof pieces)];
        return size;
    case 2: /* any byte */
        data[at] = (unsigned char)random_below(256);
        return size;
    case 3: /* a part is missing */
        memmove(data + at, data + at + count, size - at - count);
        return size > count ? size - count : size;
    default: /* a part comes twice */
        count = count < 64 ? count : 64;
        memmove(data + at + count, data + at, size - at);
        return size + count;
    }
}

static size_t load(const char *name, unsigned char data[FILE_BYTES_MAX])
{
    char path[4096];
    size_t size;

    snprintf(path, sizeof path, TEST_DATA "/%s", name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size = fread(data, 1, FILE_BYTES_MAX, file);
    fclose(file);
    return size;
}

static void read_bytes(struct fst_reading *reading, const unsigned char *data, size_t size)
{
    fst_reading_init(reading, data, size,
                     &(struct fst_reading_options){.memory_max = 16 << 20, .cut_every = 1000});
}

/* Either there is one line for people, or a source that keeps what it promises. */
static void expect_sane(const struct fst_reading *reading)
{
    if (reading->error) {
        assert_true(reading->error == -EINVAL || reading->error == -ENOMEM);
        assert_memory_equal(reading->message, "t.fst: ", 7);
        assert_null(strchr(reading->message, '\n'));
    } else {
        assert_true(ho_dictionary_valid(&reading->source->dictionary));
    }
}

static void whole_files_say_the_same_however_compressed(void **state)
{
    unsigned char data[FILE_BYTES_MAX];
    struct fst_reading first, other;

    (void)state;
    read_bytes(&first, data, load(names[0], data));
    assert_int_equal(first.error, 0);
    assert_int_equal(first.source->events, 516);
    assert_int_equal(first.source->times, 121);
    for (size_t i = 1; i < NAMES; i++) {
        read_bytes(&other, data, load(names[i], data));
        assert_int_equal(other.error, 0);
        assert_string_equal(first.dictionary, other.dictionary);
        if (strcmp(names[i], "frame.fst") != 0)
            assert_string_equal(first.calls, other.calls);
        fst_reading_fini(&other);
    }
    fst_reading_fini(&first);
}

static void a_file_that_is_cut_anywhere_is_refused(void **state)
{
    unsigned char data[FILE_BYTES_MAX];
    struct fst_reading reading;

    (void)state;
    for (size_t i = 0; i < NAMES; i++) {
        size_t whole = load(names[i], data);

        for (size_t size = 0; size < whole; size++) {
            if (size % 16 != 0 && size + 10 < whole)
                continue; /* a process each would take its time */
            read_bytes(&reading, data, size);
            assert_int_equal(reading.error, -EINVAL);
            expect_sane(&reading);
            fst_reading_fini(&reading);
        }
    }
}

static void a_file_that_is_damaged_is_refused_or_read_never_worse(void **state)
{
    unsigned char whole[FILE_BYTES_MAX], damaged[2 * FILE_BYTES_MAX];
    struct fst_reading reading;
    unsigned refused = 0;

    (void)state;
    for (size_t i = 0; i < NAMES; i++) {
        size_t whole_size = load(names[i], whole);

        random_state = i;
        for (unsigned k = 0; k < MUTATIONS_EACH; k++) {
            size_t size = whole_size;

            memcpy(damaged, whole, size);
            for (uint32_t times = 1 + random_below(3); times > 0; times--)
                size = mutate(damaged, size);
            read_bytes(&reading, damaged, size);
            expect_sane(&reading);
            refused += reading.error != 0;
            fst_reading_fini(&reading);
        }
    }
    assert_in_range(refused, NAMES * MUTATIONS_EACH / 2, NAMES * MUTATIONS_EACH - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_files_say_the_same_however_compressed),
        cmocka_unit_test(a_file_that_is_cut_anywhere_is_refused),
        cmocka_unit_test(a_file_that_is_damaged_is_refused_or_read_never_worse),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
