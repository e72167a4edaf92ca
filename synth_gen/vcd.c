#include "synth_gen/vcd.h"

#include "synth_gen/vcd_reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct vcd_source {
    struct source source;
    struct vcd_dictionary dictionary;
    struct tape tape;
};

static int drive(struct source *source, struct ho_sink *sink)
{
    return tape_play(&((struct vcd_source *)source)->tape, sink);
}

static void destroy(struct source *source)
{
    struct vcd_source *vcd = (struct vcd_source *)source;

    tape_fini(&vcd->tape);
    vcd_dictionary_fini(&vcd->dictionary);
    free(vcd);
}

static const struct source_ops vcd_ops = {.drive = drive, .close = destroy};

/* Everything of reader that one pass makes. */
static void pass_fini(struct vcd_reader *reader)
{
    vcd_tokens_fini(&reader->tokens);
    vcd_ids_fini(&reader->ids);
    free(reader->text);
    free(reader->value);
    tape_fini(&reader->tape);
    vcd_dictionary_fini(&reader->dictionary);
}

static int pass(struct vcd_reader *reader, struct input *input)
{
    int error = vcd_tokens_init(&reader->tokens, input, reader->memory_max);

    return error ? vcd_report_error(&reader->report, reader->tokens.line, error)
                 : vcd_reader_run(reader);
}

/* The second pass over input, with the kinds that the first one found. On success reader is
 * that of the second. */
static int pass_again(struct vcd_reader *reader, struct input *input)
{
    struct vcd_reader again = {
        .report = reader->report,
        .memory_max = reader->memory_max,
        .cut_every = reader->cut_every,
        .scope = HO_NO_SCOPE,
        .timescale = reader->timescale,
        .known = reader->dictionary.signals,
        .known_count = reader->dictionary.signal_count,
    };
    int error;

    again.report.quiet = true; /* it sees what the first pass has reported */
    error = input_rewind(input);
    if (error)
        return vcd_report_fail(&reader->report, 1, "must be read twice, which cannot be done: %s",
                               strerror(-error));
    error = pass(&again, input);
    if (!error && again.restart)
        error = vcd_report_fail(&reader->report, 1, "the file has changed while it was read");
    if (error) {
        pass_fini(&again);
        return error;
    }
    pass_fini(reader);
    again.known = NULL;
    *reader = again;
    return 0;
}

/* Damaged data that was decompressed looks malformed; that it is damaged may show only where its
 * checksum stands. */
static int blame(struct vcd_reader *reader, struct input *input, int error)
{
    if (error == -EINVAL && input_is_damaged(input))
        return vcd_report_fail(&reader->report, reader->tokens.line, "%s", input->damage);
    return error;
}

int vcd_open_stream(FILE *file, uint64_t memory_max, const struct source_options *options,
                    struct source **source, char message[SOURCE_MESSAGE_BYTES])
{
    struct vcd_reader reader = {
        .report = {.options = options, .message = message},
        .memory_max = memory_max,
        .cut_every = options->cut_every,
        .scope = HO_NO_SCOPE,
        .timescale = -9,
    };
    struct vcd_source *vcd = malloc(sizeof *vcd);
    struct input *input = NULL;
    int error = vcd ? input_open(file, options->name, &input) : -ENOMEM;

    if (error) {
        vcd_report_error(&reader.report, 1, error);
        goto out;
    }
    error = pass(&reader, input);
    if (!error && reader.restart)
        error = pass_again(&reader, input);
    if (error) {
        error = blame(&reader, input, error);
        goto out;
    }
    *vcd = (struct vcd_source){
        .source = {.ops = &vcd_ops,
                   .dictionary = vcd_dictionary_view(&reader.dictionary, reader.timescale),
                   .events = reader.tape.events,
                   .times = reader.times},
        .dictionary = reader.dictionary,
        .tape = reader.tape,
    };
    *source = &vcd->source;
    vcd = NULL;
    reader.dictionary = (struct vcd_dictionary){0}; /* the source's now, as is the tape */
    reader.tape = (struct tape){0};
out:
    free(vcd);
    input_close(input);
    pass_fini(&reader);
    return error;
}

int vcd_open(const struct source_options *options, struct source **source,
             char message[SOURCE_MESSAGE_BYTES])
{
    FILE *file = fopen(options->name, "r");
    int error;

    if (!file) {
        error = -errno;
        snprintf(message, SOURCE_MESSAGE_BYTES, "%s: %s", options->name, strerror(-error));
        return error;
    }
    error = vcd_open_stream(file, tape_memory_max(), options, source, message);
    fclose(file);
    return error;
}
