#include "direct_writer/reader.h"

#include "direct_writer/column_dictionary.h"
#include "direct_writer/merge.h"

#include <errno.h>
#include <inttypes.h>
#include <lz4.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FILE_BUFFER_BYTES ((size_t)256 << 10)

/* LZ4 makes at most 255 bytes of one. */
#define LZ4_RATIO_MAX 255

struct reader {
    const char *path;
    char *message;
    FILE *file;
    uint64_t size;   /* of the file */
    uint64_t offset; /* of what is read next */

    struct format_part part; /* the one being looked at */
    uint64_t part_offset;
    uint32_t part_count;

    unsigned char *dictionary_raw; /* where the dictionary's names are */
    struct ho_dictionary dictionary;
    struct tracks *tracks; /* of the segment being read */
    struct ho_sink *sink;

    uint64_t segment;   /* number of the one being read */
    uint64_t blocks;    /* of it, so far */
    uint64_t raw_bytes; /* of these */
    uint64_t time;      /* where the segment before ended */
};

/* Puts "FILE: text" into the message and returns error. */
__attribute__((format(printf, 3, 4))) static int report(struct reader *r, int error,
                                                        const char *format, ...)
{
    int length = snprintf(r->message, WRITER_MESSAGE_BYTES, "%s: ", r->path);
    va_list arguments;

    va_start(arguments, format);
    if (length > 0 && length < WRITER_MESSAGE_BYTES)
        vsnprintf(r->message + length, (size_t)(WRITER_MESSAGE_BYTES - length), format, arguments);
    va_end(arguments);
    return error;
}

/* Damage in the part being looked at. */
static int damage(struct reader *r, const char *reason)
{
    switch (r->part.tag) {
    case FORMAT_DICTIONARY:
        return report(r, -EBADMSG, "dictionary at offset %" PRIu64 ": %s", r->part_offset, reason);
    case FORMAT_INDEX:
        return report(r, -EBADMSG, "index at offset %" PRIu64 ": %s", r->part_offset, reason);
    case FORMAT_TRAILER:
        return report(r, -EBADMSG, "trailer at offset %" PRIu64 ": %s", r->part_offset, reason);
    case FORMAT_SEGMENT:
        return report(r, -EBADMSG, "segment %" PRIu64 ", its end at offset %" PRIu64 ": %s",
                      r->segment, r->part_offset, reason);
    default:
        return report(r, -EBADMSG,
                      "segment %" PRIu64 ", block %" PRIu64 " at offset %" PRIu64 ": %s",
                      r->segment, r->blocks, r->part_offset, reason);
    }
}

static int out_of_memory(struct reader *r)
{
    return report(r, -ENOMEM, "not enough memory to read it");
}

/* Reads bytes that the file has according to its size. */
static int read_bytes(struct reader *r, void *data, size_t bytes)
{
    if (fread(data, 1, bytes, r->file) != bytes) {
        int error = ferror(r->file) && errno ? errno : EIO;

        return report(r, -error, "%s", strerror(error));
    }
    r->offset += bytes;
    return 0;
}

static int open_file(struct reader *r)
{
    struct stat status;

    r->file = fopen(r->path, "rb");
    if (!r->file || fstat(fileno(r->file), &status) < 0) {
        int error = errno;

        return report(r, -error, "%s", strerror(error));
    }
    if (!S_ISREG(status.st_mode))
        return report(r, -EINVAL, "not a regular file");
    setvbuf(r->file, NULL, _IOFBF, FILE_BUFFER_BYTES);
    r->size = (uint64_t)status.st_size;
    return 0;
}

static int read_header(struct reader *r)
{
    static const struct format_header expected = {.magic = FORMAT_MAGIC, .version = FORMAT_VERSION};
    struct format_header header;
    int error;

    if (r->size < sizeof header)
        return report(r, -EBADMSG, "not a column file: too short");
    error = read_bytes(r, &header, sizeof header);
    if (error)
        return error;
    if (memcmp(header.magic, expected.magic, sizeof header.magic) != 0)
        return report(r, -EBADMSG, "not a column file");
    if (header.version != expected.version || header.zero != expected.zero)
        return report(r, -EBADMSG, "version %" PRIu32 " of the format is not known",
                      header.version);
    return 0;
}

