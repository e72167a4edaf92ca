/*
 * reader.h - read a column file back.
 */
#ifndef DIRECT_WRITER_READER_H
#define DIRECT_WRITER_READER_H

#include "direct_writer/writer.h"

/* The read of struct writer. Cuts are not replayed: they are where the file was divided,
 * not what it says. Memory: one segment, unpacked. */
int reader_read(const char *path, struct ho_sink *sink, char message[WRITER_MESSAGE_BYTES]);

#endif
