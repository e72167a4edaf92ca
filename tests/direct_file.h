/*
 * direct_file.h - files that tests of the writers make and look at.
 */
#ifndef TESTS_DIRECT_FILE_H
#define TESTS_DIRECT_FILE_H

#include <stddef.h>

/* A file name in a fresh folder; direct_file_remove() removes both. */
char *direct_file_path(void);
void direct_file_remove(char *path);

/* The contents of a file, from malloc. */
unsigned char *direct_file_load(const char *path, size_t *bytes);
void direct_file_store(const char *path, const void *data, size_t bytes);

#endif
