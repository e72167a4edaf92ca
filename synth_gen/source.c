#include "synth_gen/source.h"

#include "synth_gen/fst.h"
#include "synth_gen/synth.h"
#include "synth_gen/tape_file.h"
#include "synth_gen/vcd.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct source_options source_options_defaults(void)
{
    return (struct source_options){
        .name = "synth",
        .profile = "uniform",
        .events = 9000000,
        .signals = 78000,
        .seed = 1,
    };
}

/* A source is known by its name, or by how its file's name ends. */
static const struct {
    const char *suffix;
    int (*open)(const struct source_options *options, struct source **source,
                char message[SOURCE_MESSAGE_BYTES]);
    bool is_file;
} kinds[] = {
    {"synth", synth_open, false}, {".vcd", vcd_open, true}, {".vcd.gz", vcd_open, true},
    {".vcd.zst", vcd_open, true}, {".fst", fst_open, true}, {".tape", tape_file_open, true},
};

static bool fits(size_t kind, const char *name)
{
    size_t len = strlen(name), suffix_len = strlen(kinds[kind].suffix);

    return len >= suffix_len && (kinds[kind].is_file || len == suffix_len) &&
           strcmp(name + len - suffix_len, kinds[kind].suffix) == 0;
}

int source_open(const struct source_options *options, struct source **source,
                char message[SOURCE_MESSAGE_BYTES])
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (fits(i, options->name))
            return kinds[i].open(options, source, message);
    snprintf(message, SOURCE_MESSAGE_BYTES,
             "%.256s: neither \"synth\" nor a file that ends in .vcd, .vcd.gz, .vcd.zst or .fst",
             options->name);
    return -EINVAL;
}
