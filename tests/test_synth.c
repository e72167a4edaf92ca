#include "tests/test.h"

#include "synth_gen/design.h"
#include "synth_gen/source.h"
#include "tests/stream_check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What seed 1 makes of 3,000 signals and 60,000 events. */
static const struct {
    const char *name;
    uint64_t steps;
    uint64_t hash;
} profiles[] = {
    {"uniform", 3805, 0xddcd90d6d57269f7u}, {"rtl", 790, 0x3a6c1c467d07eaefu},
    {"event", 652, 0x29d679eda2bd13a7u},    {"netlist", 250, 0x42ff1d9fe54a7aaau},
    {"one", 60000, 0xb7863f23fad5a30du},    {"all", 20, 0x8caa791fc6d1323fu},
    {"quiet", 60000, 0x0afe91997643995bu},
};
#define PROFILES (sizeof profiles / sizeof profiles[0])

static struct source_options small(const char *profile)
{
    struct source_options options = source_options_defaults();

    options.profile = profile;
    options.signals = 3000;
    options.events = 60000;
    return options;
}

/* Opens, drives, and closes; the stream must keep the rules. */
static struct stream_check drive(const struct source_options *options)
{
    struct stream_check check = {.origin = options->time_start};
    char message[SOURCE_MESSAGE_BYTES];
    struct source *source;

    if (source_open(options, &source, message))
        fail_msg("%s", message);
    assert_true(ho_dictionary_valid(&source->dictionary));
    stream_check_drive(&check, source);
    assert_int_equal(check.error, 0);
    assert_int_equal(check.faults, 0);
    assert_int_equal(check.ends, 1);
    assert_int_equal(check.changes, source->events);
    source_close(source);
    return check;
}

static void a_seed_makes_exactly_this_stream(void **state)
{
    (void)state;
    for (size_t i = 0; i < PROFILES; i++) {
        struct source_options options = small(profiles[i].name);
        struct stream_check check = drive(&options);

        assert_int_equal(check.changes, 60000);
        if (check.steps != profiles[i].steps || check.hash != profiles[i].hash)
            fail_msg("%s: %ju steps, hash 0x%016jx", profiles[i].name, (uintmax_t)check.steps,
                     (uintmax_t)check.hash);
    }
}

static void another_seed_makes_another_stream(void **state)
{
    (void)state;
    for (size_t i = 0; i < PROFILES; i++) {
        struct source_options options = small(profiles[i].name);

        options.seed = 2;
        assert_int_not_equal(drive(&options).hash, profiles[i].hash);
    }
}

static void a_source_makes_the_same_calls_every_time(void **state)
{
    (void)state;
    for (size_t i = 0; i < PROFILES; i++) {
        struct source_options options = small(profiles[i].name);
        struct stream_check first = {0}, second = {0};
        char message[SOURCE_MESSAGE_BYTES];
        struct source *source;

        options.cut_every = 1111;
        options.spill_every = 777;
        options.spill_bytes = 100;
        assert_int_equal(source_open(&options, &source, message), 0);
        stream_check_drive(&first, source);
        stream_check_drive(&second, source);
        assert_memory_equal(&first, &second, sizeof first);
        source_close(source);
    }
}

static void the_end_is_marked_at_the_last_change(void **state)
{
    (void)state;
    for (size_t i = 0; i < PROFILES; i++) {
        struct source_options options = small(profiles[i].name);
        struct stream_check check = drive(&options);

        assert_int_equal(check.end_time, check.last_time);
    }
}

static void a_stream_may_start_at_any_time(void **state)
{
    static const uint64_t start[] = {((uint64_t)1 << 32) - 10, ((uint64_t)1 << 53) - 10,
                                     ((uint64_t)1 << 63) - 10};

    (void)state;
    for (size_t i = 0; i < PROFILES; i++)
        for (int j = 0; j < 3; j++) {
            struct source_options options = small(profiles[i].name);
            struct stream_check check;

            options.time_start = start[j];
            check = drive(&options);
            assert_in_range(check.first_time, start[j], start[j] + 1000);
            assert_true(check.last_time > start[j] + 15);
            assert_int_equal(check.hash, profiles[i].hash); /* but for the start, the same */
        }
}

