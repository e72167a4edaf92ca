/*
 * fst_library.h - an FST file as GTKWave's library reads it, told in messages.
 */
#ifndef SYNTH_GEN_FST_LIBRARY_H
#define SYNTH_GEN_FST_LIBRARY_H

#include <stdbool.h>

/* Reads the file at path and writes struct fst_message to fd, up to FST_FAIL or FST_END. Ends
 * the process where that cannot be written; the library ends it as it likes. first_values: see
 * struct fst_check. */
void fst_library_read(const char *path, bool first_values, int fd);

#endif
