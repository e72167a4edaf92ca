#include "synth_gen/tape_file.h"

#include "synth_gen/tape.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC "ho-tape"

/* What is collected before it is written. */
#define TAPE_BYTES (1u << 20)

struct head {
    char magic[8];
    struct ho_dictionary dictionary; /* its counts and its timescale */
    uint64_t text_bytes;
    uint64_t record_bytes;
    uint64_t times;
    uint64_t by_signal; /* or 0; not a bool, since a damaged one has no value */
};

/*
 * Writing
 */

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
    struct head head = {
        .magic = MAGIC,
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

/*
 * Reading
 */

struct tape_source {
    struct source source;
    struct ho_signal *signals;
    struct ho_scope *scopes;
    struct ho_variable *variables;
    char *text;
    struct tape tape;
};

static int drive(struct source *source, struct ho_sink *sink)
{
    return tape_play(&((struct tape_source *)source)->tape, sink);
}

static void destroy(struct source *source)
{
    struct tape_source *t = (struct tape_source *)source;

    tape_fini(&t->tape);
    free(t->text);
    free(t->variables);
    free(t->scopes);
    free(t->signals);
    free(t);
}

static const struct source_ops tape_ops = {.drive = drive, .close = destroy};

/* Whether the parts that the head tells of make up the file, so that none is larger than it. */
static bool head_fits(const struct head *head, uint64_t file_bytes)
{
    const struct ho_dictionary *dictionary = &head->dictionary;
    uint64_t bytes = sizeof *head + dictionary->signal_count * sizeof(struct ho_signal) +
                     dictionary->scope_count * sizeof(struct ho_scope) +
                     dictionary->variable_count * sizeof(struct ho_variable);

    return memcmp(head->magic, MAGIC, sizeof head->magic) == 0 && head->text_bytes <= file_bytes &&
           head->record_bytes <= file_bytes &&
           bytes + head->text_bytes + head->record_bytes == file_bytes;
}

static int read_array(FILE *file, size_t count, size_t size, void *result)
{
    void *array = malloc(count * size + 1);

    if (!array)
        return -ENOMEM;
    *(void **)result = array;
    return fread(array, size, count, file) == count ? 0 : -EBADMSG;
}

/* From an offset into the text; false if it is none. */
static bool find_name(const char **name, const char *text, uint64_t text_bytes)
{
    uintptr_t offset = (uintptr_t)*name;

    if (offset >= text_bytes)
        return false;
    *name = text + offset;
    return true;
}

static bool find_names(const struct tape_source *t, uint64_t text_bytes)
{
    const struct ho_dictionary *dictionary = &t->source.dictionary;
    bool found = text_bytes == 0 || t->text[text_bytes - 1] == '\0';

    for (uint32_t i = 0; i < dictionary->scope_count && found; i++)
        found = find_name(&t->scopes[i].name, t->text, text_bytes) &&
                find_name(&t->scopes[i].type, t->text, text_bytes);
    for (uint32_t i = 0; i < dictionary->variable_count && found; i++)
        found = find_name(&t->variables[i].name, t->text, text_bytes) &&
                find_name(&t->variables[i].type, t->text, text_bytes);
    return found;
}

/* A sink that wants values of its signals' lengths, and counts them. */
struct checking {
    struct ho_sink sink;
    const struct ho_dictionary *dictionary;
    uint64_t changes;
};

static int check_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                        uint32_t len)
{
    struct checking *checking = (struct checking *)sink;
    uint32_t expected;

    (void)time, (void)value;
    if (id >= checking->dictionary->signal_count)
        return -EBADMSG;
    expected = ho_signal_value_bytes(&checking->dictionary->signals[id]);
    checking->changes++;
    return expected == len || expected == UINT32_MAX ? 0 : -EBADMSG;
}

static int check_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    (void)sink, (void)time, (void)mark;
    return 0;
}

static int check_cut(struct ho_sink *sink)
{
    (void)sink;
    return 0;
}

static const struct ho_sink_ops checking_ops = {
    .name = "checking",
    .change = check_change,
    .mark = check_mark,
    .cut = check_cut,
};

static int read_records(FILE *file, uint64_t bytes, struct tape_source *t)
{
    struct checking checking = {{&checking_ops}, &t->source.dictionary, 0};
    int error = tape_read(&t->tape, file, bytes);

    if (!error)
        error = tape_check(&t->tape, &checking.sink);
    t->source.events = checking.changes;
    return error;
}

static int read_file(FILE *file, struct tape_source *t)
{
    struct ho_dictionary *dictionary = &t->source.dictionary;
    struct head head;
    struct stat about;
    int error;

    if (fstat(fileno(file), &about))
        return -errno;
    if (fread(&head, sizeof head, 1, file) != 1 || !head_fits(&head, (uint64_t)about.st_size))
        return -EBADMSG;
    *dictionary = head.dictionary;
    t->source.times = head.times;
    t->source.by_signal = head.by_signal != 0;
    error = read_array(file, dictionary->signal_count, sizeof *t->signals, &t->signals);
    if (!error)
        error = read_array(file, dictionary->scope_count, sizeof *t->scopes, &t->scopes);
    if (!error)
        error = read_array(file, dictionary->variable_count, sizeof *t->variables, &t->variables);
    if (!error)
        error = read_array(file, head.text_bytes, 1, &t->text);
    if (error)
        return error;
    dictionary->signals = t->signals;
    dictionary->scopes = t->scopes;
    dictionary->variables = t->variables;
    if (!find_names(t, head.text_bytes) || !ho_dictionary_valid(dictionary))
        return -EBADMSG;
    return read_records(file, head.record_bytes, t);
}

int tape_file_open(const struct source_options *options, struct source **source,
                   char message[SOURCE_MESSAGE_BYTES])
{
    FILE *file = fopen(options->name, "rb");
    struct tape_source *t = NULL;
    int error = 0;

    if (!file)
        error = -errno;
    else if (!(t = calloc(1, sizeof *t)))
        error = -ENOMEM;
    else
        error = read_file(file, t);
    if (file)
        fclose(file);
    if (!error) {
        t->source.ops = &tape_ops;
        *source = &t->source;
        return 0;
    }
    snprintf(message, SOURCE_MESSAGE_BYTES, "%s: %s", options->name,
             error == -EBADMSG ? "not a tape of this build, or a damaged one" : strerror(-error));
    if (t)
        destroy(&t->source);
    return error;
}