/* Reads the stored bytes of a part, and checks them. */
static int read_stored(struct reader *r, unsigned char **stored)
{
    int error;

    *stored = malloc(r->part.stored_bytes + 1); /* at most the file's size */
    if (!*stored)
        return out_of_memory(r);
    error = read_bytes(r, *stored, r->part.stored_bytes);
    if (!error && format_checksum(&r->part, *stored) != r->part.checksum)
        error = damage(r, "its checksum does not match");
    if (error)
        free(*stored);
    return error;
}

/* Turns the stored bytes, which it frees, into the payload. */
static int unpack(struct reader *r, unsigned char *stored, unsigned char **raw)
{
    uint64_t raw_bytes = r->part.raw_bytes, stored_bytes = r->part.stored_bytes;
    int error = 0;

    *raw = stored;
    if (raw_bytes == stored_bytes)
        return 0;
    *raw = NULL;
    if (raw_bytes < stored_bytes || raw_bytes > LZ4_MAX_INPUT_SIZE ||
        raw_bytes / LZ4_RATIO_MAX > stored_bytes) {
        error = damage(r, "its size is impossible");
    } else if (!(*raw = malloc(raw_bytes))) {
        error = out_of_memory(r);
    } else if (LZ4_decompress_safe((const char *)stored, (char *)*raw, (int)stored_bytes,
                                   (int)raw_bytes) != (int)raw_bytes) {
        error = damage(r, "it cannot be decompressed");
        free(*raw);
    }
    free(stored);
    return error;
}

/* Reads the next part. Its payload is the caller's to free. */
static int read_part(struct reader *r, unsigned char **raw)
{
    unsigned char *stored;
    int error;

    r->part = (struct format_part){0};
    r->part_offset = r->offset;
    if (r->size == r->offset)
        return damage(r, "the file ends before its index: it was cut off or never closed");
    if (r->size - r->offset < sizeof r->part)
        return damage(r, "the file ends inside it");
    error = read_bytes(r, &r->part, sizeof r->part);
    if (error)
        return error;
    if (r->part.stored_bytes > r->size - r->offset)
        return damage(r, "the file ends inside it, or its size is damaged");
    error = read_stored(r, &stored);
    if (error)
        return error;
    if (r->part.number != r->part_count++) {
        free(stored);
        return damage(r, "it is not at its place");
    }
    return unpack(r, stored, raw);
}

static int read_dictionary(struct reader *r)
{
    int error = read_part(r, &r->dictionary_raw);

    if (error) {
        r->dictionary_raw = NULL;
        return error;
    }
    if (r->part.tag != FORMAT_DICTIONARY)
        return damage(r, "it is not the dictionary");
    error = column_dictionary_decode(r->dictionary_raw, r->part.raw_bytes, &r->dictionary);
    if (!error)
        error = tracks_open(&r->dictionary, &r->tracks);
    if (error)
        return error == -ENOMEM ? out_of_memory(r) : damage(r, "its contents are impossible");
    return 0;
}

static int sink_failed(struct reader *r, int error)
{
    return report(r, error, "what takes its contents failed: %s", strerror(-error));
}

static int take_block(struct reader *r, unsigned char *raw)
{
    int error = tracks_add_block(r->tracks, raw, r->part.raw_bytes);

    if (error)
        return error == -ENOMEM ? out_of_memory(r) : damage(r, "its rows are impossible");
    r->blocks++;
    r->raw_bytes += r->part.raw_bytes;
    return 0;
}

/* Where the rows and marks of a segment may begin. */
static uint64_t start_time(const struct format_segment *segment)
{
    return segment->gap_count ? segment->gap.last_time : segment->base_time;
}

static bool gap_valid(const struct format_segment *segment, const struct tracks *tracks)
{
    static const struct format_gap none;
    const struct format_gap *gap = &segment->gap;

    if (segment->gap_count == 0)
        return memcmp(gap, &none, sizeof none) == 0;
    return segment->gap_count == 1 && gap->first_time >= segment->base_time &&
           gap->last_time >= gap->first_time && gap->last_time <= segment->last_time &&
           gap->last_time <= tracks_first_time(tracks);
}

static bool marks_valid(const struct format_segment *segment, const struct format_mark *marks)
{
    uint64_t time = start_time(segment);

    for (uint64_t i = 0; i < segment->mark_count; i++) {
        if (marks[i].time < time || marks[i].mark > HO_MARK_ON)
            return false;
        time = marks[i].time;
    }
    return time <= segment->last_time;
}

