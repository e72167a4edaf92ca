/* Where GTKWave's library was not there when this was built. */
#include "direct_writer/fst.h"

#include <errno.h>
#include <stdio.h>

static int fst_open(const struct writer_options *options, struct ho_sink **sink, char *message)
{
    (void)options;
    (void)sink;
    snprintf(message, WRITER_MESSAGE_BYTES,
             "this build has no FST: install verilator, then run meson setup --reconfigure build");
    return -ENOSYS;
}

const struct writer fst_writer = {
    .name = "fst",
    .suffix = ".fst",
    .parallel = true,
    .open = fst_open,
};
