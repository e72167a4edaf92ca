/*
 * proof.h - what shows that a run's output is right: hashes of the file and of what it says.
 *
 * The stream that the output decodes to must be the source's, from which exactly the gaps are cut
 * out that the ring told of. Who decodes it:
 *    - the writer's own read, if it has one: everything is compared;
 *    - a source, for a file that one can read (VCD, FST): both streams are compared as plain
 *      traces, plain_trace.h. Such a file shows a gap as a pause, so that of a run with gaps
 *      nothing is claimed;
 *    - nobody (a plugin's file): the file has a hash, and nothing is claimed;
 *    - nobody again, where the file is byte for byte one that was decoded before.
 */
#ifndef HARNESS_PROOF_H
#define HARNESS_PROOF_H

#include "harness/drive.h"
#include "harness/paths.h"

/* Fills the hashes of result after drive went through path, which is closed; those that there are
 * not stay empty. Returns 0, or -errno with one line in message; -EBADMSG if the ring's accounts
 * do not agree with the source. */
int proof_run(const struct drive *drive, const struct path *path,
              const struct ho_offload_stats *stats, struct result *result,
              char message[DRIVE_MESSAGE_BYTES]);

#endif
