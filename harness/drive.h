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
};

/* Drives and fills the figures of result. Returns 0, or -errno with one line in message. */
int drive_measure(const struct drive *drive, struct result *result,
                  char message[DRIVE_MESSAGE_BYTES]);

/*
 * Fills the hashes of result: of the output file, and, where the writer can read its files, of
 * the stream that the file decodes to and of the source's. Returns 0, or -errno with one line in
 * message.
 */
int drive_check(const struct drive *drive, struct result *result,
                char message[DRIVE_MESSAGE_BYTES]);

/* Whether the output decoded to the source, as far as that can be asked. */
bool drive_decoded_to_source(const struct result *result);

#endif
