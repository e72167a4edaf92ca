/*
 * Column files that are cut off, damaged or made up: what is whole before the damage is
 * read, the rest is an error, and nothing crashes.
 */
#include "direct_writer/column.h"
#include "direct_writer/column_dictionary.h"
#include "direct_writer/format.h"
#include "direct_writer/varint.h"
#include "tests/direct_file.h"
#include "tests/direct_recorder.h"
#include "tests/test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static const struct ho_signal signals[] = {{8, HO_BITS}, {0, HO_STRING}, {0, HO_EVENT}};
static const struct ho_variable variables[] = {{"a", "wire", HO_NO_SCOPE, 0, 8}};
static const struct ho_dictionary dictionary = {
    .signals = signals, .variables = variables, .signal_count = 3, .variable_count = 1};

#define SEGMENTS         3
#define CALLS_OF_SEGMENT 22 /* a gap, 20 changes, a mark */
#define FILE_BYTES_MAX   8192

/* A small file of several segments. */
struct fixture {
    char *path;
    unsigned char *data;
    size_t bytes;
    size_t segment_end[SEGMENTS]; /* offset */
    struct direct_recorder whole; /* what it says */
};

/* Reads the bytes as a file. */
static int read_as_file(struct fixture *f, const void *data, size_t bytes,
                        struct direct_recorder *read, char message[WRITER_MESSAGE_BYTES])
{
    direct_file_store(f->path, data, bytes);
    message[0] = 0;
    return column_writer.read(f->path, &read->sink, message);
}

static int make(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct writer_options options;
    struct ho_sink *sink;
    char message[WRITER_MESSAGE_BYTES];

    f->path = direct_file_path();
    options = writer_options_defaults(f->path);
    column_writer.open(&options, &sink, NULL);
    ho_sink_setup(sink, &dictionary);
    for (unsigned segment = 0; segment < SEGMENTS; segment++) {
        const struct ho_gap gap = {100 * segment, 100 * segment + 5, segment};

        ho_sink_gap(sink, &gap);
        for (unsigned i = 0; i < 20; i++)
            ho_sink_change(sink, 100 * segment + 5 + i, i % 3, &"twenty changing bytes"[i],
                           i % 3 == 0 ? 1 : 0);
        ho_sink_mark(sink, 100 * segment + 50, HO_MARK_OFF);
        ho_sink_cut(sink);
    }
    if (ho_sink_close(sink, NULL))
        return -1;

    f->data = direct_file_load(f->path, &f->bytes);
    for (size_t at = sizeof(struct format_header), segment = 0; at < f->bytes;) {
        struct format_part part;

        memcpy(&part, f->data + at, sizeof part);
        at += sizeof part + part.stored_bytes;
        if (part.tag == FORMAT_SEGMENT)
            f->segment_end[segment++] = at;
    }
    direct_recorder_init(&f->whole);
    *state = f;
    return column_writer.read(f->path, &f->whole.sink, message);
}

static int unmake(void **state)
{
    struct fixture *f = *state;

    direct_recorder_fini(&f->whole);
    direct_file_remove(f->path);
    free(f->data);
    free(f);
    return 0;
}

/* Expects the segments before the damage and an error that names the file. */
static void expect_damage(struct fixture *f, const void *data, size_t bytes, size_t damage)
{
    struct direct_recorder read;
    char message[WRITER_MESSAGE_BYTES];
    size_t segments = 0;

    direct_recorder_init(&read);
    assert_int_equal(read_as_file(f, data, bytes, &read, message), -EBADMSG);
    assert_memory_equal(message, f->path, strlen(f->path));
    assert_memory_equal(message + strlen(f->path), ": ", 2);

    while (segments < SEGMENTS && f->segment_end[segments] <= damage)
        segments++;
    assert_int_equal(read.count, segments * CALLS_OF_SEGMENT);
    f->whole.count = read.count;
    if (read.dictionary)
        assert_true(direct_recorder_identical(&f->whole, &read));
    f->whole.count = SEGMENTS * CALLS_OF_SEGMENT;
    direct_recorder_fini(&read);
}

