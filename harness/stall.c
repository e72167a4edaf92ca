#include "harness/stall.h"

#include "synth_gen/random.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#define STREAM 0x5741 /* of the seed; the source draws from others */

struct stall {
    struct ho_sink sink;
    struct ho_sink *inner;
    uint64_t every;
    uint64_t us;
    uint64_t left; /* changes to the next stall, that one included */
    struct random random;
};

static struct stall *from_sink(struct ho_sink *sink)
{
    return (struct stall *)sink;
}

/* 0 to n - 1. */
static uint64_t below(struct stall *stall, uint64_t n)
{
    return random_next(&stall->random) % n;
}

static void draw_distance(struct stall *stall)
{
    stall->left = 1 + below(stall, 2 * stall->every - 1);
}

static void sleep_a_while(struct stall *stall)
{
    uint64_t us = below(stall, 2 * stall->us + 1);
    struct timespec left = {(time_t)(us / 1000000), (long)(us % 1000000 * 1000)};

    while (nanosleep(&left, &left) && errno == EINTR)
        ;
}

static int setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    return ho_sink_setup(from_sink(sink)->inner, dictionary);
}

static int change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value, uint32_t len)
{
    struct stall *stall = from_sink(sink);

    if (--stall->left == 0) {
        sleep_a_while(stall);
        draw_distance(stall);
    }
    return ho_sink_change(stall->inner, time, id, value, len);
}

static int mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    return ho_sink_mark(from_sink(sink)->inner, time, mark);
}

static int cut(struct ho_sink *sink)
{
    return ho_sink_cut(from_sink(sink)->inner);
}

static int gap(struct ho_sink *sink, const struct ho_gap *gap)
{
    return ho_sink_gap(from_sink(sink)->inner, gap);
}

static int close_stall(struct ho_sink *sink, struct ho_close_times *times)
{
    return ho_sink_close(stall_unwrap(sink), times);
}

static const struct ho_sink_ops ops = {
    .name = "stall",
    .setup = setup,
    .change = change,
    .mark = mark,
    .cut = cut,
    .gap = gap,
    .close = close_stall,
};

int stall_open(uint64_t every, uint64_t us, uint64_t seed, struct ho_sink *inner,
               struct ho_sink **sink)
{
    struct stall *stall = malloc(sizeof *stall);

    if (!stall)
        return -ENOMEM;
    *stall = (struct stall){
        .sink = {&ops},
        .inner = inner,
        .every = every,
        .us = us,
        .random = random_start(seed, STREAM),
    };
    draw_distance(stall);
    *sink = &stall->sink;
    return 0;
}

struct ho_sink *stall_unwrap(struct ho_sink *sink)
{
    struct ho_sink *inner = from_sink(sink)->inner;

    free(sink);
    return inner;
}
