/* Compressed VCD that is damaged, or far larger than its file. */
#include "tests/test.h"

#include "synth_gen/input.h"
#include "tests/vcd_packed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define HEAD                                      \
    "$timescale 1 ns $end $scope module m $end\n" \
    "$var wire 1 a c $end $upscope $end $enddefinitions $end\n"

static void expect_damage(const struct vcd_reading *reading, const struct vcd_packed_format *format)
{
    size_t len = strlen(format->name);

    assert_int_equal(reading->error, -EINVAL);
    assert_memory_equal(reading->message, format->name, len);
    assert_true(reading->message[len] == ':' && reading->message[len + 1] >= '1');
    assert_string_equal(strrchr(reading->message, ':') + 2, format->damage);
}

static void a_file_that_ends_early_is_never_taken_for_the_whole(void **state)
{
    static const char text[] = HEAD "#10 1a\n#20 0a\n#30 xa\n";

    (void)state;
    for (size_t i = 0; i < VCD_PACKED_FORMATS; i++) {
        struct vcd_packed bytes = {0};
        size_t first;

        vcd_packed_formats[i].append(&bytes, text, strlen(text));
        first = bytes.size;
        vcd_packed_formats[i].append(&bytes, "#40 1a\n", 7);
        for (size_t size = 0; size < bytes.size; size++) {
            struct vcd_reading reading;

            if (size == first) /* that is a whole file */
                continue;
            vcd_packed_read(&reading, vcd_packed_formats[i].name, bytes.data, size, UINT64_MAX);
            expect_damage(&reading, &vcd_packed_formats[i]);
            vcd_reading_fini(&reading);
        }
        free(bytes.data);
    }
}

/* What a flipped bit does not damage, such as the time in gzip's header, changes nothing. */
static void a_flipped_bit_is_damage_whatever_it_makes_of_the_text(void **state)
{
    static const char text[] = HEAD "#10 1a\n#20 0a\n#30 xa\n#47 1a 0a 1a 0a za\n";

    (void)state;
    for (size_t i = 0; i < VCD_PACKED_FORMATS; i++) {
        struct vcd_reading whole, flipped;
        struct vcd_packed bytes = {0};
        unsigned same = 0;

        vcd_packed_formats[i].append(&bytes, text, strlen(text));
        vcd_packed_read(&whole, vcd_packed_formats[i].name, bytes.data, bytes.size, UINT64_MAX);
        assert_string_equal(whole.message, "");
        for (size_t bit = 0; bit < 8 * bytes.size; bit++) {
            bytes.data[bit / 8] ^= (unsigned char)(1u << bit % 8);
            vcd_packed_read(&flipped, vcd_packed_formats[i].name, bytes.data, bytes.size,
                            UINT64_MAX);
            if (flipped.error && !strstr(flipped.message, "a window of more than"))
                expect_damage(&flipped, &vcd_packed_formats[i]);
            else if (flipped.error)
                assert_int_equal(flipped.error, -EINVAL);
            else
                vcd_packed_expect_same(&whole, &flipped);
            same += flipped.error == 0;
            vcd_reading_fini(&flipped);
            bytes.data[bit / 8] ^= (unsigned char)(1u << bit % 8);
        }
        assert_true(same < 8 * 7);
        vcd_reading_fini(&whole);
        free(bytes.data);
    }
}

static void the_line_of_the_damage_is_near(void **state)
{
    struct vcd_packed text = vcd_packed_long_text(20000);

    (void)state;
    for (size_t i = 0; i < VCD_PACKED_FORMATS; i++) {
        struct vcd_reading reading;
        struct vcd_packed bytes = {0};
        unsigned long line;

        vcd_packed_formats[i].append(&bytes, text.data, text.size);
        vcd_packed_read(&reading, vcd_packed_formats[i].name, bytes.data, bytes.size / 2,
                        UINT64_MAX);
        expect_damage(&reading, &vcd_packed_formats[i]);
        line = strtoul(reading.message + strlen(vcd_packed_formats[i].name) + 1, NULL, 10);
        assert_in_range(line, 13000, 22000);
        vcd_reading_fini(&reading);
        free(bytes.data);
    }
    free(text.data);
}

