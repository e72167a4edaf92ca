/*
 * fst_message.h - what the process that runs the library tells the one that opens the file.
 *
 * One way, through a pipe: what is declared, then what happens in the order of time, the end.
 * Each message is followed by len bytes.
 */
#ifndef SYNTH_GEN_FST_MESSAGE_H
#define SYNTH_GEN_FST_MESSAGE_H

#include <stdint.h>

#define FST_TEXT_BYTES_MAX 200 /* for people */

enum fst_what {
    FST_FAIL,      /* the last message; the bytes say why, for people */
    FST_ERROR,     /* the last message. id: errno */
    FST_WARN,      /* the bytes are for people */
    FST_TIMESCALE, /* number: the exponent of ten */
    FST_SCOPE,     /* the bytes: type and name, both with a 0 behind */
    FST_UPSCOPE,
    FST_SIGNAL,   /* the next one. id: enum ho_kind; width */
    FST_VARIABLE, /* id: the signal; width; the bytes: as of a scope */
    FST_TIMES,    /* number: how many distinct times there are */
    FST_CHANGE,   /* number: the time; id: the signal; the bytes: its value */
    FST_MARK,     /* number: the time; id: enum ho_mark */
    FST_END,      /* the last message. number: the time */
};

struct fst_message {
    uint64_t number;
    uint32_t what; /* enum fst_what */
    uint32_t id;
    uint32_t width;
    uint32_t len;
};

#endif
