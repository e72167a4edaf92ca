#include "tests/vcd_reading.h"

#include "direct_writer/vcd.h"
#include "synth_gen/vcd.h"
#include "tests/call_text.h"

#include <stdlib.h>
#include <string.h>

static void count_warning(void *argument, const char *text)
{
    struct vcd_reading *reading = argument;

    if (reading->warnings++ == 0)
        snprintf(reading->warning, sizeof reading->warning, "%s", text);
}

static void read_file(struct vcd_reading *reading, FILE *file, const char *name,
                      uint64_t memory_max, uint64_t cut_every)
{
    struct source_options options = {
        .name = name,
        .cut_every = cut_every,
        .warn = count_warning,
        .warn_argument = reading,
    };

    *reading = (struct vcd_reading){0};
    if (!file)
        abort();
    reading->error = vcd_open_stream(file, memory_max, &options, &reading->source,
                                     reading->message);
    fclose(file);
    if (!reading->error) {
        reading->dictionary = call_text_dictionary(&reading->source->dictionary);
        reading->calls = call_text_calls(reading->source);
    }
}

void vcd_reading_init(struct vcd_reading *reading, FILE *file, uint64_t memory_max,
                      uint64_t cut_every)
{
    read_file(reading, file, "t.vcd", memory_max, cut_every);
}

void vcd_reading_init_named(struct vcd_reading *reading, FILE *file, const char *name,
                            uint64_t memory_max)
{
    read_file(reading, file, name, memory_max, 0);
}

void vcd_reading_fini(struct vcd_reading *reading)
{
    source_close(reading->source);
    free(reading->dictionary);
    free(reading->calls);
}

char *vcd_reading_write(const struct vcd_reading *reading, size_t *bytes)
{
    struct ho_sink *sink;
    char *text;
    FILE *file = open_memstream(&text, bytes);

    if (!file || vcd_sink_open(file, &sink) || ho_sink_setup(sink, &reading->source->dictionary) ||
        source_drive(reading->source, sink) || ho_sink_close(sink, NULL) || fclose(file) != 0)
        abort();
    return text;
}
