/*
 * fst_values.h - values as GTKWave's library takes them.
 */
#ifndef DIRECT_WRITER_FST_VALUES_H
#define DIRECT_WRITER_FST_VALUES_H

#include "direct_writer/fst_dictionary.h"

#include <stddef.h>

struct fst_values {
    void *writer; /* the library's context */
    char *text;   /* of the widest vector, which is expanded here */
    size_t text_bytes;
    char digits[256][8];
};

/* Returns 0 or -ENOMEM. */
int fst_values_init(struct fst_values *values, void *writer, const struct fst_signal *signals,
                    uint32_t signal_count);
void fst_values_fini(struct fst_values *values);

/* A change of signal; value and len as in a call of change. */
void fst_values_put(struct fst_values *values, const struct fst_signal *signal, const void *value,
                    uint32_t len);

/* A change of signal, which is no event, to an unknown value. */
void fst_values_put_unknown(struct fst_values *values, const struct fst_signal *signal);

/* Some change of the first signal that was declared. */
void fst_values_put_any(struct fst_values *values);

#endif
