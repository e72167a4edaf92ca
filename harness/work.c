#include "harness/work.h"

#include "harness/measure.h"
#include "harness/nothing.h"
#include "harness/wrap.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BYTES_MAX  ((uint64_t)1 << 40)
#define LINE_WORDS 8

struct work {
    struct wrap wrap;
    uint64_t *words; /* the working set */
    uint32_t shift;  /* of a 64-bit number, so that its top bits are the index of a line */
    uint32_t loops;
    uint64_t done;     /* loops so far */
    uint64_t position; /* a linear congruential generator (Knuth's MMIX): which line comes next */
    uint64_t sum;      /* of what was found there */
};

static struct work *from_sink(struct ho_sink *sink)
{
    return (struct work *)sink;
}

/*
 * One loop is a word: one to two ns. Lines are visited at random, and every word of a line in
 * turn. Where to go next the processor knows ahead, as it does in much of a simulator's work;
 * but each sum waits for the one before.
 */
static inline void do_work(struct work *work)
{
    uint64_t *line = &work->words[(work->position >> work->shift) * LINE_WORDS];
    uint64_t sum = work->sum, end = work->done + work->loops;

    for (uint64_t i = work->done; i < end; i++) {
        uint64_t *word = &line[i % LINE_WORDS];

        sum = ((sum << 7 | sum >> 57) ^ *word) + i;
        *word = sum;
        if (i % LINE_WORDS == LINE_WORDS - 1) {
            work->position = work->position * 6364136223846793005u + 1442695040888963407u;
            line = &work->words[(work->position >> work->shift) * LINE_WORDS];
        }
    }
    work->done = end;
    work->sum = sum;
}

static int change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value, uint32_t len)
{
    struct work *work = from_sink(sink);

    do_work(work);
    return ho_sink_change(work->wrap.inner, time, id, value, len);
}

static int close_work(struct ho_sink *sink, struct ho_close_times *times)
{
    return ho_sink_close(work_unwrap(sink), times);
}

static const struct ho_sink_ops ops = {
    .name = "work",
    .setup = wrap_setup,
    .change = change,
    .mark = wrap_mark,
    .cut = wrap_cut,
    .gap = wrap_gap,
    .close = close_work,
};

int work_open(uint32_t loops, uint64_t bytes, struct ho_sink *inner, struct ho_sink **sink)
{
    struct work *work;
    size_t line_bytes = LINE_WORDS * sizeof *work->words, size;
    uint32_t bits = 1; /* of a line's index */

    if (bytes > BYTES_MAX)
        return -EINVAL;
    while (line_bytes << bits < bytes)
        bits++;
    size = line_bytes << bits;
    work = calloc(1, sizeof *work);
    if (!work)
        return -ENOMEM;
    work->words = aligned_alloc(line_bytes, size);
    if (!work->words) {
        free(work);
        return -ENOMEM;
    }
    memset(work->words, 0x55, size);
    work->wrap.sink.ops = &ops;
    work->wrap.inner = inner;
    work->shift = 64 - bits;
    work->loops = loops;
    *sink = &work->wrap.sink;
    return 0;
}

struct ho_sink *work_unwrap(struct ho_sink *sink)
{
    struct work *work = from_sink(sink);
    struct ho_sink *inner = work->wrap.inner;

    free(work->words);
    free(work);
    return inner;
}

/* The CPU ns of one change: of many short batches the quickest, since whatever disturbs one makes
 * it longer. */
static double time_change(struct ho_sink *sink, uint32_t changes)
{
    double least = INFINITY;

    for (int batch = 0; batch < 30; batch++) {
        uint64_t start = measure_thread_cpu_ns();

        for (uint32_t i = 0; i < changes; i++)
            ho_sink_change(sink, i, 0, NULL, 0);
        least = fmin(least, (double)(measure_thread_cpu_ns() - start) / changes);
    }
    return least;
}

int work_calibrate(uint32_t work_ns, uint64_t bytes, uint32_t *loops)
{
    struct ho_sink *sink;
    uint32_t changes = work_ns < 1000000 ? 1000000 / (work_ns + 1) : 1; /* 1 ms a batch */
    double guess = work_ns;
    struct work *work;
    int error;

    error = work_open(work_ns, bytes, &nothing_sink, &sink);
    if (error)
        return error;
    work = from_sink(sink);
    time_change(sink, changes); /* brings the working set into the caches */

    /* The time is a line in loops that does not go through 0: come nearer a few times. */
    for (int round = 0; round < 4 && work_ns; round++) {
        guess *= work_ns / time_change(sink, changes);
        work->loops = guess < 1 ? 1 : (uint32_t)(guess + 0.5);
    }
    *loops = work->loops;
    return close_work(sink, NULL);
}
