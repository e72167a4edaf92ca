#include "tests/fst_round.h"

#include "direct_writer/fst.h"
#include "tests/direct_file.h"
#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct ho_sink *fst_round_open(const char *path, bool parallel)
{
    struct writer_options options = writer_options_defaults(path);
    char message[WRITER_MESSAGE_BYTES] = "";
    struct ho_sink *sink;

    options.parallel = parallel;
    assert_int_equal(fst_writer.open(&options, &sink, message), 0);
    return sink;
}

void fst_round_begin(struct fst_round *round, const struct ho_dictionary *dictionary, bool parallel)
{
    *round = (struct fst_round){.path = direct_file_path(), .dictionary = dictionary};
    round->sink = fst_round_open(round->path, parallel);
    assert_int_equal(ho_sink_setup(round->sink, dictionary), 0);
}

void fst_round_change(struct fst_round *round, uint64_t time, uint32_t id, const void *value,
                      uint32_t len)
{
    assert_int_equal(ho_sink_change(round->sink, time, id, value, len), 0);
    fst_contents_add(&round->expected, time, id + 1, &round->dictionary->signals[id], value, len);
}

void fst_round_mark(struct fst_round *round, uint64_t time, enum ho_mark mark)
{
    assert_int_equal(ho_sink_mark(round->sink, time, mark), 0);
}

/* No file is left but the one at path. */
void fst_round_expect_alone(const char *path)
{
    char hierarchy[4200];

    snprintf(hierarchy, sizeof hierarchy, "%s.hier", path);
    assert_int_equal(access(hierarchy, F_OK), -1);
}

/* Closes the file and reads it; the changes must be the expected ones. */
void fst_round_end(struct fst_round *round, struct fst_contents *contents)
{
    struct ho_close_times times = {0};
    char *expected = fst_contents_text(&round->expected);

    assert_int_equal(ho_sink_close(round->sink, &times), 0);
    assert_true(times.encode_ns > 0 && times.commit_ns > 0);
    fst_round_expect_alone(round->path);
    fst_contents_init(contents, round->path);
    assert_true(contents->opened);
    assert_string_equal(contents->changes, expected);
    free(expected);
    direct_file_remove(round->path);
}

static const struct ho_signal kinds_signals[] = {
    {1, HO_BITS},      {2, HO_BITS},       {8, HO_BITS},  {31, HO_BITS},  {32, HO_BITS},
    {33, HO_BITS},     {63, HO_BITS},      {64, HO_BITS}, {65, HO_BITS},  {100, HO_BITS},
    {1000, HO_BITS},   {1, HO_LOGIC},      {2, HO_LOGIC}, {9, HO_LOGIC},  {64, HO_LOGIC},
    {65, HO_LOGIC},    {1000, HO_LOGIC},   {64, HO_REAL}, {0, HO_STRING}, {0, HO_EVENT},
    {131072, HO_BITS}, {131072, HO_LOGIC},
};
const struct ho_dictionary fst_round_kinds = FST_ROUND_DICTIONARY(kinds_signals);
#define SMALL_KINDS 20 /* without those of 131,072 bits */

static uint32_t random_string(struct random *random, unsigned char *value)
{
    uint32_t len = random_below(random, 4) ? random_below(random, 9) : random_below(random, 5000);

    for (uint32_t i = 0; i < len; i++)
        value[i] = (unsigned char)random_next(random);
    return len;
}

/* Returns its length. One in four values is all zeros, so that some come twice. */
uint32_t fst_round_value(struct random *random, const struct ho_signal *signal,
                         unsigned char *value)
{
    uint32_t len = ho_signal_value_bytes(signal);
    bool zero = random_below(random, 4) == 0;

    if (signal->kind == HO_STRING)
        return random_string(random, value);
    for (uint32_t i = 0; i < len; i++)
        if (signal->kind == HO_LOGIC)
            value[i] = (unsigned char)"01xzuwlh-"[zero ? 0 : random_below(random, 9)];
        else
            value[i] = zero ? 0 : (unsigned char)random_next(random);
    if (signal->kind == HO_BITS && signal->width % 8)
        value[len - 1] &= (unsigned char)((1u << signal->width % 8) - 1);
    return len;
}

/* The same calls for the same seed, with cuts, marks and gaps that the caller allows. */
void fst_round_random(struct fst_round *round, uint64_t seed, uint32_t calls, uint32_t cut_in)
{
    static unsigned char value[131072];
    struct random random;
    uint64_t time = 0;

    random = random_start(seed, 0);
    for (uint32_t i = 0; i < calls; i++) {
        uint32_t id = random_below(&random, SMALL_KINDS);
        uint32_t len = fst_round_value(&random, &kinds_signals[id], value);

        if (random_below(&random, 3) == 0)
            time += random_below(&random, 1000);
        if (cut_in && random_below(&random, cut_in) == 0)
            assert_int_equal(ho_sink_cut(round->sink), 0);
        if (random_below(&random, 50) == 0)
            fst_round_mark(round, time, HO_MARK_END);
        fst_round_change(round, time, id, value, len);
    }
}

void fst_round_drop(struct fst_round *round, int expected_error)
{
    assert_int_equal(ho_sink_close(round->sink, NULL), expected_error);
    fst_round_expect_alone(round->path);
    free(fst_contents_text(&round->expected));
    direct_file_remove(round->path);
}
