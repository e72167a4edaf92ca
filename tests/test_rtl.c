/* The rtl family in small: what is true of every stream. What large ones are like on the
 * whole is in test_rtl_bands.c. */
#include "tests/test.h"

#include "synth_gen/rtl_value.h"
#include "synth_gen/source.h"

#include <stdlib.h>
#include <string.h>

#define SIGNALS 7800
#define EVENTS  200000

struct change {
    uint64_t time;
    uint32_t id, len;
    const unsigned char *value; /* the source's, until it is closed: a tape's values stay */
};

/* A source and all its changes. */
struct stream {
    struct ho_sink sink;
    struct source *source;
    const struct ho_signal *signals;
    struct change *changes;
    uint64_t count;
};

static int collect_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                          uint32_t len)
{
    struct stream *stream = (struct stream *)sink;

    stream->changes[stream->count++] = (struct change){time, id, len, value};
    return 0;
}

static int ignore_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    (void)sink;
    (void)time;
    (void)mark;
    return 0;
}

static const struct ho_sink_ops collect_ops = {.change = collect_change, .mark = ignore_mark};

static void open_stream(struct stream *stream, const char *profile, uint32_t signals,
                        uint64_t events)
{
    struct source_options options = source_options_defaults();
    char message[SOURCE_MESSAGE_BYTES];

    options.profile = profile;
    options.signals = signals;
    options.events = events;
    *stream = (struct stream){.sink = {&collect_ops}};
    assert_int_equal(source_open(&options, &stream->source, message), 0);
    stream->signals = stream->source->dictionary.signals;
    stream->changes = calloc(events, sizeof *stream->changes);
    assert_non_null(stream->changes);
    assert_int_equal(source_drive(stream->source, &stream->sink), 0);
    assert_int_equal(stream->count, events);
}

static void close_stream(struct stream *stream)
{
    source_close(stream->source);
    free(stream->changes);
}

/* The end of the step that begins with change i. */
static uint64_t step_end(const struct stream *stream, uint64_t i)
{
    uint64_t time = stream->changes[i].time;

    while (i < stream->count && stream->changes[i].time == time)
        i++;
    return i;
}

static void the_first_step_sets_every_signal_once(void **state)
{
    static const char *const profiles[] = {"rtl", "event", "netlist"};

    (void)state;
    for (int p = 0; p < 3; p++) {
        struct stream stream;

        open_stream(&stream, profiles[p], SIGNALS, SIGNALS + 1);
        assert_int_equal(step_end(&stream, 0), SIGNALS);
        for (uint32_t i = 0; i < SIGNALS; i++)
            assert_int_equal(stream.changes[i].id, i);
        close_stream(&stream);
    }
}

static void after_it_only_clocks_move_for_20_cycles(void **state)
{
    struct stream stream;
    uint64_t i = SIGNALS, end;

    (void)state;
    open_stream(&stream, "rtl", SIGNALS, EVENTS);
    for (int step = 0; step < 40; step++, i = end) {
        end = step_end(&stream, i);
        assert_in_range(end - i, 1, 4); /* of 4 clocks; the first one always */
        assert_int_equal(stream.changes[i].id, 0);
        for (uint64_t j = i; j < end; j++)
            assert_int_equal(stream.signals[stream.changes[j].id].width, 1);
    }
    assert_true(step_end(&stream, i) - i > 100);
    close_stream(&stream);
}

static void busy_steps_and_nearly_empty_ones_alternate(void **state)
{
    struct stream stream;
    uint64_t i = SIGNALS, end, last = 0, strays = 0, small_steps = 0;

    (void)state;
    open_stream(&stream, "rtl", SIGNALS, EVENTS);
    for (int step = 0; i < stream.count && (end = step_end(&stream, i)) < stream.count; step++) {
        if (step >= 40 && step % 2 == 0)
            assert_in_range(end - i, 100, 2000);
        else
            assert_in_range(end - i, 1, 4 + 3); /* clocks and strays */
        for (uint64_t j = i; step % 2 == 1 && j < end; j++)
            strays += stream.changes[j].id % (SIGNALS / 4) != 0;
        small_steps += step % 2;
        for (uint64_t j = i + 1; j < end; j++)
            assert_true(stream.changes[j].id > stream.changes[j - 1].id);
        last = stream.changes[i].time;
        i = end;
    }
    assert_in_range(last, 1000, 10000);
    assert_in_range(strays * 10 / small_steps, 8, 18); /* 0 to 3 */
    close_stream(&stream);
}