static void any_number_of_signals_and_events_is_right(void **state)
{
    static const uint32_t signals[] = {1, 2, 15, 17, 33, 100, 4000};
    static const uint64_t events[] = {0, 1, 2, 99, 3999, 4001};

    (void)state;
    for (size_t i = 0; i < PROFILES; i++)
        for (int j = 0; j < 7; j++)
            for (int k = 0; k < 6; k++) {
                struct source_options options = small(profiles[i].name);
                struct stream_check check;

                options.signals = signals[j];
                options.events = events[k];
                options.time_start = 44;
                check = drive(&options);
                assert_int_equal(check.changes, events[k]);
                if (events[k] == 0)
                    assert_int_equal(check.end_time, 44);
            }
}

/* Cuts and spills ------------------------------------------------------------------------ */

#define CUT_EVERY   100
#define SPILL_EVERY 250

/* Expects a spill behind each 250th ordinary change, a cut behind each 100th. */
struct due {
    struct ho_sink sink;
    uint32_t spill_id, spill_bytes;
    uint64_t changes, spills, cuts;
    char *last_spill;
};

static int due_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                      uint32_t len)
{
    struct due *due = (struct due *)sink;

    (void)time;
    if (id == due->spill_id) {
        due->spills++;
        assert_int_equal(len, due->spill_bytes);
        assert_int_equal(due->changes, due->spills * SPILL_EVERY);
        assert_int_not_equal(memcmp(due->last_spill, value, len), 0);
        memcpy(due->last_spill, value, len);
        return 0;
    }
    assert_int_equal(due->spills, due->changes / SPILL_EVERY);
    assert_int_equal(due->cuts, due->changes / CUT_EVERY);
    due->changes++;
    return 0;
}

static int due_cut(struct ho_sink *sink)
{
    struct due *due = (struct due *)sink;

    due->cuts++;
    assert_int_equal(due->changes, due->cuts * CUT_EVERY);
    assert_int_equal(due->spills, due->changes / SPILL_EVERY);
    return 0;
}

static int due_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    (void)sink;
    (void)time;
    (void)mark;
    return 0;
}

static const struct ho_sink_ops due_ops = {.change = due_change, .mark = due_mark, .cut = due_cut};

static void cuts_and_spills_come_when_they_are_due(const char *profile, uint32_t spill_bytes,
                                                   uint64_t events)
{
    struct source_options options = small(profile);
    struct due due = {.sink = {&due_ops}};
    char message[SOURCE_MESSAGE_BYTES];
    struct source *source;

    options.events = events;
    options.cut_every = CUT_EVERY;
    options.spill_every = SPILL_EVERY;
    options.spill_bytes = spill_bytes;
    assert_int_equal(source_open(&options, &source, message), 0);
    assert_true(ho_dictionary_valid(&source->dictionary));
    assert_int_equal(source->events, events + events / SPILL_EVERY);
    due.spill_id = source->dictionary.signal_count - 1;
    assert_int_equal(source->dictionary.signals[due.spill_id].kind, HO_STRING);
    due.spill_bytes = spill_bytes ? spill_bytes : (2 << 20) + 1;
    due.last_spill = calloc(1, due.spill_bytes);
    assert_non_null(due.last_spill);
    assert_int_equal(source_drive(source, &due.sink), 0);
    assert_int_equal(due.changes, events);
    assert_int_equal(due.spills, events / SPILL_EVERY);
    assert_int_equal(due.cuts, events / CUT_EVERY);
    free(due.last_spill);
    source_close(source);
}

static void every_profile_cuts_and_spills_when_it_is_due(void **state)
{
    (void)state;
    for (size_t i = 0; i < PROFILES; i++) {
        cuts_and_spills_come_when_they_are_due(profiles[i].name, 3000, 5000);
        cuts_and_spills_come_when_they_are_due(profiles[i].name, 3000, 5001);
        cuts_and_spills_come_when_they_are_due(profiles[i].name, 0, 500);
    }
}

static void without_cuts_and_spills_there_are_none(void **state)
{
    (void)state;
    for (size_t i = 0; i < PROFILES; i++) {
        struct source_options options = small(profiles[i].name);
        struct stream_check check = drive(&options);

        assert_int_equal(check.cuts, 0);
        assert_int_equal(check.calls, check.changes + 1);
    }
}

static void driving_ends_with_the_first_error_of_the_sink(void **state)
{
    (void)state;
    for (size_t i = 0; i < PROFILES; i++) {
        struct source_options options = small(profiles[i].name);
        char message[SOURCE_MESSAGE_BYTES];
        struct source *source;

        options.events = 20;
        options.cut_every = 6;
        options.spill_every = 4;
        options.spill_bytes = 10;
        assert_int_equal(source_open(&options, &source, message), 0);
        for (uint64_t fail_at = 1; fail_at <= 20 + 5 + 3 + 1; fail_at++) {
            struct stream_check check = {.fail_at = fail_at};

            stream_check_drive(&check, source);
            assert_int_equal(check.error, -EIO);
            assert_int_equal(check.calls, fail_at);
        }
        source_close(source);
    }
}

