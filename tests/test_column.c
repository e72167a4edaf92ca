/*
 * The column writer and its reader: what is written comes back.
 */
#include "direct_writer/column.h"
#include "tests/direct_file.h"
#include "tests/direct_recorder.h"
#include "tests/test.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>

/* A file being written, and what was written to it. */
struct fixture {
    char *path;
    struct writer_options options;
    struct direct_recorder wrote, read;
    struct ho_sink *sink;
};

static int make(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);

    f->path = direct_file_path();
    f->options = writer_options_defaults(f->path);
    direct_recorder_init(&f->wrote);
    direct_recorder_init(&f->read);
    *state = f;
    return 0;
}

static int unmake(void **state)
{
    struct fixture *f = *state;

    direct_file_remove(f->path);
    direct_recorder_fini(&f->wrote);
    direct_recorder_fini(&f->read);
    free(f);
    return 0;
}

static void start(struct fixture *f, const struct ho_dictionary *dictionary)
{
    assert_int_equal(column_writer.open(&f->options, &f->sink, NULL), 0);
    assert_int_equal(ho_sink_setup(f->sink, dictionary), 0);
    ho_sink_setup(&f->wrote.sink, dictionary);
}

static void change(struct fixture *f, uint64_t time, uint32_t id, const void *value, uint32_t len)
{
    assert_int_equal(ho_sink_change(f->sink, time, id, value, len), 0);
    ho_sink_change(&f->wrote.sink, time, id, value, len);
}

static void mark(struct fixture *f, uint64_t time, enum ho_mark mark)
{
    assert_int_equal(ho_sink_mark(f->sink, time, mark), 0);
    ho_sink_mark(&f->wrote.sink, time, mark);
}

static void gap(struct fixture *f, uint64_t first, uint64_t last, uint64_t events)
{
    const struct ho_gap gap = {first, last, events};

    assert_int_equal(ho_sink_gap(f->sink, &gap), 0);
    ho_sink_gap(&f->wrote.sink, &gap);
}

static void end(struct fixture *f)
{
    assert_int_equal(ho_sink_close(f->sink, NULL), 0);
}

static void read_back(struct fixture *f)
{
    char message[WRITER_MESSAGE_BYTES] = "";

    assert_int_equal(column_writer.read(f->path, &f->read.sink, message), 0);
    assert_string_equal(message, "");
    assert_true(direct_recorder_same(&f->wrote, &f->read));
}

/* What was written and read, to write another file. */
static void forget(struct fixture *f)
{
    f->wrote.count = f->wrote.used = f->wrote.gaps = 0;
    f->read.count = f->read.used = f->read.gaps = 0;
}

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static const struct ho_signal every_signal[] = {
    {1, HO_BITS},     {7, HO_BITS},  {8, HO_BITS},   {9, HO_BITS},  {17, HO_BITS},
    {25, HO_BITS},    {33, HO_BITS}, {64, HO_BITS},  {65, HO_BITS}, {4096, HO_BITS},
    {1, HO_LOGIC},    {2, HO_LOGIC}, {7, HO_LOGIC},  {8, HO_LOGIC}, {9, HO_LOGIC},
    {4096, HO_LOGIC}, {64, HO_REAL}, {0, HO_STRING}, {0, HO_EVENT}, {131072, HO_BITS},
};
#define EVERY_SIGNAL (sizeof every_signal / sizeof every_signal[0])
#define STRING_ID    17

static const struct ho_dictionary every_kind = {
    .signals = every_signal,
    .signal_count = EVERY_SIGNAL,
    .timescale = -12,
};

