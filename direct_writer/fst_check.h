/*
 * fst_check.h - looks at the blocks of an FST file that GTKWave's library has written.
 *
 * A block is a type, its length, and so many bytes; the header is the first, then come the
 * sections of values, the lengths of signals, pauses if there are any, and the declarations.
 */
#ifndef DIRECT_WRITER_FST_CHECK_H
#define DIRECT_WRITER_FST_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#define FST_CHECK_HEADER_BYTES UINT64_C(330)

struct fst_check {
    uint64_t start, end; /* times */
    uint64_t scopes;
    uint64_t variables;
    uint64_t handles;
    uint64_t sections;
    bool pauses;
};

/* Whether a whole section of values begins at *offset, which then moves to its end. */
bool fst_check_section(int fd, uint64_t *offset);

/* Whether what follows the sections, at offset, and the header are whole. */
bool fst_check_end(int fd, uint64_t offset, const struct fst_check *expected);

/* Takes the one change, of the first handle, out of the section at offset. Other readers see a
 * section without changes, which the library cannot write. Returns false if it is not there. */
bool fst_check_strike(int fd, uint64_t offset);

#endif
