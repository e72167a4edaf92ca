/*
 * fst_receive.h - what the process that runs the library tells, made a dictionary and a tape.
 *
 * Nothing that comes is trusted: the library has read a file that may be damaged.
 */
#ifndef SYNTH_GEN_FST_RECEIVE_H
#define SYNTH_GEN_FST_RECEIVE_H

#include "synth_gen/fst_report.h"
#include "synth_gen/tape.h"
#include "synth_gen/vcd_dictionary.h"

#include <stdbool.h>
#include <stdio.h>

struct fst_message;

/* A change of the step that is not complete. */
struct fst_pending {
    uint32_t id;
    uint32_t len;
    size_t at; /* of its value; larger than that of the one before */
};

/* Start with messages, report and zeros. */
struct fst_receiver {
    FILE *messages; /* struct fst_message */
    struct fst_report *report;

    struct vcd_dictionary dictionary;
    uint32_t scope; /* in which things are; HO_NO_SCOPE for none */
    int32_t timescale;

    struct tape tape;
    uint64_t times; /* distinct ones */
    uint64_t time;  /* of the step */
    bool ended;     /* whether the last message came */

    struct fst_pending *pending; /* [pending_max], of which pending_count are the step's */
    size_t pending_count, pending_max;
    char *values; /* [values_max] */
    size_t values_used, values_max;
    uint64_t held; /* bytes, besides the tape */
};

/* Up to the end of the messages. Returns 0 or -errno with the message filled. That they end
 * early is no error here: see ended. */
int fst_receive(struct fst_receiver *receiver);

void fst_receive_fini(struct fst_receiver *receiver);

#endif