/* So many changes of all kinds, at times that sometimes stand still. */
static void write_random(struct fixture *f, uint64_t seed, unsigned changes, unsigned cut_every)
{
    static unsigned char value[131072];
    uint64_t state = seed, time = 0;

    for (unsigned i = 0; i < changes; i++) {
        uint64_t draw = next_random(&state);
        uint32_t id = (uint32_t)(draw >> 32) % EVERY_SIGNAL;
        uint32_t len = ho_signal_value_bytes(&every_signal[id]);

        if (id == STRING_ID)
            len = (uint32_t)(draw >> 8) % 40;
        for (uint32_t at = 0; at < len && at < 64; at++)
            value[at] = (unsigned char)next_random(&state);
        if (draw % 3 == 0)
            time += draw % 1000 == 0 ? 1 << 20 : draw % 200;
        change(f, time, id, value, len);
        if (cut_every && i % cut_every == cut_every - 1)
            assert_int_equal(ho_sink_cut(f->sink), 0);
    }
}

static void every_kind_and_width_comes_back(void **state)
{
    struct fixture *f = *state;
    unsigned char *value = malloc(300000);

    for (unsigned i = 0; i < 300000; i++)
        value[i] = (unsigned char)(i * 31 + (i >> 8));
    start(f, &every_kind);
    for (unsigned round = 0; round < 3; round++)
        for (uint32_t id = 0; id < EVERY_SIGNAL; id++) {
            uint32_t len = ho_signal_value_bytes(&every_signal[id]);

            change(f, 10 * round, id, value + round, id == STRING_ID ? 5 : len);
        }
    change(f, 30, STRING_ID, NULL, 0);
    change(f, 30, STRING_ID, value, 300000);
    change(f, 31, STRING_ID, value + 1, 127);
    change(f, 31, STRING_ID, value + 1, 128);
    end(f);
    free(value);
    read_back(f);
    assert_true(direct_recorder_ordered(&f->read));
}

static void reals_come_back_bit_for_bit(void **state)
{
    static const uint64_t bits[] = {0,
                                    1ull << 63,
                                    1,
                                    0x7ff0000000000000,
                                    0x7ff8000000000001,
                                    0xfff4000000000123,
                                    0x3ff0000000000000,
                                    0x7fefffffffffffff};
    static const struct ho_signal real = {64, HO_REAL};
    static const struct ho_dictionary dictionary = {.signals = &real, .signal_count = 1};
    struct fixture *f = *state;

    start(f, &dictionary);
    for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++)
        change(f, i, 0, &bits[i], 8);
    end(f);
    read_back(f);
}

static const struct ho_signal bytes_and_events[] = {{8, HO_BITS}, {0, HO_EVENT}, {8, HO_BITS}};
static const struct ho_dictionary small = {.signals = bytes_and_events, .signal_count = 3};

static void times_up_to_the_last_one_come_back(void **state)
{
    static const uint64_t times[] = {0,          1,
                                     127,        128,
                                     16384,      UINT32_MAX - 10ull,
                                     1ull << 32, (1ull << 53) + 1,
                                     1ull << 63, UINT64_MAX - 1,
                                     UINT64_MAX, UINT64_MAX};
    struct fixture *f = *state;

    start(f, &small);
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        change(f, times[i], i % 2 ? 2 : 0, "x", 1);
        change(f, times[i], 1, NULL, 0);
    }
    mark(f, UINT64_MAX, HO_MARK_END);
    end(f);
    read_back(f);
    assert_true(direct_recorder_ordered(&f->read));
}

static void a_signal_that_changes_twice_at_a_time_keeps_both_in_order(void **state)
{
    struct fixture *f = *state;

    start(f, &small);
    for (unsigned i = 0; i < 1000; i++) {
        unsigned char value = (unsigned char)(i * 7);

        change(f, i / 100, i % 3 == 1 ? 0 : 2, &value, 1);
    }
    end(f);
    read_back(f);
    assert_true(direct_recorder_ordered(&f->read));
}

static void one_signal_fills_many_blocks(void **state)
{
    struct fixture *f = *state;
    uint64_t random = 1;

    start(f, &small);
    for (unsigned i = 0; i < 50000; i++) {
        uint64_t value = next_random(&random);

        change(f, (uint64_t)i * i, 2, &value, 1);
    }
    end(f);
    read_back(f);
    assert_true(direct_recorder_identical(&f->wrote, &f->read));
}