static void a_truncated_file_yields_every_whole_segment(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(f->whole.count, SEGMENTS * CALLS_OF_SEGMENT);
    for (size_t bytes = 0; bytes < f->bytes; bytes++)
        expect_damage(f, f->data, bytes, bytes);
}

static void a_changed_byte_is_found_after_the_segments_before_it(void **state)
{
    static const unsigned char flips[] = {0x01, 0x80, 0xff};
    struct fixture *f = *state;

    for (size_t at = 0; at < f->bytes; at++)
        for (size_t i = 0; i < sizeof flips; i++) {
            f->data[at] ^= flips[i];
            expect_damage(f, f->data, f->bytes, at);
            f->data[at] ^= flips[i];
        }
}

static void the_checksum_is_the_one_of_the_format(void **state)
{
    struct fixture *f = *state;
    const unsigned char *part = f->data + sizeof(struct format_header);
    uint64_t stored_bytes, checksum;

    memcpy(&stored_bytes, part + 16, 8);
    memcpy(&checksum, part + 24, 8);
    assert_true(checksum == XXH3_64bits_withSeed(part + 32, stored_bytes, XXH3_64bits(part, 24)));
}

static void bytes_after_the_end_are_an_error(void **state)
{
    struct fixture *f = *state;

    f->data = realloc(f->data, f->bytes + 1);
    f->data[f->bytes] = 0;
    expect_damage(f, f->data, f->bytes + 1, f->bytes);
}

static void a_part_in_the_wrong_place_is_an_error(void **state)
{
    struct fixture *f = *state;
    size_t first = f->segment_end[0], second = f->segment_end[1];
    unsigned char *data = malloc(f->bytes);

    /* Without the second segment; with it twice. */
    memcpy(data, f->data, first);
    memcpy(data + first, f->data + second, f->bytes - second);
    expect_damage(f, data, f->bytes - (second - first), first);
    memcpy(data, f->data, second);
    memcpy(data + second, f->data + first, second - first);
    expect_damage(f, data, second + second - first, second);
    free(data);
}

static void the_message_says_where_the_damage_is(void **state)
{
    struct fixture *f = *state;
    struct direct_recorder read;
    char message[WRITER_MESSAGE_BYTES], expected[128];

    direct_recorder_init(&read);
    f->data[f->segment_end[0] + sizeof(struct format_part)] ^= 1;
    assert_int_equal(read_as_file(f, f->data, f->bytes, &read, message), -EBADMSG);
    snprintf(expected, sizeof expected, "segment 1, block 0 at offset %zu: ", f->segment_end[0]);
    assert_non_null(strstr(message, expected));
    direct_recorder_fini(&read);
}

static void a_file_that_is_none_is_refused(void **state)
{
    struct fixture *f = *state;
    struct direct_recorder read;
    char message[WRITER_MESSAGE_BYTES];

    direct_recorder_init(&read);
    assert_int_equal(column_writer.read("/nowhere/out.hcol", &read.sink, message), -ENOENT);
    assert_non_null(strstr(message, "/nowhere/out.hcol: "));
    assert_int_equal(column_writer.read("/", &read.sink, message), -EINVAL);
    assert_int_equal(read_as_file(f, "", 0, &read, message), -EBADMSG);
    assert_int_equal(read_as_file(f, "$timescale 1 ns $end\n", 21, &read, message), -EBADMSG);
    assert_non_null(strstr(message, "not a column file"));
    f->data[8]++;
    assert_int_equal(read_as_file(f, f->data, f->bytes, &read, message), -EBADMSG);
    assert_non_null(strstr(message, "version 2 "));
    assert_null(read.dictionary);
    direct_recorder_fini(&read);
}

static void the_error_of_the_sink_is_returned_and_ends_the_reading(void **state)
{
    struct fixture *f = *state;

    for (size_t at = 1; at <= SEGMENTS * CALLS_OF_SEGMENT; at++) {
        struct direct_recorder read;
        char message[WRITER_MESSAGE_BYTES];

        direct_recorder_init(&read);
        read.fail_at = at;
        read.error = -ENOSPC;
        assert_int_equal(read_as_file(f, f->data, f->bytes, &read, message), -ENOSPC);
        assert_int_equal(read.count, at - 1);
        direct_recorder_fini(&read);
    }
}

