/* VCD that is compressed says what it says plain: whole, in pieces, in several parts. */
#include "tests/test.h"

#include "synth_gen/input.h"
#include "synth_gen/vcd.h"
#include "tests/direct_file.h"
#include "tests/vcd_packed.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define HEAD                                      \
    "$timescale 1 ns $end $scope module m $end\n" \
    "$var wire 1 a c $end $upscope $end $enddefinitions $end\n"

static void expect_compressed_same(const void *data, size_t size)
{
    struct vcd_reading plain, compressed;

    vcd_packed_read(&plain, "t.vcd", data, size, UINT64_MAX);
    for (size_t i = 0; i < VCD_PACKED_FORMATS; i++) {
        struct vcd_packed bytes = {0};

        vcd_packed_formats[i].append(&bytes, data, size);
        vcd_packed_read(&compressed, vcd_packed_formats[i].name, bytes.data, bytes.size,
                        UINT64_MAX);
        vcd_packed_expect_same(&plain, &compressed);
        vcd_reading_fini(&compressed);
        free(bytes.data);
    }
    vcd_reading_fini(&plain);
}

/* Among them are some that are read twice. */
static void a_compressed_file_says_what_the_plain_one_says(void **state)
{
    DIR *folder = opendir(TEST_DATA);
    unsigned files = 0;

    (void)state;
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        size_t len = strlen(entry->d_name), size;
        unsigned char *data;
        char path[4096];

        if (len < 4 || strcmp(entry->d_name + len - 4, ".vcd") != 0)
            continue;
        snprintf(path, sizeof path, TEST_DATA "/%s", entry->d_name);
        data = direct_file_load(path, &size);
        expect_compressed_same(data, size);
        free(data);
        files++;
    }
    closedir(folder);
    assert_true(files > 20);
}

static void a_long_file_comes_in_pieces(void **state)
{
    struct vcd_packed text = vcd_packed_long_text(20000);

    (void)state;
    expect_compressed_same(text.data, text.size);
    for (size_t i = 0; i < VCD_PACKED_FORMATS; i++) {
        struct vcd_packed bytes = {0};

        vcd_packed_formats[i].append(&bytes, text.data, text.size);
        assert_true(bytes.size > 2 * INPUT_PIECE_BYTES);
        free(bytes.data);
    }
    free(text.data);
}

static void members_and_frames_in_a_row_are_one_stream(void **state)
{
    static const char text[] = HEAD "#10 1a\n#20 0a\n#30 xa\n";
    size_t size = strlen(text);
    struct vcd_reading plain, pieces;

    (void)state;
    vcd_packed_read(&plain, "t.vcd", text, size, UINT64_MAX);
    for (size_t i = 0; i < VCD_PACKED_FORMATS; i++)
        for (size_t cut = 0; cut <= size; cut++) {
            struct vcd_packed bytes = {0};

            vcd_packed_formats[i].append(&bytes, text, cut);
            vcd_packed_formats[i].append(&bytes, NULL, 0);
            vcd_packed_formats[i].append(&bytes, text + cut, size - cut);
            vcd_packed_read(&pieces, vcd_packed_formats[i].name, bytes.data, bytes.size,
                            UINT64_MAX);
            vcd_packed_expect_same(&plain, &pieces);
            vcd_reading_fini(&pieces);
            free(bytes.data);
        }
    vcd_reading_fini(&plain);
}

static void a_file_that_cannot_be_read_is_named(void **state)
{
    struct vcd_reading reading;

    (void)state;
    for (size_t i = 0; i < VCD_PACKED_FORMATS; i++) {
        vcd_reading_init_named(&reading, fopen("/", "r"), vcd_packed_formats[i].name, UINT64_MAX);
        assert_int_equal(reading.error, -EISDIR);
        assert_string_equal(strrchr(reading.message, ':') + 2, strerror(EISDIR));
        vcd_reading_fini(&reading);
    }
}

static void a_source_is_known_by_how_its_name_ends(void **state)
{
    static const char text[] = HEAD "#10 1a\n";
    struct source_options options = source_options_defaults();
    char message[SOURCE_MESSAGE_BYTES] = "";

    (void)state;
    for (size_t i = 0; i < VCD_PACKED_FORMATS; i++) {
        char *path = direct_file_path();
        struct vcd_packed bytes = {0};
        struct source *source;

        strcpy(strrchr(path, '/') + 1, vcd_packed_formats[i].name);
        vcd_packed_formats[i].append(&bytes, text, strlen(text));
        direct_file_store(path, bytes.data, bytes.size);
        options.name = path;
        assert_int_equal(source_open(&options, &source, message), 0);
        assert_int_equal(source->events, 1);
        source_close(source);
        direct_file_remove(path);
        free(bytes.data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_compressed_file_says_what_the_plain_one_says),
        cmocka_unit_test(a_long_file_comes_in_pieces),
        cmocka_unit_test(members_and_frames_in_a_row_are_one_stream),
        cmocka_unit_test(a_file_that_cannot_be_read_is_named),
        cmocka_unit_test(a_source_is_known_by_how_its_name_ends),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
