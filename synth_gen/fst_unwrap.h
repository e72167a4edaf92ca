/*
 * fst_unwrap.h - FST files that are compressed as a whole: one block that holds another file.
 */
#ifndef SYNTH_GEN_FST_UNWRAP_H
#define SYNTH_GEN_FST_UNWRAP_H

#include "synth_gen/fst_report.h"

#include <stdio.h>

/* The file that is inside of file, in *inside, a file without a name that the caller closes; NULL
 * where file is none of these. Returns 0 or -errno with the message filled. */
int fst_unwrap(FILE *file, struct fst_report *report, FILE **inside);

#endif
