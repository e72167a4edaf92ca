#include "synth_gen/tape_file.h"

#include "synth_gen/tape.h"
#include "synth_gen/tape_file_head.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
static bool head_fits(const struct tape_file_head *head, uint64_t file_bytes)
{
    const struct ho_dictionary *dictionary = &head->dictionary;
    uint64_t bytes = sizeof *head + dictionary->signal_count * sizeof(struct ho_signal) +
                     dictionary->scope_count * sizeof(struct ho_scope) +
                     dictionary->variable_count * sizeof(struct ho_variable);

    return memcmp(head->magic, TAPE_FILE_MAGIC, sizeof head->magic) == 0 &&
           head->text_bytes <= file_bytes && head->record_bytes <= file_bytes &&
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
    struct tape_file_head head;
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
