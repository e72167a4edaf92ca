#include "direct_writer/fst_values.h"

#include <errno.h>
#include <fstapi.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int fst_values_init(struct fst_values *values, void *writer, const struct fst_signal *signals,
                    uint32_t signal_count)
{
    values->writer = writer;
    values->text_bytes = sizeof(double);
    for (uint32_t id = 0; id < signal_count; id++)
        if (signals[id].stored_bytes > values->text_bytes)
            values->text_bytes = signals[id].stored_bytes;
    values->text_bytes += sizeof values->digits[0]; /* a value's last byte may have fewer bits */
    values->text = malloc(values->text_bytes);
    for (unsigned byte = 0; byte < 256; byte++)
        for (unsigned bit = 0; bit < 8; bit++)
            values->digits[byte][7 - bit] = byte >> bit & 1 ? '1' : '0';
    return values->text ? 0 : -ENOMEM;
}

void fst_values_fini(struct fst_values *values)
{
    free(values->text);
}

/* A value's bits as characters, the highest first. */
static const char *expand(struct fst_values *values, const unsigned char *value,
                          const struct fst_signal *signal)
{
    char *at = values->text;

    for (uint32_t i = signal->value_bytes; i-- > 0; at += sizeof values->digits[0])
        memcpy(at, values->digits[value[i]], sizeof values->digits[0]);
    return at - signal->stored_bytes;
}

void fst_values_put(struct fst_values *values, const struct fst_signal *signal, const void *value,
                    uint32_t len)
{
    switch (signal->kind) {
    case HO_BITS:
        value = expand(values, value, signal);
        break;
    case HO_LOGIC:
    case HO_REAL:
        break;
    case HO_STRING:
        fstWriterEmitVariableLengthValueChange(values->writer, signal->handle, len ? value : "",
                                               len);
        return;
    case HO_EVENT:
        value = "1";
        break;
    }
    fstWriterEmitValueChange(values->writer, signal->handle, value);
}

/* Bits can be unknown; a real becomes nan and a string empty, as in VCD. */
void fst_values_put_unknown(struct fst_values *values, const struct fst_signal *signal)
{
    const double unknown = NAN;

    if (signal->kind == HO_BITS || signal->kind == HO_LOGIC) {
        memset(values->text, 'x', signal->stored_bytes);
        fstWriterEmitValueChange(values->writer, signal->handle, values->text);
    } else {
        fst_values_put(values, signal, &unknown, signal->kind == HO_REAL ? sizeof unknown : 0);
    }
}

void fst_values_put_any(struct fst_values *values)
{
    /* The one that does not suit the signal does nothing. */
    memset(values->text, 'x', values->text_bytes);
    fstWriterEmitVariableLengthValueChange(values->writer, 1, "", 0);
    fstWriterEmitValueChange(values->writer, 1, values->text);
}
