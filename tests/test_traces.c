/* The files that HANDOFF_TRACES and its MANIFEST.tsv name; skipped where there are none. */
#include "tests/test.h"

#include "harness/stream_hash.h"
#include "synth_gen/source.h"
#include "synth_gen/tape_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Files that are malformed, and the line that is to blame. */
static const struct {
    const char *name;
    unsigned line;
} broken[] = {
    {"edge/e01_time_back.vcd", 12}, {"edge/e06_time_float.vcd", 11},
    {"edge/e08_trunc_vec.vcd", 11}, {"edge/e29_too_wide_value.vcd", 9},
    {"edge/e30_unknown_id.vcd", 9}, {"edge/e36_real_locale.vcd", 11},
};

struct row {
    const char *file;
    unsigned long long variables, ids, changes, times;
};

/* Cuts a line of the manifest up. The columns are: file, format, bytes, tool, repository,
 * commit, licence, spdx, variables, ids, changes, steps, ... */
static struct row parse_row(char *line)
{
    char *column[12];

    for (int i = 0; i < 12; i++) {
        column[i] = strsep(&line, "\t");
        assert_non_null(column[i]);
    }
    return (struct row){
        .file = column[0],
        .variables = strtoull(column[8], NULL, 10),
        .ids = strtoull(column[9], NULL, 10),
        .changes = strtoull(column[10], NULL, 10),
        .times = strtoull(column[11], NULL, 10),
    };
}

static unsigned broken_line(const char *name)
{
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        if (strcmp(name, broken[i].name) == 0)
            return broken[i].line;
    return 0;
}

static void hash(struct source *source, char hex[33])
{
    struct ho_sink *sink;

    assert_int_equal(stream_hash_open(&sink), 0);
    assert_int_equal(ho_sink_setup(sink, &source->dictionary), 0);
    assert_int_equal(source_drive(source, sink), 0);
    stream_hash_result(sink, hex);
    ho_sink_close(sink, NULL);
}

/* What is kept of a trace for the runs of a command is the trace. */
static void check_tape(struct source *source)
{
    char name[] = "/tmp/test_traces.XXXXXX.tape", message[SOURCE_MESSAGE_BYTES] = "";
    struct source_options options = {.name = name};
    char made[33], kept[33];
    struct source *tape;
    int file = mkstemps(name, 5);

    assert_true(file >= 0);
    close(file);
    assert_int_equal(tape_file_write(source, name), 0);
    if (source_open(&options, &tape, message))
        fail_msg("%s", message);
    unlink(name);
    assert_int_equal(tape->events, source->events);
    hash(source, made);
    hash(tape, kept);
    assert_string_equal(kept, made);
    source_close(tape);
}

static void check_row(const char *folder, const struct row *row)
{
    char path[4096], message[SOURCE_MESSAGE_BYTES] = "", place[4200];
    struct source_options options = {.name = path};
    struct source *source;
    unsigned line = broken_line(row->file);
    int error;

    snprintf(path, sizeof path, "%s/%s", folder, row->file);
    error = source_open(&options, &source, message);
    if (error == -ENOSYS)
        return; /* FST, and this build has none */
    if (line > 0) {
        assert_int_equal(error, -EINVAL);
        snprintf(place, sizeof place, "%s:%u: ", path, line);
        assert_memory_equal(message, place, strlen(place));
        return;
    }
    assert_string_equal(message, "");
    assert_int_equal(error, 0);
    assert_int_equal(source->dictionary.variable_count, row->variables);
    assert_int_equal(source->dictionary.signal_count, row->ids);
    assert_int_equal(source->events, row->changes);
    assert_int_equal(source->times, row->times);
    check_tape(source);
    source_close(source);
}

static void every_file_has_the_counts_of_the_manifest_and_a_tape_of_it_too(void **state)
{
    const char *folder = getenv("HANDOFF_TRACES");
    char path[4096], line[4096];
    unsigned files = 0;

    (void)state;
    if (!folder)
        skip();
    snprintf(path, sizeof path, "%s/MANIFEST.tsv", folder);
    FILE *manifest = fopen(path, "r");
    assert_non_null(manifest);
    assert_non_null(fgets(line, sizeof line, manifest)); /* the names of the columns */
    while (fgets(line, sizeof line, manifest)) {
        struct row row = parse_row(line);

        files++;
        check_row(folder, &row);
    }
    fclose(manifest);
    assert_true(files > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_file_has_the_counts_of_the_manifest_and_a_tape_of_it_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