static void a_long_tape_ends_with_the_first_error_of_the_sink_too(void **state)
{
    struct source_options options = small("rtl");
    struct stream_check check = {.fail_at = 1000};
    char message[SOURCE_MESSAGE_BYTES];
    struct source *source;

    (void)state;
    assert_int_equal(source_open(&options, &source, message), 0);
    stream_check_drive(&check, source);
    assert_int_equal(check.error, -EIO);
    assert_int_equal(check.calls, 1000);
    source_close(source);
}

/* What is special about some ------------------------------------------------------------- */

static void uniform_has_about_16_changes_a_step(void **state)
{
    struct source_options options = small("uniform");

    (void)state;
    assert_in_range(drive(&options).steps, 60000 / 17, 60000 / 15);
}

struct tally {
    struct ho_sink sink;
    uint32_t by_id[3000];
    uint32_t next_id;
    bool ascending; /* so far, over and over */
};

static int tally_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                        uint32_t len)
{
    struct tally *tally = (struct tally *)sink;

    (void)time;
    (void)value;
    (void)len;
    tally->by_id[id]++;
    tally->ascending &= id == tally->next_id;
    tally->next_id = (id + 1) % 3000;
    return 0;
}

static const struct ho_sink_ops tally_ops = {.change = tally_change, .mark = due_mark};

static void tally_profile(struct tally *tally, const char *profile)
{
    struct source_options options = small(profile);
    char message[SOURCE_MESSAGE_BYTES];
    struct source *source;

    *tally = (struct tally){.sink = {&tally_ops}, .ascending = true};
    assert_int_equal(source_open(&options, &source, message), 0);
    assert_int_equal(source_drive(source, &tally->sink), 0);
    source_close(source);
}

static void uniform_changes_all_signals_alike(void **state)
{
    static struct tally tally;

    (void)state;
    tally_profile(&tally, "uniform");
    for (int i = 0; i < 3000; i++)
        assert_in_range(tally.by_id[i], 1, 50); /* 20 on average */
    assert_false(tally.ascending);
}

static void all_changes_every_signal_in_every_step(void **state)
{
    struct source_options options = small("all");
    static struct tally tally;

    (void)state;
    tally_profile(&tally, "all");
    assert_true(tally.ascending);
    assert_int_equal(drive(&options).steps, 60000 / 3000);
}

static void one_has_a_single_signal_and_quiet_hardly_a_change(void **state)
{
    struct source_options one = small("one"), quiet = small("quiet");
    char message[SOURCE_MESSAGE_BYTES];
    struct source *source;

    (void)state;
    assert_int_equal(source_open(&one, &source, message), 0);
    assert_int_equal(source->dictionary.signal_count, 1);
    source_close(source);
    assert_int_equal(drive(&one).steps, 60000);
    assert_int_equal(drive(&quiet).last_time, 60000 * 1000);
}

/* Names ---------------------------------------------------------------------------------- */

static uint32_t depth(const struct ho_dictionary *dictionary, uint32_t scope)
{
    uint32_t steps = 0;

    for (; scope != HO_NO_SCOPE; scope = dictionary->scopes[scope].parent)
        steps++;
    return steps;
}

static void signals_have_names_like_those_of_a_design(void **state)
{
    struct source_options options = small("rtl");
    char message[SOURCE_MESSAGE_BYTES];
    const struct ho_dictionary *dictionary;
    struct source *source;
    uint32_t declared = 0, long_names = 0, deepest = 0, scope_of[2];

    (void)state;
    assert_int_equal(source_open(&options, &source, message), 0);
    dictionary = &source->dictionary;
    assert_in_range(dictionary->variable_count, 3000 * 1.75, 3000 * 1.85);
    for (uint32_t i = 0; i < dictionary->variable_count; i++) {
        const struct ho_variable *variable = &dictionary->variables[i];
        uint32_t down = depth(dictionary, variable->scope);

        assert_in_range(down, 1, 12);
        deepest = down > deepest ? down : deepest;
        assert_int_equal(variable->width, dictionary->signals[variable->id].width);
        if (variable->id < declared) { /* an alias: its scope is above that of the last name */
            assert_int_equal(variable->scope,
                             dictionary->scopes[dictionary->variables[i - 1].scope].parent);
            continue;
        }
        assert_int_equal(variable->id, declared);
        assert_in_range(down, 4, 12);
        if (variable->id % 16) /* 16 signals share a scope */
            assert_int_equal(variable->scope, scope_of[0]);
        scope_of[0] = variable->scope;
        long_names += strlen(variable->name) == DESIGN_LONG_NAME_BYTES;
        declared++;
    }
    assert_int_equal(declared, 3000);
    assert_int_equal(long_names, 1);
    assert_int_equal(deepest, 12);
    source_close(source);
}