/* A file made by hand, with checksums that are right whatever it says. */
struct forgery {
    unsigned char data[FILE_BYTES_MAX];
    size_t bytes;
    uint32_t parts;
    uint64_t raw_bytes; /* what the next part claims to unpack to; 0: the truth */
};

static void forge_part(struct forgery *g, uint32_t tag, const void *payload, size_t bytes)
{
    struct format_part part = {.tag = tag,
                               .number = g->parts++,
                               .raw_bytes = g->raw_bytes ? g->raw_bytes : bytes,
                               .stored_bytes = bytes};

    part.checksum = format_checksum(&part, payload);
    memcpy(g->data + g->bytes, &part, sizeof part);
    if (bytes > 0)
        memcpy(g->data + g->bytes + sizeof part, payload, bytes);
    g->bytes += sizeof part + bytes;
    g->raw_bytes = 0;
}

static void forge_start(struct forgery *g)
{
    static const struct format_header header = {.magic = FORMAT_MAGIC, .version = FORMAT_VERSION};
    unsigned char raw[256];

    memset(g, 0, sizeof *g);
    memcpy(g->data, &header, sizeof header);
    g->bytes = sizeof header;
    column_dictionary_encode(&dictionary, raw);
    forge_part(g, FORMAT_DICTIONARY, raw, column_dictionary_bytes(&dictionary));
}

static void forge_end(struct forgery *g, uint64_t segments)
{
    struct format_index_entry index[SEGMENTS] = {{0}};
    struct format_trailer trailer = {g->bytes};

    forge_part(g, FORMAT_INDEX, index, segments * sizeof index[0]);
    forge_part(g, FORMAT_TRAILER, &trailer, sizeof trailer);
}

static void expect_calls(struct fixture *f, const struct forgery *g, int error, size_t calls)
{
    struct direct_recorder read;
    char message[WRITER_MESSAGE_BYTES];

    direct_recorder_init(&read);
    assert_int_equal(read_as_file(f, g->data, g->bytes, &read, message), error);
    assert_int_equal(read.count, calls);
    direct_recorder_fini(&read);
}

static void expect_forgery(struct fixture *f, const struct forgery *g, int error)
{
    expect_calls(f, g, error, error ? 0 : 2);
}

static void forge_segment_end(struct forgery *g, struct format_segment segment, const void *marks,
                              size_t marks_bytes)
{
    unsigned char end[512];

    memcpy(end, &segment, sizeof segment);
    memcpy(end + sizeof segment, marks, marks_bytes);
    forge_part(g, FORMAT_SEGMENT, end, sizeof segment + marks_bytes);
}

/* Two changes of signal 0, and a segment that says what it is told to. */
static void forge_segment(struct forgery *g, const void *block, size_t block_bytes,
                          struct format_segment segment, const void *marks, size_t marks_bytes)
{
    forge_start(g);
    forge_part(g, FORMAT_BLOCK, block, block_bytes);
    forge_segment_end(g, segment, marks, marks_bytes);
    forge_end(g, 1);
}

static const unsigned char two_rows[] = {0, 4, 1, 'a', 0, 'b'};
static const struct format_segment right = {
    .last_time = 1, .events = 2, .blocks = 1, .raw_bytes = sizeof two_rows};

static void a_file_made_by_hand_is_read(void **state)
{
    struct forgery g;

    forge_segment(&g, two_rows, sizeof two_rows, right, "", 0);
    expect_forgery(*state, &g, 0);
}

