/*
 * drive.h - one run: a source through a path, measured; and the proof that nothing changed.
 */
#ifndef HARNESS_DRIVE_H
#define HARNESS_DRIVE_H

#include "harness/settings.h"
#include "results/result.h"

#define DRIVE_MESSAGE_BYTES 640

struct drive {
    const struct settings *settings;
    const char *path;
    struct source *source;
    const char *output; /* file */
    uint32_t work_loops;
    bool unchecked;     /* no hashes: the result has the figures only */
    const char *proven; /* XXH3 of an output that is known to decode to the source, or NULL */
};

/*
 * Drives, and fills the figures of result. Then, outside every clock, its hashes: see proof.h.
 * Returns 0, or -errno with one line in message; -EBADMSG if the ring's accounts do not agree with
 * the source, -EINVAL for a source that has gaps itself.
 */
int drive_run(const struct drive *drive, struct result *result, char message[DRIVE_MESSAGE_BYTES]);

/* Whether the output decoded to the source, as far as that can be asked. */
bool drive_decoded_to_source(const struct result *result);

#endif