/* Makes the calls of a segment: its gap before all else. */
static int replay_segment(struct reader *r, const struct format_segment *segment,
                          const struct format_mark *marks)
{
    const struct format_gap *gap = &segment->gap;
    int error = 0;

    if (segment->gap_count)
        error = ho_sink_gap(r->sink,
                            &(struct ho_gap){gap->first_time, gap->last_time, gap->events});
    if (!error)
        error = merge_replay(r->tracks, marks, segment->mark_count, r->sink);
    return error ? sink_failed(r, error) : 0;
}

/* The end of a segment: now it is known to be whole. */
static int take_segment(struct reader *r, const unsigned char *raw)
{
    struct format_segment segment;
    struct format_mark *marks;
    uint64_t marks_bytes = r->part.raw_bytes - sizeof segment;
    int error;

    if (r->part.raw_bytes < sizeof segment)
        return damage(r, "it is too short");
    memcpy(&segment, raw, sizeof segment);
    if (marks_bytes % sizeof *marks != 0 || marks_bytes / sizeof *marks != segment.mark_count)
        return damage(r, "its marks are impossible");
    if (segment.number != r->segment || segment.base_time != r->time ||
        segment.blocks != r->blocks || segment.raw_bytes != r->raw_bytes ||
        segment.events != tracks_events(r->tracks) ||
        segment.last_time < tracks_last_time(r->tracks))
        return damage(r, "it does not fit the blocks before it");
    if (!gap_valid(&segment, r->tracks))
        return damage(r, "its gap is impossible");

    marks = malloc(marks_bytes + 1);
    if (!marks)
        return out_of_memory(r);
    memcpy(marks, raw + sizeof segment, marks_bytes);
    if (marks_valid(&segment, marks))
        error = replay_segment(r, &segment, marks);
    else
        error = damage(r, "its marks are impossible");
    free(marks);
    r->segment++;
    r->blocks = 0;
    r->raw_bytes = 0;
    r->time = segment.last_time;
    tracks_start(r->tracks, r->time);
    return error;
}

/* Blocks and segments up to the index, whose offset is then part_offset. */
static int read_segments(struct reader *r)
{
    tracks_start(r->tracks, 0);
    for (;;) {
        unsigned char *raw;
        int error = read_part(r, &raw);

        if (error)
            return error;
        if (r->part.tag == FORMAT_BLOCK) {
            error = take_block(r, raw);
        } else {
            if (r->part.tag == FORMAT_SEGMENT)
                error = take_segment(r, raw);
            else if (r->part.tag != FORMAT_INDEX || r->blocks > 0 ||
                     r->part.raw_bytes != r->segment * sizeof(struct format_index_entry))
                error = damage(r, "it is not what should be there");
            free(raw);
            if (!error && r->part.tag == FORMAT_INDEX)
                return 0;
        }
        if (error)
            return error;
    }
}

static int read_trailer(struct reader *r)
{
    uint64_t index_offset = r->part_offset;
    struct format_trailer trailer = {0};
    unsigned char *raw;
    int error = read_part(r, &raw);

    if (error)
        return error;
    if (r->part.tag == FORMAT_TRAILER && r->part.raw_bytes == sizeof trailer)
        memcpy(&trailer, raw, sizeof trailer);
    free(raw);
    if (trailer.index_offset != index_offset)
        return damage(r, "it is not the trailer of this file");
    if (r->offset != r->size)
        return report(r, -EBADMSG, "something follows its end at offset %" PRIu64, r->offset);
    return 0;
}

int reader_read(const char *path, struct ho_sink *sink, char message[WRITER_MESSAGE_BYTES])
{
    struct reader r = {.path = path, .message = message, .sink = sink};
    int error = open_file(&r);

    if (!error)
        error = read_header(&r);
    if (!error)
        error = read_dictionary(&r);
    if (!error) {
        error = ho_sink_setup(sink, &r.dictionary);
        if (error)
            error = sink_failed(&r, error);
    }
    if (!error)
        error = read_segments(&r);
    if (!error)
        error = read_trailer(&r);

    tracks_close(r.tracks);
    column_dictionary_fini(&r.dictionary);
    free(r.dictionary_raw);
    if (r.file)
        fclose(r.file);
    return error;
}
