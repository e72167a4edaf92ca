/*
 * fst_dictionary.h - the scopes and variables of an FST file.
 */
#ifndef DIRECT_WRITER_FST_DICTIONARY_H
#define DIRECT_WRITER_FST_DICTIONARY_H

#include "ring/dictionary.h"

/* A change of the library's takes this and a few bytes more, a section 128 MiB. */
#define FST_VALUE_BYTES_MAX ((UINT32_C(1) << 27) - 128)

struct fst_signal {
    uint32_t handle;       /* the library's number for it */
    uint32_t value_bytes;  /* of a change's value; not of a string's */
    uint32_t stored_bytes; /* of it in the library: a byte a bit; 0 for strings */
    enum ho_kind kind;
};

struct fst_declared {
    uint64_t hierarchy_bytes; /* that the library has put into FILE.hier */
    uint64_t scopes;          /* as often as they are opened */
    uint64_t variables;
    uint32_t handles;
};

/* Fills signals[dictionary->signal_count] but for the handles, and says how much they take of
 * the library's temporary files. Returns 0, -EINVAL for a time scale or -EFBIG for signals that
 * FST has no room for. */
int fst_dictionary_measure(const struct ho_dictionary *dictionary, struct fst_signal *signals,
                           uint64_t *temporary_bytes);

/* Declares all to writer, the library's context, and fills in the handles. Returns 0 or
 * -ENOMEM. */
int fst_dictionary_declare(const struct ho_dictionary *dictionary, void *writer,
                           struct fst_signal *signals, struct fst_declared *declared);

#endif