static void rows_of_any_size_against_any_block_size_come_back(void **state)
{
    static const uint32_t block_bytes[] = {1, 19, 20, 21, 30, 63, 64, 100, 5000, 1 << 20};
    struct fixture *f = *state;

    for (size_t i = 0; i < sizeof block_bytes / sizeof block_bytes[0]; i++) {
        f->options.block_bytes = block_bytes[i];
        start(f, &every_kind);
        write_random(f, 5 + i, 300, 0);
        end(f);
        read_back(f);
        assert_true(direct_recorder_ordered(&f->read));
        forget(f);
    }
}

static void cuts_change_the_layout_only(void **state)
{
    static const unsigned cut_every[] = {1, 2, 100, 2999};
    struct fixture *f = *state;

    for (size_t i = 0; i < sizeof cut_every / sizeof cut_every[0]; i++) {
        start(f, &every_kind);
        write_random(f, 99, cut_every[i] == 1 ? 200 : 3000, cut_every[i]);
        end(f);
        read_back(f);
        forget(f);
    }
}

static void automatic_cuts_change_the_layout_only(void **state)
{
    static const uint64_t segment_bytes[] = {1, 100, 20000, 1 << 20};
    size_t bytes[4];
    struct fixture *f = *state;

    for (size_t i = 0; i < 4; i++) {
        f->options.segment_bytes = segment_bytes[i];
        start(f, &every_kind);
        write_random(f, 7, 1000, 0);
        mark(f, UINT64_MAX, HO_MARK_END);
        end(f);
        read_back(f);
        forget(f);
        free(direct_file_load(f->path, &bytes[i]));
    }
    /* There were some: each costs. */
    assert_true(bytes[0] > bytes[1] && bytes[1] > bytes[2] && bytes[2] > bytes[3]);
}

static void a_cut_with_nothing_to_end_writes_nothing(void **state)
{
    struct fixture *f = *state;
    unsigned char *data[2];
    size_t bytes[2];

    for (int extra = 0; extra < 2; extra++) {
        start(f, &small);
        for (int i = 0; i < extra; i++)
            assert_int_equal(ho_sink_cut(f->sink), 0);
        change(f, 5, 0, "a", 1);
        assert_int_equal(ho_sink_cut(f->sink), 0);
        for (int i = 0; i < 3 * extra; i++)
            assert_int_equal(ho_sink_cut(f->sink), 0);
        change(f, 6, 0, "b", 1);
        for (int i = 0; i < extra; i++)
            assert_int_equal(ho_sink_cut(f->sink), 0);
        end(f);
        data[extra] = direct_file_load(f->path, &bytes[extra]);
    }
    assert_int_equal(bytes[0], bytes[1]);
    assert_memory_equal(data[0], data[1], bytes[0]);
    free(data[0]);
    free(data[1]);
}

static void marks_come_before_the_changes_of_their_time_and_the_end_after(void **state)
{
    struct fixture *f = *state;
    struct direct_recorder expected;

    start(f, &small);
    mark(f, 3, HO_MARK_ON);
    change(f, 10, 2, "a", 1);
    mark(f, 10, HO_MARK_END);
    mark(f, 10, HO_MARK_OFF);
    change(f, 10, 0, "b", 1);
    mark(f, 10, HO_MARK_ON);
    change(f, 20, 1, NULL, 0);
    mark(f, 30, HO_MARK_OFF);
    mark(f, 40, HO_MARK_END);
    end(f);

    direct_recorder_init(&expected);
    ho_sink_setup(&expected.sink, &small);
    ho_sink_mark(&expected.sink, 3, HO_MARK_ON);
    ho_sink_mark(&expected.sink, 10, HO_MARK_OFF);
    ho_sink_mark(&expected.sink, 10, HO_MARK_ON);
    ho_sink_change(&expected.sink, 10, 0, "b", 1);
    ho_sink_change(&expected.sink, 10, 2, "a", 1);
    ho_sink_mark(&expected.sink, 10, HO_MARK_END);
    ho_sink_change(&expected.sink, 20, 1, NULL, 0);
    ho_sink_mark(&expected.sink, 30, HO_MARK_OFF);
    ho_sink_mark(&expected.sink, 40, HO_MARK_END);

    char message[WRITER_MESSAGE_BYTES];
    assert_int_equal(column_writer.read(f->path, &f->read.sink, message), 0);
    assert_true(direct_recorder_identical(&expected, &f->read));
    direct_recorder_fini(&expected);
}

