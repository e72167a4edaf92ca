/*
 * vcd_file.h - a stream that is a file of its own, and can be made durable.
 *
 * It is written as a stream is, without a buffer: whoever writes has one.
 */
#ifndef DIRECT_WRITER_VCD_FILE_H
#define DIRECT_WRITER_VCD_FILE_H

#include <stdio.h>

struct vcd_file {
    FILE *stream;  /* NULL: not open */
    int directory; /* where its name is */
};

/* Creates or truncates path. Returns 0 or -errno. */
int vcd_file_open(const char *path, struct vcd_file *file);

/* Makes what was written, and the file's name, durable. Returns 0 or -errno. */
int vcd_file_sync(const struct vcd_file *file);

/* Returns 0 or -errno. */
int vcd_file_close(struct vcd_file *file);

#endif
