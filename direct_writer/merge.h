/*
 * merge.h - the rows of a segment's signals, replayed in time order.
 *
 * Order: by time, then by signal; the changes of one signal at one time as they were
 * written. Marks at a time come before its changes, HO_MARK_END after them.
 */
#ifndef DIRECT_WRITER_MERGE_H
#define DIRECT_WRITER_MERGE_H

#include "direct_writer/format.h"
#include "direct_writer/tracks.h"
#include "ring/sink.h"

/* Makes the calls on sink. marks have ascending times. Returns 0, the sink's first error, or
 * -ENOMEM before the first call. */
int merge_replay(const struct tracks *tracks, const struct format_mark *marks, uint64_t mark_count,
                 struct ho_sink *sink);

#endif