static void many_marks_come_back(void **state)
{
    struct fixture *f = *state;

    size_t bytes[2];

    for (int i = 0; i < 2; i++) {
        f->options.segment_bytes = i ? 10000 : 1 << 20; /* marks fill segments, too */
        start(f, &small);
        for (unsigned j = 0; j < 5000; j++)
            mark(f, j / 3, j % 3 == 0 ? HO_MARK_OFF : j % 3 == 1 ? HO_MARK_ON : HO_MARK_END);
        end(f);
        read_back(f);
        assert_true(direct_recorder_identical(&f->wrote, &f->read));
        forget(f);
        free(direct_file_load(f->path, &bytes[i]));
    }
    assert_true(bytes[0] < bytes[1]);
}

/* More rows than the reader sorts at once: many at one time, some far away. */
static void crowded_times_come_back_in_order(void **state)
{
    static const uint64_t crowded[] = {0, 5, 6, 1ull << 40, (1ull << 40) + 1, 1ull << 63};
    struct fixture *f = *state;

    start(f, &small);
    for (unsigned t = 0; t < 6; t++) {
        mark(f, crowded[t], HO_MARK_OFF);
        for (unsigned i = 0; i < (t % 4 == 1 ? 270000 : 3); i++)
            change(f, crowded[t], 1, NULL, 0);
        change(f, crowded[t], 2, "c", 1);
    }
    end(f);
    read_back(f);
    assert_true(direct_recorder_identical(&f->wrote, &f->read));
}

static void a_long_segment_comes_back_in_order(void **state)
{
    struct fixture *f = *state;
    uint64_t random = 3, time = 1ull << 63;

    start(f, &small);
    for (unsigned i = 0; i < 300000; i++) {
        uint64_t draw = next_random(&random);

        time += draw % 50 == 0 ? draw >> 40 : 0;
        change(f, time, draw & 1 ? 0 : 2, &draw, 1);
    }
    end(f);
    read_back(f);
    assert_true(direct_recorder_ordered(&f->read));
}

static void gaps_come_back_at_their_places(void **state)
{
    struct fixture *f = *state;

    start(f, &small);
    gap(f, 0, 3, 1); /* before all else */
    change(f, 3, 2, "a", 1);
    change(f, 10, 0, "b", 1);
    mark(f, 10, HO_MARK_END);
    gap(f, 10, 10, 5); /* at the time of changes before and after */
    mark(f, 10, HO_MARK_ON);
    change(f, 10, 0, "c", 1);
    change(f, 20, 2, "d", 1);
    gap(f, 25, 300, 7);
    gap(f, 300, 301, 0); /* right behind the one before */
    gap(f, 400, 1ull << 40, UINT64_MAX);
    mark(f, 1ull << 40, HO_MARK_OFF); /* the only call between two */
    gap(f, UINT64_MAX - 1, UINT64_MAX, 1);
    change(f, UINT64_MAX, 1, NULL, 0);
    gap(f, UINT64_MAX, UINT64_MAX, 2); /* behind all else */
    end(f);
    read_back(f);
    assert_true(direct_recorder_identical(&f->wrote, &f->read));
    assert_int_equal(f->read.gaps, 7);
}

