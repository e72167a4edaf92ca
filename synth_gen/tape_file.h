/*
 * tape_file.h - all that a source makes, in a file, so that many processes have it at once.
 *
 * Reading a trace can take longer than driving it. A tape file is read at the speed of memory:
 *
 *    head | signals[] | scopes[] | variables[] | text of all names | records
 *
 * each as it lies in memory, but for names, which are offsets into the text. So it is a file for
 * the machine and the build that made it, not for keeping.
 */
#ifndef SYNTH_GEN_TAPE_FILE_H
#define SYNTH_GEN_TAPE_FILE_H

#include "synth_gen/source.h"

/* Makes the file name of what source makes. Returns 0 or -errno: -EMSGSIZE for a value of 2^31
 * bytes or more. After a failure the file is not there. */
int tape_file_write(struct source *source, const char *name);

/* Opens the file options->name; see source_open. Uses name alone: where there are cuts is in the
 * file. A damaged file is refused with -EBADMSG. */
int tape_file_open(const struct source_options *options, struct source **source,
                   char message[SOURCE_MESSAGE_BYTES]);

#endif
