/*
 * kept_source.h - a source that is opened once for all the runs of a command.
 */
#ifndef HARNESS_KEPT_SOURCE_H
#define HARNESS_KEPT_SOURCE_H

#include "harness/settings.h"

/*
 * Opens the source, so that a bad one or an odd one is told at once, and once: exits 2 if it cannot
 * be opened. What a trace file makes is kept, until this program exits, in a temporary file that
 * settings->kept then names: runs need not read the trace again.
 */
void kept_source_open(struct settings *settings);

#endif
