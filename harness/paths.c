#include "harness/paths.h"

#include "direct_writer/writer.h"
#include "harness/floor.h"
#include "harness/nothing.h"
#include "harness/stall.h"
#include "harness/work.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

const char *const paths_names[] = {
    "none",          "floor",       "direct",     "direct-parallel", "ring",
    "ring-deferred", "queue-mutex", "queue-spsc", "queue-boost",     NULL};

bool paths_writes(const char *name)
{
    return strcmp(name, "none") != 0 && strcmp(name, "floor") != 0;
}

/* With the ring's pool. */
static int open_floor(const struct settings *settings, struct path *path, char *message)
{
    uint32_t chunks = (uint32_t)settings->chunks, chunk_bytes = (uint32_t)settings->chunk_bytes;
    struct floor *floor;
    int error = floor_open(chunks, chunk_bytes, &floor);

    if (error)
        snprintf(message, PATHS_MESSAGE_BYTES, "a pool of %u chunks of %u bytes: %s", chunks,
                 chunk_bytes,
                 error == -EINVAL ? "chunks must be a multiple of 8 bytes" : strerror(-error));
    else
        path->sink = &floor->sink;
    return error;
}

bool paths_can(const struct settings *settings, const char *name)
{
    return strcmp(name, "direct-parallel") != 0 || writer_find(settings->writer)->parallel;
}

static int open_writer(const struct settings *settings, const char *name, const char *output,
                       struct path *path, char *message)
{
    struct writer_options options = writer_options_defaults(output);
    char reason[WRITER_MESSAGE_BYTES] = "";
    int error;

    if (!paths_can(settings, name)) {
        snprintf(message, PATHS_MESSAGE_BYTES,
                 "path direct-parallel: the %s writer has no thread of its format's own library",
                 settings->writer);
        return -EINVAL;
    }
    if (settings->date)
        options.date = settings->date;
    options.parallel = strcmp(name, "direct-parallel") == 0;
    options.words = settings->writer_opt;
    options.workers = (uint32_t)settings->workers;
    options.block_bytes = (uint32_t)settings->block_bytes;
    options.segment_bytes = settings->segment_bytes;
    options.final_per_signal = strcmp(settings->final, "per-signal") == 0;
    error = writer_find(settings->writer)->open(&options, &path->sink, reason);
    if (error)
        snprintf(message, PATHS_MESSAGE_BYTES, "%s: %s", output,
                 reason[0] ? reason : strerror(-error));
    return error;
}

static int wrap_stall(uint64_t every, uint64_t us, uint64_t seed, struct path *path, char *message)
{
    int error = stall_open(every, us, seed, path->sink, &path->sink);

    if (error)
        snprintf(message, PATHS_MESSAGE_BYTES, "what stands still: %s", strerror(-error));
    return error;
}

static int wrap_offload(const struct settings *settings, bool deferred, struct path *path,
                        char *message)
{
    struct ho_offload_options options = settings_offload(settings, deferred);
    int error;

    if (options.on_full == HO_DROP_OLDEST) {
        gap_log_init(&path->gap_log, path->sink);
        path->sink = &path->gap_log.sink;
    }
    error = ho_offload_open(&options, path->sink, &path->offload);
    if (error) {
        snprintf(message, PATHS_MESSAGE_BYTES,
                 "a ring of %u chunks of %u bytes within a budget of %llu bytes: %s",
                 options.chunks, options.chunk_bytes, (unsigned long long)options.budget_bytes,
                 error == -EINVAL ? "chunks must be a multiple of 8 bytes, the budget hold them all"
                                  : strerror(-error));
        return error;
    }
    path->sink = ho_offload_sink(path->offload);
    return 0;
}

/* With a queue of the size of the ring's pool. */
static int wrap_queue(const struct settings *settings, const char *name, struct path *path,
                      char *message)
{
    uint64_t items = settings->chunks * settings->chunk_bytes / QUEUE_SINK_ITEM_BYTES;
    queue_sink_open *open = strcmp(name, "queue-mutex") == 0  ? queue_sink_mutex_open
                            : strcmp(name, "queue-spsc") == 0 ? queue_sink_spsc_open
                                                              : queue_sink_boost_open;
    int error = items > UINT32_MAX ? -ENOMEM : open((uint32_t)items, path->sink, &path->queue);

    if (error) {
        snprintf(message, PATHS_MESSAGE_BYTES, "%s of %llu items: %s", name,
                 (unsigned long long)items,
                 error == -ENOSYS ? "this build has no Boost" : strerror(-error));
        return error;
    }
    path->sink = queue_sink_sink(path->queue);
    return 0;
}

int paths_open(const struct settings *settings, const char *name, const char *output,
               uint32_t work_loops, struct path *path, char message[PATHS_MESSAGE_BYTES])
{
    int error = 0;

    *path = (struct path){.sink = &nothing_sink};
    if (strcmp(name, "floor") == 0)
        error = open_floor(settings, path, message);
    if (paths_writes(name))
        error = open_writer(settings, name, output, path, message);
    if (error)
        return error;
    if (paths_writes(name) && settings->stall_every)
        error = wrap_stall(settings->stall_every, settings->stall_us, settings->seed, path,
                           message);
    if (!error && strncmp(name, "ring", 4) == 0)
        error = wrap_offload(settings, strcmp(name, "ring-deferred") == 0, path, message);
    if (!error && strncmp(name, "queue", 5) == 0)
        error = wrap_queue(settings, name, path, message);
    if (!error && settings->latency) {
        error = latency_open(settings->latency_every, settings->seed, path->sink, &path->sink);
        if (error)
            snprintf(message, PATHS_MESSAGE_BYTES, "timing calls: %s", strerror(-error));
        path->times = !error;
    }
    if (!error && settings->pause_every) {
        error = wrap_stall(settings->pause_every, settings->pause_us, ~settings->seed, path,
                           message);
        path->pauses = !error;
    }
    if (!error && work_loops) {
        error = work_open(work_loops, settings->work_bytes, path->sink, &path->sink);
        if (error)
            snprintf(message, PATHS_MESSAGE_BYTES, "the producer's work: %s", strerror(-error));
        path->work = !error;
    }
    if (error)
        ho_sink_close(path->sink, NULL);
    return error;
}

int paths_close(struct path *path, struct ho_close_times *times, struct ho_offload_stats *stats)
{
    struct ho_sink *sink = path->sink;
    struct queue_sink_stats waits;

    if (path->work)
        sink = work_unwrap(sink);
    if (path->pauses)
        sink = stall_unwrap(sink);
    if (path->times)
        sink = latency_unwrap(sink, &path->latency);
    if (path->queue) {
        queue_sink_stats(path->queue, &waits);
        stats->producer_waits = waits.waits;
        stats->producer_wait_ns = waits.wait_ns;
    }
    return path->offload ? ho_offload_close(path->offload, times, stats)
                         : ho_sink_close(sink, times);
}

void paths_fini(struct path *path)
{
    gap_log_fini(&path->gap_log);
}
