/*
 * tape_file_head.h - how a tape file begins.
 */
#ifndef SYNTH_GEN_TAPE_FILE_HEAD_H
#define SYNTH_GEN_TAPE_FILE_HEAD_H

#include "ring/dictionary.h"

#include <stdint.h>

#define TAPE_FILE_MAGIC "ho-tape"

struct tape_file_head {
    char magic[8];
    struct ho_dictionary dictionary; /* its counts and its timescale */
    uint64_t text_bytes;
    uint64_t record_bytes;
    uint64_t times;
    uint64_t by_signal; /* or 0; not a bool, since a damaged one has no value */
};

#endif
