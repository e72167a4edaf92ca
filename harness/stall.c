#include "harness/stall.h"

#include "harness/wrap.h"
#include "synth_gen/random.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#define STREAM 0x5741 /* of the seed; the source draws from others */

struct stall {
    struct wrap wrap;
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

static int change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value, uint32_t len)
{
    struct stall *stall = from_sink(sink);

    if (--stall->left == 0) {
        sleep_a_while(stall);
        draw_distance(stall);
    }
    return ho_sink_change(stall->wrap.inner, time, id, value, len);
}

static int close_stall(struct ho_sink *sink, struct ho_close_times *times)
{
    return ho_sink_close(stall_unwrap(sink), times);
}

static const struct ho_sink_ops ops = {
    .name = "stall",
    .setup = wrap_setup,
    .change = change,
    .mark = wrap_mark,
    .cut = wrap_cut,
    .gap = wrap_gap,
    .close = close_stall,
};

int stall_open(uint64_t every, uint64_t us, uint64_t seed, struct ho_sink *inner,
               struct ho_sink **sink)
{
    struct stall *stall = malloc(sizeof *stall);

    if (!stall)
        return -ENOMEM;
    *stall = (struct stall){
        .wrap = {{&ops}, inner},
        .every = every,
        .us = us,
        .random = random_start(seed, STREAM),
    };
    draw_distance(stall);
    *sink = &stall->wrap.sink;
    return 0;
}

struct ho_sink *stall_unwrap(struct ho_sink *sink)
{
    struct ho_sink *inner = from_sink(sink)->wrap.inner;

    free(sink);
    return inner;
}