static void a_segment_that_does_not_fit_its_blocks_is_refused(void **state)
{
    static const struct format_mark early = {2, 0}, late = {7, 0}, unknown = {5, 3};
    struct format_segment wrong[] = {right, right, right, right, right, right, right, right, right};
    struct forgery g;

    wrong[0].number = 1;
    wrong[1].base_time = 1;
    wrong[2].last_time = 0;
    wrong[3].events = 3;
    wrong[4].blocks = 2;
    wrong[5].raw_bytes++;
    wrong[6].mark_count = 1;
    wrong[7].mark_count = 1ull << 60; /* times 16 is 0 */
    wrong[8].events = 1;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        forge_segment(&g, two_rows, sizeof two_rows, wrong[i], "", 0);
        expect_forgery(*state, &g, -EBADMSG);
    }

    struct format_segment marked = right;
    struct format_mark backward[] = {late, early};
    marked.mark_count = 1;
    marked.last_time = 6;
    forge_segment(&g, two_rows, sizeof two_rows, marked, &late, sizeof late);
    expect_forgery(*state, &g, -EBADMSG);
    forge_segment(&g, two_rows, sizeof two_rows, marked, &unknown, sizeof unknown);
    expect_forgery(*state, &g, -EBADMSG);
    forge_segment(&g, two_rows, sizeof two_rows, marked, &early, sizeof early - 1);
    expect_forgery(*state, &g, -EBADMSG);
    forge_segment(&g, two_rows, sizeof two_rows, right, &early, sizeof early - 1);
    expect_forgery(*state, &g, -EBADMSG);
    marked.mark_count = 2;
    marked.last_time = 7;
    forge_segment(&g, two_rows, sizeof two_rows, marked, backward, sizeof backward);
    expect_forgery(*state, &g, -EBADMSG);
}

static void a_gap_that_cannot_be_is_refused(void **state)
{
    static const struct format_gap gap = {0, 1, 9};
    struct format_segment wrong[] = {right, right, right, right, right, right, right};
    struct forgery g;

    wrong[0].gap_count = 1;
    wrong[0].gap = gap;
    forge_segment(&g, two_rows, sizeof two_rows, wrong[0], "", 0);
    expect_calls(*state, &g, 0, 3); /* this one can */

    wrong[0].gap_count = 2;
    wrong[1].gap = gap; /* none, but there it stands */
    wrong[2].gap.events = 1;
    wrong[3].gap_count = 1; /* ends before it begins */
    wrong[3].gap.first_time = 1;
    wrong[4].gap_count = 1; /* ends behind the first row */
    wrong[4].gap.last_time = 2;
    wrong[4].last_time = 2;
    wrong[5].gap_count = UINT64_MAX;
    wrong[6].gap_count = 1ull << 32;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        forge_segment(&g, two_rows, sizeof two_rows, wrong[i], "", 0);
        expect_forgery(*state, &g, -EBADMSG);
    }
}

static void a_gap_does_not_reach_beyond_its_segment(void **state)
{
    static const struct format_mark mark = {4, HO_MARK_ON};
    struct format_segment segment = {.last_time = 5, .gap_count = 1, .gap = {1, 5, 9}};
    struct format_segment next = {
        .number = 1, .base_time = 5, .last_time = 7, .gap_count = 1, .gap = {5, 7, 9}};
    struct forgery g;

    forge_start(&g);
    forge_segment_end(&g, segment, "", 0);
    forge_segment_end(&g, next, "", 0);
    forge_end(&g, 2);
    expect_calls(*state, &g, 0, 2);

    next.gap.first_time = 4; /* before the end of the segment before */
    forge_start(&g);
    forge_segment_end(&g, segment, "", 0);
    forge_segment_end(&g, next, "", 0);
    expect_calls(*state, &g, -EBADMSG, 1);

    segment.mark_count = 1; /* in the midst of the gap */
    forge_start(&g);
    forge_segment_end(&g, segment, &mark, sizeof mark);
    expect_calls(*state, &g, -EBADMSG, 0);

    segment.mark_count = 0;
    segment.last_time = 4;
    forge_start(&g);
    forge_segment_end(&g, segment, "", 0);
    forge_end(&g, 1);
    expect_calls(*state, &g, -EBADMSG, 0);
}

