#include "harness/column_source.h"

#include "direct_writer/column_dictionary.h"
#include "direct_writer/writer.h"
#include "synth_gen/tape.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What comes behind a gap; before the first one there is none. */
struct part {
    struct ho_gap gap;
    struct tape tape;
};

struct column_source {
    struct source source;
    unsigned char *names; /* of the dictionary, encoded */
    struct part *parts;   /* [part_count], at least one */
    size_t part_count, part_room;
};

/* Where the file is read to. */
struct recording {
    struct ho_sink sink;
    struct column_source *column;
    uint64_t memory_max, bytes; /* of all tapes, at most; so far */
    uint64_t cut_every;
    uint64_t time; /* of the last call */
    int error;     /* sticks */
};

static struct tape *last_tape(struct column_source *column)
{
    return &column->parts[column->part_count - 1].tape;
}

/* One more part; the gap before it may be NULL. */
static int add_part(struct column_source *column, const struct ho_gap *gap)
{
    if (column->part_count == column->part_room) {
        size_t room = column->part_room ? 2 * column->part_room : 1;
        struct part *parts = realloc(column->parts, room * sizeof *parts);

        if (!parts)
            return -ENOMEM;
        column->parts = parts;
        column->part_room = room;
    }
    column->parts[column->part_count++] = (struct part){.gap = gap ? *gap : (struct ho_gap){0}};
    return 0;
}

static int setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    struct recording *recording = (struct recording *)sink;
    struct column_source *column = recording->column;
    size_t bytes = column_dictionary_bytes(dictionary);

    column->names = malloc(bytes);
    if (!column->names)
        return recording->error = -ENOMEM;
    column_dictionary_encode(dictionary, column->names);
    recording->error = column_dictionary_decode(column->names, bytes, &column->source.dictionary);
    if (!recording->error)
        recording->error = add_part(column, NULL);
    return recording->error;
}

static void reach(struct recording *recording, uint64_t time)
{
    struct source *source = &recording->column->source;

    if (source->times == 0 || time != recording->time)
        source->times++;
    recording->time = time;
}

/* Takes note of what the call at time has put on the tape, which had so many bytes before. */
static int account(struct recording *recording, int error, uint64_t before)
{
    recording->bytes += last_tape(recording->column)->bytes - before;
    if (!error && recording->bytes > recording->memory_max)
        error = -ENOMEM;
    return recording->error = error;
}

static int change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value, uint32_t len)
{
    struct recording *recording = (struct recording *)sink;
    struct source *source = &recording->column->source;
    struct tape *tape = last_tape(recording->column);
    uint64_t before = tape->bytes;
    int error;

    if (recording->error)
        return recording->error;
    reach(recording, time);
    error = tape_change(tape, time, id, value, len);
    source->events++;
    if (!error && recording->cut_every && source->events % recording->cut_every == 0)
        error = tape_cut(tape);
    return account(recording, error, before);
}

static int mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    struct recording *recording = (struct recording *)sink;
    struct tape *tape = last_tape(recording->column);
    uint64_t before = tape->bytes;

    if (recording->error)
        return recording->error;
    reach(recording, time);
    return account(recording, tape_mark(tape, time, mark), before);
}

static int gap(struct ho_sink *sink, const struct ho_gap *gap)
{
    struct recording *recording = (struct recording *)sink;

    if (recording->error)
        return recording->error;
    reach(recording, gap->last_time);
    return recording->error = add_part(recording->column, gap);
}

/* The writer's read makes no cuts and leaves closing to its caller. */
static const struct ho_sink_ops recording_ops = {
    .name = "recording",
    .setup = setup,
    .change = change,
    .mark = mark,
    .gap = gap,
};

static int drive(struct source *source, struct ho_sink *sink)
{
    struct column_source *column = (struct column_source *)source;
    int error = 0;

    for (size_t i = 0; i < column->part_count && !error; i++) {
        if (i)
            error = ho_sink_gap(sink, &column->parts[i].gap);
        if (!error)
            error = tape_play(&column->parts[i].tape, sink);
    }
    return error;
}

static void destroy(struct source *source)
{
    struct column_source *column = (struct column_source *)source;

    for (size_t i = 0; i < column->part_count; i++)
        tape_fini(&column->parts[i].tape);
    free(column->parts);
    column_dictionary_fini(&column->source.dictionary);
    free(column->names);
    free(column);
}

static const struct source_ops column_ops = {.drive = drive, .close = destroy};

int column_source_open(const struct source_options *options, struct source **source,
                       char message[SOURCE_MESSAGE_BYTES])
{
    struct column_source *column = calloc(1, sizeof *column);
    struct recording recording = {
        .sink = {&recording_ops},
        .column = column,
        .memory_max = tape_memory_max(),
        .cut_every = options->cut_every,
    };
    char reason[WRITER_MESSAGE_BYTES] = "";
    int error = -ENOMEM;

    if (column) {
        column->source.ops = &column_ops;
        column->source.by_signal = true;
        error = writer_find("column")->read(options->name, &recording.sink, reason);
    }
    if (!error) {
        *source = &column->source;
        return 0;
    }
    if (column)
        destroy(&column->source);
    if (reason[0])
        snprintf(message, SOURCE_MESSAGE_BYTES, "%s", reason);
    else
        snprintf(message, SOURCE_MESSAGE_BYTES, "%.256s: %s", options->name, strerror(-error));
    return error;
}

uint64_t column_source_gaps(const struct source *source)
{
    return source->ops == &column_ops ? ((const struct column_source *)source)->part_count - 1 : 0;
}
