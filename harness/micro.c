/* bench micro: what single steps cost, by Google Benchmark. */
#include "harness/commands.h"
#include "harness/gbench.h"
#include "harness/measure.h"

#include "direct_writer/null.h"
#include "ring/index_queue.h"
#include "ring/offload.h"
#include "ring/park.h"
#include "ring/record.h"
#include "ring/replay.h"

#include <stdlib.h>
#include <string.h>

#define BATCH      4096
#define POOL_BYTES (1 << 20)

static int open_null(struct ho_sink **sink)
{
    struct writer_options options = writer_options_defaults(NULL);

    return null_writer.open(&options, sink, NULL);
}

/* An append through the sink's interface, with the dispatcher taking the chunks away. The
 * argument is the value's length. */
static void append(struct gbench_state *state)
{
    struct ho_offload_options options = ho_offload_options_defaults();
    struct ho_dictionary dictionary = {0};
    struct ho_offload *offload;
    struct ho_sink *inner, *sink;
    uint32_t len = (uint32_t)gbench_argument(state);
    uint64_t value[512] = {0}, time = 0;

    if (open_null(&inner)) {
        gbench_fail(state, "out of memory");
        return;
    }
    if (ho_offload_open(&options, inner, &offload)) {
        ho_sink_close(inner, NULL);
        gbench_fail(state, "out of memory");
        return;
    }
    sink = ho_offload_sink(offload);
    ho_sink_setup(sink, &dictionary);
    while (gbench_keep_running(state, BATCH)) {
        time++;
        for (uint32_t i = 0; i < BATCH; i++)
            ho_sink_change(sink, time, i, value, len);
    }
    if (ho_offload_close(offload, NULL, NULL))
        gbench_fail(state, "the offload failed");
    gbench_set_items(state, gbench_iterations(state));
}

/* The same records put into memory that nobody reads: what an append costs at least. */
static void put_record(struct gbench_state *state)
{
    unsigned char *pool = aligned_alloc(64, POOL_BYTES);
    uint32_t len = (uint32_t)gbench_argument(state);
    uint64_t value[512] = {0};

    if (!pool) {
        gbench_fail(state, "out of memory");
        return;
    }
    memset(pool, 0, POOL_BYTES);
    while (gbench_keep_running(state, BATCH)) {
        unsigned char *at = pool;

        for (uint32_t i = 0; i < BATCH; i++) {
            at = ho_record_put(at, i, len, value);
            if ((size_t)(pool + POOL_BYTES - at) < ho_record_bytes(len))
                at = pool;
        }
        __asm__ volatile("" ::"r"(pool) : "memory"); /* so that the stores are made */
    }
    free(pool);
    gbench_set_items(state, gbench_iterations(state));
}

/* Replay of 16-byte records into a sink that counts. */
static void replay(struct gbench_state *state)
{
    unsigned char *chunk = malloc(BATCH * HO_RECORD_SMALL_BYTES);
    struct ho_replay replaying = {0};

    if (!chunk || open_null(&replaying.sink)) {
        gbench_fail(state, "out of memory");
        free(chunk);
        return;
    }
    for (uint32_t i = 0; i < BATCH; i++)
        ho_record_put_small(chunk + i * HO_RECORD_SMALL_BYTES, i, 4, &i);
    while (gbench_keep_running(state, BATCH))
        if (ho_replay_chunk(&replaying, chunk, BATCH * HO_RECORD_SMALL_BYTES))
            gbench_fail(state, "replay failed");
    ho_sink_close(replaying.sink, NULL);
    free(chunk);
    gbench_set_items(state, gbench_iterations(state));
}

static void index_queue(struct gbench_state *state)
{
    struct ho_index_queue queue;
    uint32_t index = 0;

    if (ho_index_queue_init(&queue, 16, 0)) {
        gbench_fail(state, "out of memory");
        return;
    }
    while (gbench_keep_running(state, BATCH)) {
        for (int i = 0; i < BATCH; i++) {
            ho_index_queue_try_push(&queue, index);
            ho_index_queue_try_pop(&queue, &index);
        }
    }
    ho_index_queue_fini(&queue);
    gbench_set_items(state, gbench_iterations(state));
}

static void wake_nobody(struct gbench_state *state)
{
    struct ho_park park;

    ho_park_init(&park);
    while (gbench_keep_running(state, BATCH))
        for (int i = 0; i < BATCH; i++)
            ho_park_wake(&park);
    gbench_set_items(state, gbench_iterations(state));
}

static void clock_wall(struct gbench_state *state)
{
    while (gbench_keep_running(state, BATCH))
        for (int i = 0; i < BATCH; i++)
            measure_wall_ns();
    gbench_set_items(state, gbench_iterations(state));
}

static void clock_thread_cpu(struct gbench_state *state)
{
    while (gbench_keep_running(state, BATCH))
        for (int i = 0; i < BATCH; i++)
            measure_thread_cpu_ns();
    gbench_set_items(state, gbench_iterations(state));
}

int micro_command(int argc, char **argv)
{
    static const struct gbench_micro table[] = {
        {"append", append, 1, 512},
        {"put_record", put_record, 1, 512},
        {"replay", replay, 0, 0},
        {"index_queue_push_pop", index_queue, 0, 0},
        {"park_wake_nobody", wake_nobody, 0, 0},
        {"clock_wall", clock_wall, 0, 0},
        {"clock_thread_cpu", clock_thread_cpu, 0, 0},
    };

    /* Google Benchmark expects a program's name first; the sub-command's stands there. */
    return gbench_main(argc + 1, argv - 1, table, sizeof table / sizeof *table);
}
