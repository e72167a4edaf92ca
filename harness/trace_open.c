#include "harness/trace_open.h"

#include "harness/column_source.h"

#include <string.h>

bool trace_ends_with(const char *text, const char *suffix)
{
    size_t len = strlen(text), suffix_len = strlen(suffix);

    return len >= suffix_len && strcmp(text + len - suffix_len, suffix) == 0;
}

bool trace_readable(const char *suffix)
{
    static const char *const known[] = {".vcd", ".fst", ".hcol"};

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (suffix && strcmp(suffix, known[i]) == 0)
            return true;
    return false;
}

int trace_open(const struct source_options *options, struct source **source,
               char message[SOURCE_MESSAGE_BYTES])
{
    return trace_ends_with(options->name, ".hcol") ? column_source_open(options, source, message)
                                                   : source_open(options, source, message);
}
