#include "synth_gen/fst_out.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void fst_out_flush(struct fst_out *out)
{
    for (size_t at = 0; at < out->used;) {
        ssize_t written = write(out->fd, out->bytes + at, out->used - at);

        if (written < 0 && errno != EINTR)
            _exit(EXIT_FAILURE);
        if (written > 0)
            at += (size_t)written;
    }
    out->used = 0;
}

static void put_bytes(struct fst_out *out, const void *bytes, size_t count)
{
    const unsigned char *from = bytes;

    while (count > 0) {
        size_t room = FST_OUT_BYTES - out->used, part = count < room ? count : room;

        memcpy(out->bytes + out->used, from, part);
        out->used += part;
        from += part;
        count -= part;
        if (out->used == FST_OUT_BYTES)
            fst_out_flush(out);
    }
}

void fst_out_put(struct fst_out *out, struct fst_message message, const void *bytes)
{
    put_bytes(out, &message, sizeof message);
    put_bytes(out, bytes, message.len);
}

void fst_out_named(struct fst_out *out, struct fst_message message, const char *type,
                   const char *name)
{
    size_t type_bytes = strlen(type) + 1, name_bytes = strlen(name) + 1;

    message.len = (uint32_t)(type_bytes + name_bytes);
    put_bytes(out, &message, sizeof message);
    put_bytes(out, type, type_bytes);
    put_bytes(out, name, name_bytes);
}

void fst_out_warn(struct fst_out *out, const char *text)
{
    fst_out_put(out, (struct fst_message){.what = FST_WARN, .len = (uint32_t)strlen(text)}, text);
}

void fst_out_fail(struct fst_out *out, const char *format, ...)
{
    char text[FST_TEXT_BYTES_MAX];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fst_out_put(out, (struct fst_message){.what = FST_FAIL, .len = (uint32_t)strlen(text)}, text);
    fst_out_flush(out);
    _exit(EXIT_SUCCESS);
}

void fst_out_error(struct fst_out *out, int error)
{
    fst_out_put(out, (struct fst_message){.what = FST_ERROR, .id = (uint32_t)error}, NULL);
    fst_out_flush(out);
    _exit(EXIT_SUCCESS);
}
