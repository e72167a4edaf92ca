#include "harness/latency.h"

#include "harness/measure.h"
#include "harness/wrap.h"
#include "synth_gen/random.h"

#include <errno.h>
#include <stdlib.h>

#define STREAM      0x4c54 /* of the seed; the source draws from others */
#define CLOCK_READS 2000

struct latency {
    struct wrap wrap;
    uint64_t every;
    uint64_t left; /* changes to the next that is timed, that one included */
    struct random random;
    struct latency_times times;
};

static struct latency *from_sink(struct ho_sink *sink)
{
    return (struct latency *)sink;
}

static void draw_distance(struct latency *latency)
{
    latency->left = 1 + random_next(&latency->random) % (2 * latency->every - 1);
}

static int timed_change(struct latency *latency, uint64_t time, uint32_t id, const void *value,
                        uint32_t len)
{
    uint64_t begun_ns = measure_wall_ns();
    int error = ho_sink_change(latency->wrap.inner, time, id, value, len);
    uint64_t ns = measure_wall_ns() - begun_ns;

    histogram_add(&latency->times.ns, ns);
    if (ns > latency->times.ns_max)
        latency->times.ns_max = ns;
    draw_distance(latency);
    return error;
}

static int change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value, uint32_t len)
{
    struct latency *latency = from_sink(sink);

    if (--latency->left == 0)
        return timed_change(latency, time, id, value, len);
    return ho_sink_change(latency->wrap.inner, time, id, value, len);
}

static int close_latency(struct ho_sink *sink, struct ho_close_times *times)
{
    return ho_sink_close(latency_unwrap(sink, NULL), times);
}

static const struct ho_sink_ops ops = {
    .name = "latency",
    .setup = wrap_setup,
    .change = change,
    .mark = wrap_mark,
    .cut = wrap_cut,
    .gap = wrap_gap,
    .close = close_latency,
};

/* What a call that takes no time would seem to take. */
static double clock_cost_ns(void)
{
    struct histogram reads = {0};

    for (int i = 0; i < CLOCK_READS; i++) {
        uint64_t begun_ns = measure_wall_ns();

        histogram_add(&reads, measure_wall_ns() - begun_ns);
    }
    return histogram_quantile(&reads, 0.5);
}

int latency_open(uint64_t every, uint64_t seed, struct ho_sink *inner, struct ho_sink **sink)
{
    struct latency *latency = malloc(sizeof *latency);

    if (!latency)
        return -ENOMEM;
    *latency = (struct latency){
        .wrap = {{&ops}, inner},
        .every = every,
        .random = random_start(seed, STREAM),
        .times.clock_ns = clock_cost_ns(),
    };
    draw_distance(latency);
    *sink = &latency->wrap.sink;
    return 0;
}

struct ho_sink *latency_unwrap(struct ho_sink *sink, struct latency_times *times)
{
    struct latency *latency = from_sink(sink);
    struct ho_sink *inner = latency->wrap.inner;

    if (times)
        *times = latency->times;
    free(latency);
    return inner;
}
