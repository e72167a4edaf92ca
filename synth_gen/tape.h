/*
 * tape.h - a stream of changes packed in memory, to be driven into a sink again and again.
 *
 * What must not be timed (parsing a file, drawing a profile) is done once, onto a tape. A
 * tape holds the ring's records, so playing it is a replay. It grows in blocks; nothing is
 * moved or copied as it grows.
 */
#ifndef SYNTH_GEN_TAPE_H
#define SYNTH_GEN_TAPE_H

#include "ring/sink.h"

#include <stddef.h>
#include <stdio.h>

struct tape_block;

/* Start with zeros. */
struct tape {
    struct tape_block *first, *last;
    uint64_t time;   /* of the last record */
    uint64_t events; /* changes on the tape */
    uint64_t bytes;  /* of all records */
    bool timed;      /* a time was written */
};

/* Append; 0 or -ENOMEM. value is copied; of 2^31 bytes or more it is -EMSGSIZE. */
int tape_change(struct tape *tape, uint64_t time, uint32_t id, const void *value, uint32_t len);
/* A change whose value, of any length, is only referred to: it must last as long as the tape. */
int tape_refer(struct tape *tape, uint64_t time, uint32_t id, const void *value, uint32_t len);
int tape_mark(struct tape *tape, uint64_t time, enum ho_mark mark);
int tape_cut(struct tape *tape);

/* Makes the calls that were appended. Returns 0 or the sink's first error. */
int tape_play(const struct tape *tape, struct ho_sink *sink);

/* The same of a tape whose records may be damaged, or refer to something: -EBADMSG then. */
int tape_check(const struct tape *tape, struct ho_sink *sink);

/* Writes the records, tape->bytes of them. Returns 0 or -errno. */
int tape_write(const struct tape *tape, FILE *file);

/* Reads so many bytes of records onto an empty tape; how many changes they are is not known yet.
 * Returns 0, -ENOMEM, or -EBADMSG where the file has fewer. */
int tape_read(struct tape *tape, FILE *file, uint64_t bytes);

void tape_fini(struct tape *tape);

/* The machine's memory, in bytes: a file whose changes take more is refused. */
uint64_t tape_memory_max(void);

#endif