static void hardly_a_step_is_irregular(void **state)
{
    struct stream stream;
    uint32_t regular = 0, irregular = 0;

    (void)state;
    open_stream(&stream, "rtl", 100, EVENTS);
    for (uint64_t i = 1; i < stream.count; i++) {
        uint64_t passed = stream.changes[i].time - stream.changes[i - 1].time;

        assert_in_range(passed, 0, 9);
        regular += passed == 5;
        irregular += passed != 5 && passed != 0;
    }
    assert_in_range(irregular * 1000 / regular, 6, 12);
    close_stream(&stream);
}

static unsigned flips(const struct change *a, const struct change *b)
{
    unsigned count = 0;

    for (uint32_t i = 0; i < a->len; i++)
        count += (unsigned)__builtin_popcount(a->value[i] ^ b->value[i]);
    return count;
}

static void every_change_is_one_and_a_third_of_the_bits_flip(void **state)
{
    static const struct change *latest[SIGNALS];
    struct stream stream;
    uint64_t flipped = 0, bits = 0;

    (void)state;
    memset(latest, 0, sizeof latest);
    open_stream(&stream, "rtl", SIGNALS, EVENTS);
    for (uint64_t i = 0; i < stream.count; i++) {
        const struct change *change = &stream.changes[i];
        const struct ho_signal *signal = &stream.signals[change->id];

        if (latest[change->id] && signal->kind == HO_BITS) {
            unsigned count = flips(latest[change->id], change);

            assert_true(count > 0);
            flipped += count;
            bits += signal->width;
        }
        latest[change->id] = change;
    }
    assert_in_range(flipped * 100 / bits, 27, 35);
    close_stream(&stream);
}

/* The share of widths and kinds, at the size that the profile is for. */
static void signals_are_of_the_sorts_that_the_profile_says(void **state)
{
    static const uint32_t low[9] = {38500, 17000, 19000, 16500, 3300, 80, 150, 5, 1};
    static const uint32_t high[9] = {41500, 19000, 21000, 18500, 4700, 350, 500, 50, 40};
    uint32_t seen[9] = {0};
    struct stream stream;

    (void)state;
    open_stream(&stream, "rtl", 78000, 1);
    for (uint32_t id = 0; id < 78000; id++) {
        const struct ho_signal *signal = &stream.signals[id];
        uint32_t width = signal->width;

        if (signal->kind == HO_BITS)
            seen[(width > 1) + (width > 8) + (width > 32) + (width > 64) + (width > 512)]++;
        else
            seen[signal->kind == HO_REAL ? 6 : signal->kind == HO_STRING ? 7 : 8]++;
        assert_true(width <= 4096);
    }
    for (int i = 0; i < 9; i++) /* in 1 / 100,000 */
        assert_in_range((uint64_t)seen[i] * 100000 / 78000, low[i], high[i]);
    close_stream(&stream);
}

static void strings_are_of_8_to_64_bytes_but_for_a_large_one(void **state)
{
    struct stream stream;
    uint32_t large = 0, strings = 0;

    (void)state;
    open_stream(&stream, "rtl", 78000, 300000);
    for (uint64_t i = 0; i < stream.count; i++) {
        const struct change *change = &stream.changes[i];

        if (stream.signals[change->id].kind != HO_STRING)
            continue;
        strings++;
        if (change->len == 65536)
            large++;
        else
            assert_in_range(change->len, 8, 64);
    }
    assert_int_equal(large, 1);
    assert_true(strings > 5);
    close_stream(&stream);
}

static void event_values_are_all_x_at_first_then_one_in_a_hundred(void **state)
{
    struct stream stream;
    uint32_t unknown = 0, known = 0;

    (void)state;
    open_stream(&stream, "event", SIGNALS, EVENTS);
    for (uint64_t i = 0; i < stream.count; i++) {
        const struct change *change = &stream.changes[i];
        bool x = change->len && memchr(change->value, 'x', change->len);

        assert_int_not_equal(stream.signals[change->id].kind, HO_BITS);
        if (stream.signals[change->id].kind != HO_LOGIC)
            continue;
        if (i < SIGNALS) {
            assert_true(x);
            continue;
        }
        unknown += x;
        known += !x;
    }
    assert_in_range(unknown * 1000 / (known + unknown), 8, 12);
    close_stream(&stream);
}

