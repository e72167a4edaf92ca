/*
 * writer.h - the writers that can be put behind a ring, or called directly.
 */
#ifndef DIRECT_WRITER_WRITER_H
#define DIRECT_WRITER_WRITER_H

#include "ring/sink.h"

#include <stdbool.h>
#include <stddef.h>

#define WRITER_MESSAGE_BYTES 512

struct writer_options {
    const char *path;       /* the output file; created, or truncated */
    const char *date;       /* vcd, fst: what the file says of when it was made */
    bool parallel;          /* fst: with a thread of the format's own library */
    const char *words;      /* a plugin's: "KEY=VALUE,..."; NULL: none */
    uint32_t workers;       /* column: encode threads, 1 or more */
    uint32_t block_bytes;   /* column: rows of a signal that are gathered before they move on */
    uint64_t segment_bytes; /* column: rows of all signals that end the segment */
    bool final_per_signal;  /* column: at close what is left of a signal is a block of its own */
};

struct writer_options writer_options_defaults(const char *path);

struct writer {
    const char *name;   /* "column" */
    const char *suffix; /* of its files, ".hcol"; NULL for a writer that makes none */
    bool parallel;      /* it knows options.parallel */

    /* Returns 0 and a sink, or -errno and, where there is more to say than errno does, one line
     * in message, which comes empty. Copies what it needs of options. */
    int (*open)(const struct writer_options *options, struct ho_sink **sink,
                char message[WRITER_MESSAGE_BYTES]);

    /* Streams a file back into sink: setup, then its changes, marks and gaps in time order; the
     * caller closes. The dictionary is the reader's and gone when read returns: sink must not
     * look at it after that. A damaged file yields what is whole, then returns -EBADMSG; an
     * error of sink is returned as it is. On failure one line for people is in message. NULL
     * for a writer whose output is read by a source (synth_gen/source.h) or by nobody. */
    int (*read)(const char *path, struct ho_sink *sink, char message[WRITER_MESSAGE_BYTES]);
};

/* The writer of that name, or NULL; a plugin's is its file's, once it is loaded (plugin.h). */
const struct writer *writer_find(const char *name);

/* All writers, ended by NULL. */
extern const struct writer *const writer_table[];

#endif
