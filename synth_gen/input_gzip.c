#include "synth_gen/input.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <zlib.h>

/* The largest window there is, and 16 for: a gzip header and nothing else. */
#define WINDOW_BITS (15 + 16)

struct gzip {
    struct input input;
    z_stream stream;
    bool between; /* a member has ended, the next has not begun: the file may end here */
    unsigned char piece[INPUT_PIECE_BYTES];
};

static ssize_t gzip_read(struct input *input, void *buffer, size_t bytes)
{
    struct gzip *gzip = (struct gzip *)input;
    z_stream *stream = &gzip->stream;
    uInt room = bytes < UINT_MAX ? (uInt)bytes : UINT_MAX;

    stream->next_out = buffer;
    stream->avail_out = room;
    for (;;) {
        /* Before more is read: what did not fit the last time needs no more. */
        int status = gzip->between ? Z_OK : inflate(stream, Z_NO_FLUSH);

        gzip->between = gzip->between || status == Z_STREAM_END;
        if (stream->avail_out < room)
            return room - stream->avail_out;
        if (status == Z_MEM_ERROR)
            return -ENOMEM;
        if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
            return input_damaged(input, "the gzip data is damaged");
        if (stream->avail_in == 0) {
            ssize_t got = input_read_file(input, gzip->piece, sizeof gzip->piece);

            if (got == 0 && !gzip->between)
                return input_damaged(input, "the gzip data is damaged");
            if (got <= 0)
                return got;
            stream->next_in = gzip->piece;
            stream->avail_in = (uInt)got;
        }
        if (gzip->between)
            inflateReset(stream);
        gzip->between = false;
    }
}

static void gzip_restart(struct input *input)
{
    struct gzip *gzip = (struct gzip *)input;

    inflateReset(&gzip->stream);
    gzip->stream.avail_in = 0;
    gzip->between = false;
}

static void gzip_free(struct input *input)
{
    inflateEnd(&((struct gzip *)input)->stream);
    free(input);
}

static const struct input_ops gzip_ops = {
    .read = gzip_read,
    .restart = gzip_restart,
    .free = gzip_free,
    .checks = true,
};

struct input *input_gzip_new(void)
{
    struct gzip *gzip = calloc(1, sizeof *gzip);

    if (!gzip)
        return NULL;
    gzip->input.ops = &gzip_ops;
    if (inflateInit2(&gzip->stream, WINDOW_BITS) != Z_OK) {
        free(gzip);
        return NULL;
    }
    return &gzip->input;
}
