/*
 * progress.h - one line on a terminal: which run of how many, or what part of something; how
 * long, how long still.
 *
 * Nothing of it where standard error is no terminal.
 */
#ifndef HARNESS_PROGRESS_H
#define HARNESS_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool terminal;
    uint32_t done, total;
    uint64_t begun_ns;
};

void progress_init(struct progress *progress, uint32_t total);

/* The run that begins now, in a few words. */
void progress_show(const struct progress *progress, const char *what);

/* What goes on now, and how much of it is done; of a total of 0 nothing is said. */
void progress_part(const struct progress *progress, const char *what, uint64_t done,
                   uint64_t total);

/* A run has ended. */
void progress_step(struct progress *progress);

/* Takes the line away. */
void progress_clear(const struct progress *progress);

#endif