static void a_gap_ends_the_segment_and_cuts_beside_it_change_nothing(void **state)
{
    struct fixture *f = *state;
    unsigned char *data[2];
    size_t bytes[2];

    for (int extra = 0; extra < 2; extra++) {
        start(f, &every_kind);
        write_random(f, 21, 500, 0);
        if (extra)
            assert_int_equal(ho_sink_cut(f->sink), 0);
        gap(f, 1ull << 50, 1ull << 51, 3);
        mark(f, 1ull << 51, HO_MARK_ON);
        assert_int_equal(ho_sink_cut(f->sink), 0);
        gap(f, 1ull << 51, 1ull << 51, 4); /* all that its segment has */
        for (int i = 0; i < 1 + extra; i++)
            assert_int_equal(ho_sink_cut(f->sink), 0);
        change(f, 1ull << 51, STRING_ID, "behind", 6);
        end(f);
        read_back(f);
        forget(f);
        data[extra] = direct_file_load(f->path, &bytes[extra]);
    }
    assert_int_equal(bytes[0], bytes[1]);
    assert_memory_equal(data[0], data[1], bytes[0]);
    free(data[0]);
    free(data[1]);
}

static void gaps_among_random_changes_come_back(void **state)
{
    static const uint64_t segment_bytes[] = {1, 500, 1 << 20};
    struct fixture *f = *state;

    for (size_t i = 0; i < sizeof segment_bytes / sizeof segment_bytes[0]; i++) {
        uint64_t random = 17 + i, time = 0;

        f->options.segment_bytes = segment_bytes[i];
        start(f, &small);
        for (unsigned j = 0; j < 2000; j++) {
            uint64_t draw = next_random(&random);

            time += draw >> 32 & 1;
            if (draw % 16 == 0) {
                gap(f, time, time + (draw >> 33 & 1), draw >> 40);
                time += draw >> 33 & 1;
            } else if (draw % 16 == 1) {
                mark(f, time, draw & 16 ? HO_MARK_OFF : HO_MARK_ON);
            } else {
                change(f, time, draw & 16 ? 2 : 0, &draw, 1);
            }
        }
        end(f);
        read_back(f);
        forget(f);
    }
}

static void an_empty_stream_comes_back(void **state)
{
    static const struct ho_dictionary nothing = {.timescale = 2};
    struct fixture *f = *state;

    start(f, &nothing);
    end(f);
    read_back(f);
    start(f, &small);
    end(f);
    read_back(f);
    start(f, &nothing);
    mark(f, 77, HO_MARK_END);
    end(f);
    read_back(f);
}

static void names_scopes_and_aliases_come_back(void **state)
{
    static const struct ho_scope scopes[] = {
        {"top", "module", HO_NO_SCOPE}, {"", "task", 0}, {"\xc3\xa4 b[0]", "module", 1}};
    static const struct ho_variable variables[] = {{"data [7:0]", "wire", 2, 0, 8},
                                                   {"alias", "reg", 0, 0, 4},
                                                   {"", "event", HO_NO_SCOPE, 1, 0}};
    static const struct ho_dictionary dictionary = {.signals = bytes_and_events,
                                                    .scopes = scopes,
                                                    .variables = variables,
                                                    .signal_count = 3,
                                                    .scope_count = 3,
                                                    .variable_count = 3,
                                                    .timescale = -13};
    struct fixture *f = *state;

    start(f, &dictionary);
    change(f, 1, 0, "x", 1);
    end(f);
    read_back(f);
}

static void the_bytes_do_not_depend_on_the_number_of_workers(void **state)
{
    struct fixture *f = *state;
    unsigned char *first = NULL, *data;
    size_t first_bytes = 0, bytes;

    for (uint32_t workers = 1; workers <= 3; workers++) {
        f->options.workers = workers;
        f->options.block_bytes = 256;
        start(f, &every_kind);
        write_random(f, 11, 3000, 700);
        end(f);
        data = direct_file_load(f->path, &bytes);
        if (first) {
            assert_int_equal(bytes, first_bytes);
            assert_memory_equal(data, first, bytes);
            free(data);
        } else {
            first = data;
            first_bytes = bytes;
        }
    }
    free(first);
}

