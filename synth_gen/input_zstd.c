#include "synth_gen/input.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <zstd.h>
#include <zstd_errors.h>

struct zstd {
    struct input input;
    ZSTD_DCtx *context;
    ZSTD_inBuffer in;
    bool between; /* a frame has ended, the next has not begun: the file may end here */
    unsigned char piece[INPUT_PIECE_BYTES];
};

static ssize_t refuse(struct input *input, size_t result)
{
    switch (ZSTD_getErrorCode(result)) {
    case ZSTD_error_memory_allocation:
        return -ENOMEM;
    case ZSTD_error_frameParameter_windowTooLarge:
        return input_damaged(input, "the zstd data needs a window of more than 128 MiB");
    default:
        return input_damaged(input, "the zstd data is damaged");
    }
}

static ssize_t zstd_read(struct input *input, void *buffer, size_t bytes)
{
    struct zstd *zstd = (struct zstd *)input;
    ZSTD_outBuffer out = {.dst = buffer, .size = bytes};

    for (;;) {
        /* Before more is read: what did not fit the last time needs no more. */
        if (!zstd->between || zstd->in.pos < zstd->in.size) {
            size_t result = ZSTD_decompressStream(zstd->context, &out, &zstd->in);

            if (ZSTD_isError(result))
                return refuse(input, result);
            zstd->between = result == 0;
        }
        if (out.pos > 0)
            return (ssize_t)out.pos;
        if (zstd->in.pos == zstd->in.size) {
            ssize_t got = input_read_file(input, zstd->piece, sizeof zstd->piece);

            if (got == 0 && !zstd->between)
                return input_damaged(input, "the zstd data is damaged");
            if (got <= 0)
                return got;
            zstd->in = (ZSTD_inBuffer){.src = zstd->piece, .size = (size_t)got};
        }
    }
}

static void zstd_restart(struct input *input)
{
    struct zstd *zstd = (struct zstd *)input;

    ZSTD_DCtx_reset(zstd->context, ZSTD_reset_session_only);
    zstd->in = (ZSTD_inBuffer){0};
    zstd->between = false;
}

static void zstd_free(struct input *input)
{
    ZSTD_freeDCtx(((struct zstd *)input)->context);
    free(input);
}

static const struct input_ops zstd_ops = {
    .read = zstd_read,
    .restart = zstd_restart,
    .free = zstd_free,
    .checks = true,
};

struct input *input_zstd_new(void)
{
    struct zstd *zstd = calloc(1, sizeof *zstd);

    if (!zstd)
        return NULL;
    zstd->input.ops = &zstd_ops;
    zstd->context = ZSTD_createDCtx();
    if (!zstd->context || ZSTD_isError(ZSTD_DCtx_setParameter(zstd->context, ZSTD_d_windowLogMax,
                                                              INPUT_WINDOW_LOG_MAX))) {
        zstd_free(&zstd->input);
        return NULL;
    }
    return &zstd->input;
}
