#include "synth_gen/tape_file.h"

#include "synth_gen/tape.h"
#include "synth_gen/tape_file_head.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What is collected before it is written. */
#define TAPE_BYTES (1u << 20)

/* A sink that writes the calls as records. */
struct recording {
    struct ho_sink sink;
    struct tape tape; /* what is not written yet */
    FILE *file;
    uint64_t bytes; /* written */
};

static int write_all(FILE *file, const void *bytes, size_t count)
{
    return count == 0 || fwrite(bytes, count, 1, file) == 1 ? 0 : -errno;
}

static int flush(struct recording *recording)
{
    int error = tape_write(&recording->tape, recording->file);

    recording->bytes += recording->tape.bytes;
    tape_fini(&recording->tape);
    return error;
}

static int added(struct recording *recording, int error)
{
    return error || recording->tape.bytes < TAPE_BYTES ? error : flush(recording);
}

static int record_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                         uint32_t len)
{
    struct recording *recording = (struct recording *)sink;

    return added(recording, tape_change(&recording->tape, time, id, value, len));
}

static int record_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    struct recording *recording = (struct recording *)sink;

    return added(recording, tape_mark(&recording->tape, time, mark));
}

static int record_cut(struct ho_sink *sink)
{
    struct recording *recording = (struct recording *)sink;

    return added(recording, tape_cut(&recording->tape));
}

static const struct ho_sink_ops recording_ops = {
    .name = "recording",
    .change = record_change,
    .mark = record_mark,
    .cut = record_cut,
};

static const char *offset_of(const char *name, uint64_t *text_bytes)
{
    uint64_t offset = *text_bytes;

    *text_bytes += strlen(name) + 1;
    return (const char *)(uintptr_t)offset;
}

static int write_names(FILE *file, const char *name, const char *type)
{
    int error = write_all(file, name, strlen(name) + 1);

    return error ? error : write_all(file, type, strlen(type) + 1);
}

static int write_dictionary(FILE *file, const struct ho_dictionary *dictionary,
                            uint64_t *text_bytes)
{
    int error = write_all(file, dictionary->signals,
                          dictionary->signal_count * sizeof *dictionary->signals);

    for (uint32_t i = 0; i < dictionary->scope_count && !error; i++) {
        struct ho_scope scope = dictionary->scopes[i];

        scope.name = offset_of(scope.name, text_bytes);
        scope.type = offset_of(scope.type, text_bytes);
        error = write_all(file, &scope, sizeof scope);
    }
    for (uint32_t i = 0; i < dictionary->variable_count && !error; i++) {
        struct ho_variable variable = dictionary->variables[i];

        variable.name = offset_of(variable.name, text_bytes);
        variable.type = offset_of(variable.type, text_bytes);
        error = write_all(file, &variable, sizeof variable);
    }
    for (uint32_t i = 0; i < dictionary->scope_count && !error; i++)
        error = write_names(file, dictionary->scopes[i].name, dictionary->scopes[i].type);
    for (uint32_t i = 0; i < dictionary->variable_count && !error; i++)
        error = write_names(file, dictionary->variables[i].name, dictionary->variables[i].type);
    return error;
}

static int write_file(struct source *source, FILE *file)
{
    struct recording recording = {.sink.ops = &recording_ops, .file = file};
    struct tape_file_head head = {
        .magic = TAPE_FILE_MAGIC,
        .dictionary = source->dictionary,
        .times = source->times,
        .by_signal = source->by_signal,
    };
    int error = write_all(file, &head, sizeof head); /* its place */

    if (!error)
        error = write_dictionary(file, &source->dictionary, &head.text_bytes);
    if (!error)
        error = source_drive(source, &recording.sink);
    if (!error)
        error = flush(&recording);
    tape_fini(&recording.tape);
    head.record_bytes = recording.bytes;
    if (!error && fseek(file, 0, SEEK_SET))
        error = -errno;
    if (!error)
        error = write_all(file, &head, sizeof head);
    /* On the disk before anything is measured: else the system writes it meanwhile. */
    if (!error && (fflush(file) || fsync(fileno(file))))
        error = -errno;
    return error;
}

int tape_file_write(struct source *source, const char *name)
{
    FILE *file = fopen(name, "wb");
    int error;

    if (!file)
        return -errno;
    error = write_file(source, file);
    if (fclose(file) && !error)
        error = -errno;
    if (error)
        unlink(name);
    return error;
}