static void more_than_may_be_in_flight_is_written(void **state)
{
    struct fixture *f = *state;
    uint32_t bytes = 3 << 20;
    unsigned char *value = calloc(1, bytes);

    f->options.workers = 2;
    start(f, &every_kind);
    for (unsigned i = 0; i < 8; i++) {
        value[i] = 1;
        change(f, i, STRING_ID, value, bytes);
    }
    end(f);
    free(value);
    read_back(f);
}

/* Whether error is what every later call and close return. */
static void expect_failed(struct ho_sink *sink, int error)
{
    assert_int_equal(ho_sink_change(sink, 1000, 0, "x", 1), error);
    assert_int_equal(ho_sink_mark(sink, 1000, HO_MARK_ON), error);
    assert_int_equal(ho_sink_cut(sink), error);
    assert_int_equal(ho_sink_gap(sink, &(struct ho_gap){1000, 1000, 1}), error);
    assert_int_equal(ho_sink_setup(sink, &small), error);
    assert_int_equal(ho_sink_close(sink, NULL), error);
}

static void misuse_is_refused_and_sticks(void **state)
{
    static const struct ho_signal impossible = {0, HO_BITS};
    static const struct ho_dictionary invalid = {.signals = &impossible, .signal_count = 1};
    struct fixture *f = *state;

    for (unsigned misuse = 0; misuse < 16; misuse++) {
        const struct ho_gap early = {49, 60, 1}, backward = {60, 59, 1}, later = {60, 70, 1};
        struct ho_sink *sink;
        int error = 0;

        assert_int_equal(column_writer.open(&f->options, &sink, NULL), 0);
        if (misuse < 5) {
            error = misuse == 0   ? ho_sink_change(sink, 0, 0, "x", 1)
                    : misuse == 1 ? ho_sink_mark(sink, 0, HO_MARK_ON)
                    : misuse == 2 ? ho_sink_cut(sink)
                    : misuse == 3 ? ho_sink_gap(sink, &later)
                                  : ho_sink_setup(sink, &invalid);
        } else {
            assert_int_equal(ho_sink_setup(sink, &small), 0);
            assert_int_equal(ho_sink_change(sink, 50, 0, "x", 1), 0);
            if (misuse == 5)
                assert_int_equal(ho_sink_gap(sink, &later), 0);
            error = misuse == 5    ? ho_sink_change(sink, 69, 0, "x", 1)
                    : misuse == 6  ? ho_sink_change(sink, 49, 0, "x", 1)
                    : misuse == 7  ? ho_sink_change(sink, 50, 3, "x", 1)
                    : misuse == 8  ? ho_sink_change(sink, 50, UINT32_MAX, "x", 1)
                    : misuse == 9  ? ho_sink_change(sink, 50, 0, "xy", 2)
                    : misuse == 10 ? ho_sink_change(sink, 50, 0, NULL, 0)
                    : misuse == 11 ? ho_sink_change(sink, 50, 1, "x", 1)
                    : misuse == 12 ? ho_sink_mark(sink, 49, HO_MARK_ON)
                    : misuse == 13 ? ho_sink_gap(sink, &early)
                    : misuse == 14 ? ho_sink_gap(sink, &backward)
                                   : ho_sink_setup(sink, &small);
        }
        assert_int_equal(error, -EINVAL);
        expect_failed(sink, -EINVAL);
    }
}