static void event_steps_come_in_the_order_of_permuted_blocks(void **state)
{
    struct stream stream;
    uint32_t up = 0, next = 0, down = 0;

    (void)state;
    open_stream(&stream, "event", SIGNALS, EVENTS);
    for (uint64_t i = SIGNALS + 1; i < stream.count; i++) {
        const struct change *change = &stream.changes[i];

        if (change->time != change[-1].time)
            continue;
        next += change->id == change[-1].id + 1;
        up += change->id > change[-1].id;
        down += change->id < change[-1].id;
    }
    assert_in_range(next * 100 / (up + down), 35, 60); /* within a block */
    assert_in_range(down * 100 / (up + down), 5, 30);  /* between blocks, half of the times */
    close_stream(&stream);
}

static void a_netlist_is_of_single_bits_that_nearly_all_change(void **state)
{
    static bool changed[SIGNALS];
    uint32_t single = 0, still = 0;
    struct stream stream;

    (void)state;
    memset(changed, 0, sizeof changed);
    open_stream(&stream, "netlist", SIGNALS, 1000000);
    for (uint64_t i = SIGNALS; i < stream.count; i++)
        changed[stream.changes[i].id] = true;
    for (uint32_t id = 0; id < SIGNALS; id++) {
        single += stream.signals[id].width == 1;
        still += !changed[id];
    }
    assert_in_range(single * 1000 / SIGNALS, 955, 985);
    assert_in_range(still * 1000 / SIGNALS, 50, 90);
    close_stream(&stream);
}

/* Values --------------------------------------------------------------------------------- */

static void bits_always_change_and_stay_below_their_width(void **state)
{
    static const uint32_t widths[] = {1, 2, 63, 64, 65, 128, 129, 4096};
    struct random random = random_start(3, 0);

    (void)state;
    for (int i = 0; i < 8; i++) {
        uint64_t value[65] = {0}, before[65];
        uint32_t words = (widths[i] + 63) / 64;

        value[words] = 77; /* not its own */
        for (int j = 0; j < 2000; j++) {
            memcpy(before, value, sizeof value);
            rtl_value_bits(&random, value, widths[i]);
            assert_int_not_equal(memcmp(before, value, words * sizeof *value), 0);
            assert_int_equal(value[words], 77);
            if (widths[i] % 64)
                assert_int_equal(value[words - 1] >> widths[i] % 64, 0);
        }
    }
}

static void wide_values_count_up_in_their_lowest_word(void **state)
{
    struct random random = random_start(4, 0);
    uint64_t value[2] = {0}, before[2];
    uint32_t counted = 0;

    (void)state;
    for (int i = 0; i < 2000; i++) {
        memcpy(before, value, sizeof value);
        rtl_value_bits(&random, value, 128);
        counted += value[0] == before[0] + 1 && value[1] == before[1];
    }
    assert_in_range(counted, 2000 * 0.41, 2000 * 0.49);
}

static void logic_is_printed_most_significant_bit_first(void **state)
{
    const uint64_t value[2] = {0x123456789abcdef0u, 2};
    char text[66 + 1] = {0};

    (void)state;
    rtl_value_print(value, 66, text);
    assert_string_equal(text, "100001001000110100010101100111100010011010101111001101111011110000");
    rtl_value_print(value + 1, 1, text);
    assert_int_equal(text[0], '0');
    assert_int_equal(text[1], '0');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_step_sets_every_signal_once),
        cmocka_unit_test(after_it_only_clocks_move_for_20_cycles),
        cmocka_unit_test(busy_steps_and_nearly_empty_ones_alternate),
        cmocka_unit_test(hardly_a_step_is_irregular),
        cmocka_unit_test(every_change_is_one_and_a_third_of_the_bits_flip),
        cmocka_unit_test(signals_are_of_the_sorts_that_the_profile_says),
        cmocka_unit_test(strings_are_of_8_to_64_bytes_but_for_a_large_one),
        cmocka_unit_test(event_values_are_all_x_at_first_then_one_in_a_hundred),
        cmocka_unit_test(event_steps_come_in_the_order_of_permuted_blocks),
        cmocka_unit_test(a_netlist_is_of_single_bits_that_nearly_all_change),
        cmocka_unit_test(bits_always_change_and_stay_below_their_width),
        cmocka_unit_test(wide_values_count_up_in_their_lowest_word),
        cmocka_unit_test(logic_is_printed_most_significant_bit_first),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
