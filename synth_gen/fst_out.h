/*
 * fst_out.h - messages on their way through the pipe, many in a write. For the process that
 * runs the library: it ends where nobody reads them.
 */
#ifndef SYNTH_GEN_FST_OUT_H
#define SYNTH_GEN_FST_OUT_H

#include "synth_gen/fst_message.h"

#include <stddef.h>

#define FST_OUT_BYTES ((size_t)256 << 10)

/* Start with fd and zeros. */
struct fst_out {
    int fd;
    size_t used;
    unsigned char bytes[FST_OUT_BYTES];
};

/* message, with message.len bytes behind it. */
void fst_out_put(struct fst_out *out, struct fst_message message, const void *bytes);

/* A scope or a variable. */
void fst_out_named(struct fst_out *out, struct fst_message message, const char *type,
                   const char *name);

void fst_out_warn(struct fst_out *out, const char *text);

/* The reason why there is nothing more to come; ends the process. */
_Noreturn void fst_out_fail(struct fst_out *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same for a failure of the system, an errno. */
_Noreturn void fst_out_error(struct fst_out *out, int error);

void fst_out_flush(struct fst_out *out);

#endif