static void a_block_with_impossible_rows_is_refused(void **state)
{
    static const struct {
        unsigned char block[24];
        size_t bytes;
    } wrong[] = {
        {{3, 4, 1, 'a', 0, 'b'}, 6},       /* no such signal */
        {{0, 5, 1, 'a', 0, 'b'}, 6},       /* a run beyond the block */
        {{0, 3, 1, 'a', 0, 'b'}, 6},       /* a row beyond the run */
        {{0, 0, 0, 4, 1, 'a', 0, 'b'}, 8}, /* a run without rows */
        {{0}, 1},                          /* half a head */
        {{0x80}, 1},                       /* half a number */
        {{0, 0x80}, 2},                    /* the same */
        {{0, 1, 0x80}, 3},                 /* and in a row */
        {{1, 4, 0, 5, 'a', 'b'}, 6},       /* a string beyond the run */
        {{1, 2, 0, 0x80}, 4},              /* a length that does not end */
        {{1, 12, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 'a'}, 14},
        {{0, 11, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2, 'a'}, 13},
        /* The time passes 2^64 - 1. */
        {{0, 13, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 'a', 1, 'b'}, 15},
    };
    struct forgery g;

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        for (uint64_t events = 0; events <= 3; events++) {
            struct format_segment segment = right;

            segment.raw_bytes = wrong[i].bytes;
            segment.last_time = UINT64_MAX;
            segment.events = events;
            forge_segment(&g, wrong[i].block, wrong[i].bytes, segment, "", 0);
            expect_forgery(*state, &g, -EBADMSG);
        }
}

static void blocks_that_were_exchanged_are_found(void **state)
{
    static const unsigned char block[2][4] = {{0, 2, 1, 'a'}, {0, 2, 0, 'b'}};
    struct format_segment segment = {.last_time = 1, .events = 2, .blocks = 2, .raw_bytes = 8};

    for (unsigned first = 0; first < 2; first++) {
        struct forgery g;

        forge_start(&g);
        g.parts = 1 + first;
        forge_part(&g, FORMAT_BLOCK, block[first], 4);
        g.parts = 2 - first;
        forge_part(&g, FORMAT_BLOCK, block[!first], 4);
        g.parts = 3;
        forge_part(&g, FORMAT_SEGMENT, &segment, sizeof segment);
        forge_end(&g, 1);
        expect_forgery(*state, &g, first == 0 ? 0 : -EBADMSG);
    }
}

static void sizes_that_cannot_be_are_refused_before_they_are_allocated(void **state)
{
    static const uint64_t raw_bytes[] = {1, 5, 7, 2000, 0x7e000000, 0x7e000001, UINT64_MAX};
    struct forgery g;

    for (size_t i = 0; i < sizeof raw_bytes / sizeof raw_bytes[0]; i++) {
        forge_start(&g);
        g.raw_bytes = raw_bytes[i];
        forge_part(&g, FORMAT_BLOCK, two_rows, sizeof two_rows);
        expect_forgery(*state, &g, -EBADMSG);
    }
}

static void an_impossible_dictionary_is_refused_before_setup(void **state)
{
    static const struct {
        uint32_t number[6]; /* timescale, the three counts, a signal */
        size_t bytes;
    } wrong[] = {
        {{0, UINT32_MAX, 0, 0, 1, 0}, 24}, {{0, 0, UINT32_MAX, 0, 0, 0}, 24},
        {{0, 0, 0, UINT32_MAX, 0, 0}, 24}, {{0, 0, 0, 0, 0, 0}, 15},
        {{0, 0, 0, 0, 0, 0}, 17}, /* more than it says */
        {{0, 1, 0, 0, 1, 0}, 23}, /* less */
        {{0, 1, 0, 0, 0, 0}, 24}, /* no width */
        {{0, 1, 0, 0, 1, 5}, 24}, /* no such kind */
    };
    struct fixture *f = *state;

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct direct_recorder read;
        char message[WRITER_MESSAGE_BYTES];
        struct forgery g;

        forge_start(&g);
        g.bytes = sizeof(struct format_header);
        g.parts = 0;
        forge_part(&g, FORMAT_DICTIONARY, wrong[i].number, wrong[i].bytes);
        forge_end(&g, 0);
        direct_recorder_init(&read);
        assert_int_equal(read_as_file(f, g.data, g.bytes, &read, message), -EBADMSG);
        assert_null(read.dictionary);
        direct_recorder_fini(&read);
    }
}

