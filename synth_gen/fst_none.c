/* A build without GTKWave's library. */
#include "synth_gen/fst.h"

#include <errno.h>

int fst_open_stream(FILE *file, uint64_t memory_max, const struct source_options *options,
                    struct source **source, char message[SOURCE_MESSAGE_BYTES])
{
    (void)file, (void)memory_max, (void)source;
    snprintf(message, SOURCE_MESSAGE_BYTES,
             "%.256s: this build has no FST: install verilator, then run meson setup "
             "--reconfigure build",
             options->name);
    return -ENOSYS;
}

int fst_open(const struct source_options *options, struct source **source,
             char message[SOURCE_MESSAGE_BYTES])
{
    return fst_open_stream(NULL, 0, options, source, message);
}
