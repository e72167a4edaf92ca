/*
 * column_source.h - a column file as a source.
 *
 * The file is read once, onto a tape. Inside a time changes come by signal, as the column
 * writer's reader makes them; cuts are where options->cut_every puts them.
 */
#ifndef HARNESS_COLUMN_SOURCE_H
#define HARNESS_COLUMN_SOURCE_H

#include "synth_gen/source.h"

/* Opens the column file options->name; see source_open, which it answers like. Uses cut_every.
 * A file whose changes take more than the machine's memory is refused with -ENOMEM. */
int column_source_open(const struct source_options *options, struct source **source,
                       char message[SOURCE_MESSAGE_BYTES]);

/* How often events are missing in what source makes: it tells its sink of gaps. 0 for every
 * other source. */
uint64_t column_source_gaps(const struct source *source);

#endif
