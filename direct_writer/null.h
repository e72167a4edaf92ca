/*
 * null.h - the writer that counts and drops: what a ring costs with nothing behind it.
 */
#ifndef DIRECT_WRITER_NULL_H
#define DIRECT_WRITER_NULL_H

#include "direct_writer/writer.h"

extern const struct writer null_writer;

/* Changes that an open null writer has dropped. */
uint64_t null_events(const struct ho_sink *sink);

#endif