static void what_is_not_compressed_that_way_is_damaged(void **state)
{
    static const char text[] = HEAD "#10 1a\n";
    struct vcd_reading reading;

    (void)state;
    for (size_t i = 0; i < VCD_PACKED_FORMATS; i++) {
        struct vcd_packed bytes = {0};

        vcd_packed_read(&reading, vcd_packed_formats[i].name, text, strlen(text), UINT64_MAX);
        expect_damage(&reading, &vcd_packed_formats[i]);
        vcd_reading_fini(&reading);

        vcd_packed_formats[i].append(&bytes, text, strlen(text));
        vcd_packed_read(&reading, vcd_packed_formats[!i].name, bytes.data, bytes.size, UINT64_MAX);
        expect_damage(&reading, &vcd_packed_formats[!i]);
        vcd_reading_fini(&reading);

        vcd_packed_append(&bytes, "and more", 8);
        vcd_packed_read(&reading, vcd_packed_formats[i].name, bytes.data, bytes.size, UINT64_MAX);
        expect_damage(&reading, &vcd_packed_formats[i]);
        vcd_reading_fini(&reading);
        free(bytes.data);
    }
}

static void a_malformed_trace_in_whole_data_is_reported_as_that(void **state)
{
    static const char text[] = HEAD "#10 1a\n#9 0a\n";
    struct vcd_reading reading;

    (void)state;
    for (size_t i = 0; i < VCD_PACKED_FORMATS; i++) {
        struct vcd_packed bytes = {0};

        vcd_packed_formats[i].append(&bytes, text, strlen(text));
        vcd_packed_read(&reading, vcd_packed_formats[i].name, bytes.data, bytes.size, UINT64_MAX);
        assert_int_equal(reading.error, -EINVAL);
        assert_string_equal(strchr(reading.message, ':'), ":4: time goes back from 10 to 9");
        vcd_reading_fini(&reading);
        free(bytes.data);
    }
}

/* Magic number, no flags, a window of 2^(10 + n / 8) bytes, an empty last block. */
static void a_window_that_is_too_large_is_refused(void **state)
{
    unsigned char frame[] = {0x28, 0xb5, 0x2f, 0xfd, 0, 0, 1, 0, 0};
    struct vcd_reading reading;

    (void)state;
    frame[5] = (INPUT_WINDOW_LOG_MAX - 10) << 3;
    vcd_packed_read(&reading, "t.vcd.zst", frame, sizeof frame, UINT64_MAX);
    assert_string_equal(reading.message,
                        "t.vcd.zst:1: no VCD file: it must begin with a keyword such as "
                        "$timescale");
    vcd_reading_fini(&reading);
    frame[5] = (INPUT_WINDOW_LOG_MAX + 1 - 10) << 3;
    vcd_packed_read(&reading, "t.vcd.zst", frame, sizeof frame, UINT64_MAX);
    assert_int_equal(reading.error, -EINVAL);
    assert_string_equal(reading.message,
                        "t.vcd.zst:1: the zstd data needs a window of more than 128 MiB");
    vcd_reading_fini(&reading);
}

#define BOMB_BYTES (8 << 20)
#define MEMORY_MAX (1 << 20)

/* A small file that stands for piece over and over is refused with reason. */
static void expect_bomb(const char *head, const char *piece, const char *reason)
{
    struct vcd_packed text = {0};

    vcd_packed_append(&text, head, strlen(head));
    text.data = realloc(text.data, BOMB_BYTES);
    assert_non_null(text.data);
    for (size_t len = strlen(piece); text.size + len <= BOMB_BYTES; text.size += len)
        memcpy(text.data + text.size, piece, len);
    for (size_t i = 0; i < VCD_PACKED_FORMATS; i++) {
        struct vcd_reading reading;
        struct vcd_packed bytes = {0};

        vcd_packed_formats[i].append(&bytes, text.data, text.size);
        assert_true(bytes.size < BOMB_BYTES / 20);
        vcd_packed_read(&reading, vcd_packed_formats[i].name, bytes.data, bytes.size, MEMORY_MAX);
        assert_int_equal(reading.error, -ENOMEM);
        assert_string_equal(strrchr(reading.message, ':') + 2, reason);
        vcd_reading_fini(&reading);
        free(bytes.data);
    }
    free(text.data);
}

static void a_bomb_meets_the_limit_of_memory(void **state)
{
    (void)state;
    expect_bomb(HEAD, "1a\n0a\n", "the changes do not fit in 1 MiB of memory");
    expect_bomb(HEAD "b", "0", strerror(ENOMEM));
    expect_bomb("", "$var wire 1 ! a $end\n", "the declarations do not fit in 1 MiB of memory");
    expect_bomb("$var wire 1 ! a ", "name ", strerror(ENOMEM));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_that_ends_early_is_never_taken_for_the_whole),
        cmocka_unit_test(a_flipped_bit_is_damage_whatever_it_makes_of_the_text),
        cmocka_unit_test(the_line_of_the_damage_is_near),
        cmocka_unit_test(what_is_not_compressed_that_way_is_damaged),
        cmocka_unit_test(a_malformed_trace_in_whole_data_is_reported_as_that),
        cmocka_unit_test(a_window_that_is_too_large_is_refused),
        cmocka_unit_test(a_bomb_meets_the_limit_of_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
