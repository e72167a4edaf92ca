#include "synth_gen/fst.h"

#include "synth_gen/fst_check.h"
#include "synth_gen/fst_child.h"
#include "synth_gen/fst_receive.h"
#include "synth_gen/fst_unwrap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What a timescale may be, as powers of ten of a second. */
#define TIMESCALE_MIN (-21)
#define TIMESCALE_MAX 2

struct fst_source {
    struct source source;
    struct vcd_dictionary dictionary;
    struct tape tape;
};

static int drive(struct source *source, struct ho_sink *sink)
{
    return tape_play(&((struct fst_source *)source)->tape, sink);
}

static void destroy(struct source *source)
{
    struct fst_source *fst = (struct fst_source *)source;

    tape_fini(&fst->tape);
    vcd_dictionary_fini(&fst->dictionary);
    free(fst);
}

static const struct source_ops fst_ops = {.drive = drive, .close = destroy};

/* Has the library read the file, in a process of its own. */
static int read_file(struct fst_receiver *receiver, FILE *file)
{
    struct fst_check check;
    struct fst_child child;
    bool late;
    int error = fst_check(file, receiver->report, &check);

    if (error)
        return error;
    error = fst_child_start(&child, file, &check, receiver->report->memory_max);
    if (error)
        return fst_report_error(receiver->report, error);
    receiver->messages = child.messages;
    error = fst_receive(receiver);
    late = fst_child_end(&child);
    if (!error && !receiver->ended)
        error = fst_report_fail(receiver->report, late ? "damaged: the FST library never ends on it"
                                                       : "damaged: the FST library failed on it");
    return error;
}

/* What messages cannot be refused for one by one. */
static int check_whole(struct fst_receiver *receiver)
{
    struct ho_dictionary dictionary = vcd_dictionary_view(&receiver->dictionary,
                                                          receiver->timescale);

    if (receiver->timescale < TIMESCALE_MIN || receiver->timescale > TIMESCALE_MAX)
        return fst_report_fail(receiver->report, "a timescale of 10^%d s is not supported",
                               (int)receiver->timescale);
    if (!ho_dictionary_valid(&dictionary))
        return fst_report_fail(receiver->report, "damaged: the declarations make no sense");
    return 0;
}

int fst_open_stream(FILE *file, uint64_t memory_max, const struct source_options *options,
                    struct source **source, char message[SOURCE_MESSAGE_BYTES])
{
    struct fst_report report = {.options = options, .message = message, .memory_max = memory_max};
    struct fst_receiver receiver = {.report = &report};
    struct fst_source *fst = malloc(sizeof *fst);
    FILE *inside = NULL;
    int error = fst ? fst_unwrap(file, &report, &inside) : fst_report_error(&report, -ENOMEM);

    if (!error)
        error = read_file(&receiver, inside ? inside : file);
    if (inside)
        fclose(inside);
    if (!error)
        error = check_whole(&receiver);
    if (error) {
        free(fst);
        goto out;
    }
    *fst = (struct fst_source){
        .source = {.ops = &fst_ops,
                   .dictionary = vcd_dictionary_view(&receiver.dictionary, receiver.timescale),
                   .events = receiver.tape.events,
                   .times = receiver.times,
                   .by_signal = true},
        .dictionary = receiver.dictionary,
        .tape = receiver.tape,
    };
    *source = &fst->source;
    receiver.dictionary = (struct vcd_dictionary){0}; /* the source's now, as is the tape */
    receiver.tape = (struct tape){0};
out:
    fst_receive_fini(&receiver);
    return error;
}

int fst_open(const struct source_options *options, struct source **source,
             char message[SOURCE_MESSAGE_BYTES])
{
    FILE *file = fopen(options->name, "rb");
    int error;

    if (!file) {
        error = -errno;
        snprintf(message, SOURCE_MESSAGE_BYTES, "%.256s: %s", options->name, strerror(-error));
        return error;
    }
    error = fst_open_stream(file, tape_memory_max(), options, source, message);
    fclose(file);
    return error;
}
