/*
 * column_dictionary.h - the payload of a column file's dictionary part.
 */
#ifndef DIRECT_WRITER_COLUMN_DICTIONARY_H
#define DIRECT_WRITER_COLUMN_DICTIONARY_H

#include "ring/dictionary.h"

#include <stddef.h>

size_t column_dictionary_bytes(const struct ho_dictionary *dictionary);

/* raw has column_dictionary_bytes(). */
void column_dictionary_encode(const struct ho_dictionary *dictionary, unsigned char *raw);

/* Returns 0 and a valid dictionary, whose names stay in raw; or -EBADMSG, or -ENOMEM. */
int column_dictionary_decode(const unsigned char *raw, size_t bytes,
                             struct ho_dictionary *dictionary);

/* Frees what decode allocated. */
void column_dictionary_fini(struct ho_dictionary *dictionary);

#endif