static void parts_in_an_order_that_makes_no_sense_are_refused(void **state)
{
    struct fixture *f = *state;
    struct forgery g;
    unsigned char raw[256];

    column_dictionary_encode(&dictionary, raw);
    forge_start(&g); /* a second dictionary */
    forge_part(&g, FORMAT_DICTIONARY, raw, column_dictionary_bytes(&dictionary));
    expect_forgery(f, &g, -EBADMSG);

    forge_start(&g); /* a block, then the index */
    forge_part(&g, FORMAT_BLOCK, two_rows, sizeof two_rows);
    forge_end(&g, 0);
    expect_forgery(f, &g, -EBADMSG);

    forge_start(&g); /* an index of what is not there */
    forge_end(&g, 1);
    expect_forgery(f, &g, -EBADMSG);

    forge_start(&g); /* a trailer without an index */
    forge_part(&g, FORMAT_TRAILER, raw, sizeof(struct format_trailer));
    expect_forgery(f, &g, -EBADMSG);

    forge_start(&g); /* an index that the trailer does not mean */
    forge_part(&g, FORMAT_INDEX, raw, 0);
    forge_part(&g, FORMAT_TRAILER, raw, sizeof(struct format_trailer));
    expect_forgery(f, &g, -EBADMSG);

    forge_start(&g); /* no dictionary */
    g.bytes = sizeof(struct format_header);
    g.parts = 0;
    forge_end(&g, 0);
    expect_forgery(f, &g, -EBADMSG);
}

/* Whatever stands in the parts, with checksums that match: no crash, and no time that goes
 * back. */
static void random_contents_never_crash_the_reader(void **state)
{
    struct fixture *f = *state;
    uint64_t random = 1;

    for (unsigned round = 0; round < 3000; round++) {
        struct direct_recorder read;
        char message[WRITER_MESSAGE_BYTES];
        struct forgery g;

        memset(&g, 0, sizeof g);
        memcpy(g.data, f->data, sizeof(struct format_header));
        g.bytes = sizeof(struct format_header);
        for (size_t at = g.bytes; at < f->bytes;) {
            struct format_part part;
            unsigned char payload[FILE_BYTES_MAX];

            memcpy(&part, f->data + at, sizeof part);
            memcpy(payload, f->data + at + sizeof part, part.stored_bytes);
            random = random * 6364136223846793005u + 1442695040888963407u;
            if (random >> 62 == 0 && part.stored_bytes > 0)
                payload[(random >> 8) % part.stored_bytes] = (unsigned char)(random >> 32);
            g.raw_bytes = part.raw_bytes;
            forge_part(&g, part.tag, payload, part.stored_bytes);
            at += sizeof part + part.stored_bytes;
        }
        direct_recorder_init(&read);
        read_as_file(f, g.data, g.bytes, &read, message);
        assert_true(direct_recorder_ordered(&read));
        direct_recorder_fini(&read);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, make, unmake)
    const struct CMUnitTest tests[] = {
        TEST(a_truncated_file_yields_every_whole_segment),
        TEST(a_changed_byte_is_found_after_the_segments_before_it),
        TEST(the_checksum_is_the_one_of_the_format),
        TEST(bytes_after_the_end_are_an_error),
        TEST(a_part_in_the_wrong_place_is_an_error),
        TEST(the_message_says_where_the_damage_is),
        TEST(a_file_that_is_none_is_refused),
        TEST(the_error_of_the_sink_is_returned_and_ends_the_reading),
        TEST(a_file_made_by_hand_is_read),
        TEST(a_segment_that_does_not_fit_its_blocks_is_refused),
        TEST(a_gap_that_cannot_be_is_refused),
        TEST(a_gap_does_not_reach_beyond_its_segment),
        TEST(a_block_with_impossible_rows_is_refused),
        TEST(blocks_that_were_exchanged_are_found),
        TEST(sizes_that_cannot_be_are_refused_before_they_are_allocated),
        TEST(an_impossible_dictionary_is_refused_before_setup),
        TEST(parts_in_an_order_that_makes_no_sense_are_refused),
        TEST(random_contents_never_crash_the_reader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