/* Wrong options -------------------------------------------------------------------------- */

static void refused(const struct source_options *options, const char *expected)
{
    char message[SOURCE_MESSAGE_BYTES] = "";
    struct source *source = NULL;

    assert_int_equal(source_open(options, &source, message), -EINVAL);
    assert_null(source);
    assert_string_equal(message, expected);
}

static void wrong_options_are_refused_with_a_reason(void **state)
{
    struct source_options options;

    (void)state;
    options = small("unifrom");
    refused(&options, "profile: unifrom is none of uniform, rtl, event, netlist, one, all, quiet");
    options = small("uniform");
    options.signals = 0;
    refused(&options, "signals: 0 is not within 1 to 268435456");
    options.signals = UINT32_MAX;
    refused(&options, "signals: 4294967295 is not within 1 to 268435456");
    options = small("uniform");
    options.events = UINT64_MAX;
    refused(&options, "events: 18446744073709551615 are more than 281474976710656");
    options = small("rtl");
    options.time_start = UINT64_MAX;
    refused(&options, "time start: 18446744073709551615 is later than 9223372036854775808");
}

static void a_source_of_an_unknown_kind_is_refused(void **state)
{
    static const char *const names[] = {"trace.lxt", "vcd", "", "synth.c", "a/synth"};

    (void)state;
    for (int i = 0; i < 5; i++) {
        struct source_options options = source_options_defaults();
        char expected[SOURCE_MESSAGE_BYTES];

        options.name = names[i];
        snprintf(expected, sizeof expected,
                 "%s: neither \"synth\" nor a file that ends in .vcd, .vcd.gz, .vcd.zst or .fst",
                 names[i]);
        refused(&options, expected);
    }
}

static void a_file_is_known_by_its_suffix(void **state)
{
    struct source_options options = source_options_defaults();
    char message[SOURCE_MESSAGE_BYTES] = "";
    struct source *source;

    (void)state;
    options.name = "no/such/file.vcd";
    assert_int_equal(source_open(&options, &source, message), -ENOENT);
    assert_non_null(strstr(message, "no/such/file.vcd"));
}

static void the_defaults_are_the_main_job(void **state)
{
    struct source_options options = source_options_defaults();

    (void)state;
    assert_string_equal(options.name, "synth");
    assert_string_equal(options.profile, "uniform");
    assert_int_equal(options.events, 9000000);
    assert_int_equal(options.signals, 78000);
    assert_int_equal(options.seed, 1);
    assert_int_equal(options.time_start + options.cut_every + options.spill_every, 0);
    source_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_makes_exactly_this_stream),
        cmocka_unit_test(another_seed_makes_another_stream),
        cmocka_unit_test(a_source_makes_the_same_calls_every_time),
        cmocka_unit_test(the_end_is_marked_at_the_last_change),
        cmocka_unit_test(a_stream_may_start_at_any_time),
        cmocka_unit_test(any_number_of_signals_and_events_is_right),
        cmocka_unit_test(every_profile_cuts_and_spills_when_it_is_due),
        cmocka_unit_test(without_cuts_and_spills_there_are_none),
        cmocka_unit_test(driving_ends_with_the_first_error_of_the_sink),
        cmocka_unit_test(a_long_tape_ends_with_the_first_error_of_the_sink_too),
        cmocka_unit_test(uniform_has_about_16_changes_a_step),
        cmocka_unit_test(uniform_changes_all_signals_alike),
        cmocka_unit_test(all_changes_every_signal_in_every_step),
        cmocka_unit_test(one_has_a_single_signal_and_quiet_hardly_a_change),
        cmocka_unit_test(signals_have_names_like_those_of_a_design),
        cmocka_unit_test(wrong_options_are_refused_with_a_reason),
        cmocka_unit_test(a_source_of_an_unknown_kind_is_refused),
        cmocka_unit_test(a_file_is_known_by_its_suffix),
        cmocka_unit_test(the_defaults_are_the_main_job),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
