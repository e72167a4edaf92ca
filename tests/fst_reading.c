#include "tests/fst_reading.h"

#include "synth_gen/fst.h"
#include "tests/call_text.h"

#include <stdlib.h>

static void count_warning(void *argument, const char *text)
{
    (void)text;
    ((struct fst_reading *)argument)->warnings++;
}

void fst_reading_init(struct fst_reading *reading, const void *data, size_t bytes,
                      const struct fst_reading_options *how)
{
    struct source_options options = {
        .name = "t.fst",
        .cut_every = how ? how->cut_every : 0,
        .warn = count_warning,
        .warn_argument = reading,
    };
    FILE *file = tmpfile();

    *reading = (struct fst_reading){0};
    if (!file || (bytes > 0 && fwrite(data, bytes, 1, file) != 1))
        abort();
    reading->error = fst_open_stream(file, how ? how->memory_max : UINT64_MAX, &options,
                                     &reading->source, reading->message);
    fclose(file);
    if (!reading->error) {
        reading->dictionary = call_text_dictionary(&reading->source->dictionary);
        reading->calls = call_text_calls(reading->source);
    }
}

void fst_reading_fini(struct fst_reading *reading)
{
    source_close(reading->source);
    free(reading->dictionary);
    free(reading->calls);
}
