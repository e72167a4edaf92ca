/*
 * file_hash.h - the XXH3-128 of a file, as `xxhsum -H128` prints it.
 */
#ifndef HARNESS_FILE_HASH_H
#define HARNESS_FILE_HASH_H

#include <stdint.h>

/* Returns 0, the file's size in bytes and its hash in 32 hex digits; or -errno. */
int file_hash(const char *path, char hex[33], uint64_t *bytes);

#endif
