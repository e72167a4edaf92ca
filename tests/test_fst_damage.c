/* Damaged copies of our own FST files, which are compressed in all the ways there are. */
#include "tests/test.h"

#include "tests/damage.h"
#include "tests/fst_reading.h"

#include <errno.h>
#include <string.h>

#define FILE_BYTES_MAX 4096
#define MUTATIONS_EACH 72
#define CHANGES_MAX    3 /* in a mutation */

static const char *const names[] = {"lz4.fst",    "older.fst",   "zlib.fst",
                                    "fastlz.fst", "wrapped.fst", "frame.fst"};
#define NAMES (sizeof names / sizeof *names)

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
    read_bytes(&first, data, damage_load(names[0], data, sizeof data));
    assert_int_equal(first.error, 0);
    assert_int_equal(first.source->events, 516);
    assert_int_equal(first.source->times, 121);
    for (size_t i = 1; i < NAMES; i++) {
        read_bytes(&other, data, damage_load(names[i], data, sizeof data));
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
        size_t whole = damage_load(names[i], data, sizeof data);

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
    static const unsigned char pieces[] = {0, 1, 2, 3, 4, 7, 8, 127, 128, 254, 255};
    unsigned char whole[FILE_BYTES_MAX], damaged[FILE_BYTES_MAX + CHANGES_MAX * DAMAGE_GROWTH_MAX];
    struct fst_reading reading;
    unsigned refused = 0;

    (void)state;
    for (size_t i = 0; i < NAMES; i++) {
        size_t whole_size = damage_load(names[i], whole, sizeof whole);
        struct damage damage = {random_start(i, 0), pieces, sizeof pieces};

        for (unsigned k = 0; k < MUTATIONS_EACH; k++) {
            memcpy(damaged, whole, whole_size);
            read_bytes(&reading, damaged, damage_do(&damage, CHANGES_MAX, damaged, whole_size));
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