static void what_came_before_misuse_is_not_made_to_look_whole(void **state)
{
    struct fixture *f = *state;
    char message[WRITER_MESSAGE_BYTES];

    start(f, &small);
    change(f, 1, 0, "a", 1);
    assert_int_equal(ho_sink_cut(f->sink), 0);
    assert_int_equal(ho_sink_change(f->sink, 2, 0, "b", 1), 0);
    assert_int_equal(ho_sink_change(f->sink, 1, 0, "c", 1), -EINVAL);
    assert_int_equal(ho_sink_close(f->sink, NULL), -EINVAL);
    assert_int_equal(column_writer.read(f->path, &f->read.sink, message), -EBADMSG);
    assert_true(direct_recorder_identical(&f->wrote, &f->read));
}

/* The workers write it, at some time: a writer that does not is waited for in vain. */
static void what_was_cut_is_in_the_file_while_nothing_follows(void **state)
{
    struct fixture *f = *state;
    char message[WRITER_MESSAGE_BYTES];

    start(f, &small);
    change(f, 1, 0, "a", 1);
    assert_int_equal(ho_sink_cut(f->sink), 0);
    while (f->read.count == 0) {
        column_writer.read(f->path, &f->read.sink, message);
        sched_yield();
    }
    assert_true(direct_recorder_identical(&f->wrote, &f->read));
    end(f);
}

static void close_may_come_instead_of_setup(void **state)
{
    struct fixture *f = *state;
    struct ho_close_times times = {0};
    char message[WRITER_MESSAGE_BYTES];

    assert_int_equal(column_writer.open(&f->options, &f->sink, NULL), 0);
    assert_int_equal(ho_sink_close(f->sink, &times), 0);
    assert_int_equal(column_writer.read(f->path, &f->read.sink, message), -EBADMSG);
}

static void wrong_options_and_paths_are_refused(void **state)
{
    struct fixture *f = *state;
    struct writer_options options[] = {f->options, f->options, f->options, f->options};
    struct ho_sink *sink;

    options[0].workers = 0;
    options[1].block_bytes = 0;
    options[2].segment_bytes = 0;
    options[3].path = NULL;
    for (int i = 0; i < 4; i++)
        assert_int_equal(column_writer.open(&options[i], &sink, NULL), -EINVAL);
    f->options.path = "/nowhere/at/all/out.hcol";
    assert_int_equal(column_writer.open(&f->options, &sink, NULL), -ENOENT);
    f->options.path = ".";
    assert_int_equal(column_writer.open(&f->options, &sink, NULL), -EISDIR);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, make, unmake)
    const struct CMUnitTest tests[] = {
        TEST(every_kind_and_width_comes_back),
        TEST(reals_come_back_bit_for_bit),
        TEST(times_up_to_the_last_one_come_back),
        TEST(a_signal_that_changes_twice_at_a_time_keeps_both_in_order),
        TEST(one_signal_fills_many_blocks),
        TEST(rows_of_any_size_against_any_block_size_come_back),
        TEST(cuts_change_the_layout_only),
        TEST(automatic_cuts_change_the_layout_only),
        TEST(a_cut_with_nothing_to_end_writes_nothing),
        TEST(marks_come_before_the_changes_of_their_time_and_the_end_after),
        TEST(many_marks_come_back),
        TEST(crowded_times_come_back_in_order),
        TEST(a_long_segment_comes_back_in_order),
        TEST(gaps_come_back_at_their_places),
        TEST(a_gap_ends_the_segment_and_cuts_beside_it_change_nothing),
        TEST(gaps_among_random_changes_come_back),
        TEST(an_empty_stream_comes_back),
        TEST(names_scopes_and_aliases_come_back),
        TEST(the_bytes_do_not_depend_on_the_number_of_workers),
        TEST(more_than_may_be_in_flight_is_written),
        TEST(misuse_is_refused_and_sticks),
        TEST(what_came_before_misuse_is_not_made_to_look_whole),
        TEST(what_was_cut_is_in_the_file_while_nothing_follows),
        TEST(close_may_come_instead_of_setup),
        TEST(wrong_options_and_paths_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
