/*
 * durable.h - what it takes for a file and its name to survive a loss of power.
 */
#ifndef DIRECT_WRITER_DURABLE_H
#define DIRECT_WRITER_DURABLE_H

/* Returns the descriptor of the directory that the name path is in, or -errno. */
int durable_directory(const char *path);

/* Makes the file and the directory durable. Returns 0 or -errno. */
int durable_sync(int file, int directory);

#endif
