/*
 * trace_open.h - whatever changes can come from: the sources, and the column writer's own files.
 */
#ifndef HARNESS_TRACE_OPEN_H
#define HARNESS_TRACE_OPEN_H

#include "synth_gen/source.h"

#include <stdbool.h>

/* As source_open, and FILE.hcol too. */
int trace_open(const struct source_options *options, struct source **source,
               char message[SOURCE_MESSAGE_BYTES]);

/* Whether text ends so. */
bool trace_ends_with(const char *text, const char *suffix);

/* Whether trace_open takes files that end so; suffix may be NULL. */
bool trace_readable(const char *suffix);

#endif
