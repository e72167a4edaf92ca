/*
 * temporary.h - where files go that nobody named.
 */
#ifndef HARNESS_TEMPORARY_H
#define HARNESS_TEMPORARY_H

#define TEMPORARY_BYTES 512

/* A name for a file that does not exist yet, in $TMPDIR or /tmp. suffix may be NULL. */
void temporary_file(const char *suffix, char name[TEMPORARY_BYTES]);

/* The same for a file that is better kept in memory, where the system has a folder for that. */
void temporary_memory_file(const char *suffix, char name[TEMPORARY_BYTES]);

/* Makes the folder for a command's results: out, which may exist, or if it is NULL a fresh one,
 * results/runs/DATE-TIME below the project's top. */
void temporary_run_folder(const char *out, char name[TEMPORARY_BYTES]);

#endif
