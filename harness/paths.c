#include "harness/paths.h"

#include "direct_writer/writer.h"
#include "harness/nothing.h"
#include "harness/work.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

const char *const paths_names[] = {"none", "direct", "ring", "ring-deferred", NULL};

bool paths_writes(const char *name)
{
    return strcmp(name, "none") != 0;
}

static int open_writer(const struct settings *settings, const char *output, struct path *path,
                       char *message)
{
    struct writer_options options = writer_options_defaults(output);
    int error;

    options.workers = (uint32_t)settings->workers;
    options.block_bytes = (uint32_t)settings->block_bytes;
    options.segment_bytes = settings->segment_bytes;
    error = writer_find(settings->writer)->open(&options, &path->sink);
    if (error)
        snprintf(message, PATHS_MESSAGE_BYTES, "%s: %s", output, strerror(-error));
    return error;
}

static int wrap_offload(const struct settings *settings, bool deferred, struct path *path,
                        char *message)
{
    struct ho_offload_options options = settings_offload(settings, deferred);
    int error = ho_offload_open(&options, path->sink, &path->offload);

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

int paths_open(const struct settings *settings, const char *name, const char *output,
               uint32_t work_loops, struct path *path, char message[PATHS_MESSAGE_BYTES])
{
    int error = 0;

    *path = (struct path){.sink = &nothing_sink};
    if (paths_writes(name))
        error = open_writer(settings, output, path, message);
    if (error)
        return error;
    if (strncmp(name, "ring", 4) == 0)
        error = wrap_offload(settings, strcmp(name, "ring-deferred") == 0, path, message);
    if (!error && work_loops) {
        error = work_open(work_loops, settings->work_bytes, path->sink, &path->sink);
        if (error)
            snprintf(message, PATHS_MESSAGE_BYTES, "the producer's work: %s", strerror(-error));
    }
    if (error)
        ho_sink_close(path->sink, NULL);
    return error;
}
