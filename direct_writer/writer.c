#include "direct_writer/writer.h"

#include "direct_writer/column.h"
#include "direct_writer/fst.h"
#include "direct_writer/null.h"
#include "direct_writer/plugin.h"
#include "direct_writer/vcd.h"

#include <string.h>

const struct writer *const writer_table[] = {
    &column_writer, &null_writer, &vcd_writer, &fst_writer, NULL,
};

struct writer_options writer_options_defaults(const char *path)
{
    return (struct writer_options){
        .path = path,
        .date = "Thu Jan  1 00:00:00 1970",
        .workers = 1,
        .block_bytes = 4096,
        .segment_bytes = (uint64_t)16 << 20,
    };
}

const struct writer *writer_find(const char *name)
{
    if (plugin_is_name(name))
        return plugin_find(name);
    for (const struct writer *const *writer = writer_table; *writer; writer++)
        if (strcmp((*writer)->name, name) == 0)
            return *writer;
    return NULL;
}
