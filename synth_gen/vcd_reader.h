/*
 * vcd_reader.h - one pass over a VCD file.
 *
 * The state is shared by the parts: vcd_reader.c walks the tokens, vcd_declare.c reads
 * declarations, vcd_change.c applies changes.
 */
#ifndef SYNTH_GEN_VCD_READER_H
#define SYNTH_GEN_VCD_READER_H

#include "synth_gen/tape.h"
#include "synth_gen/vcd_dictionary.h"
#include "synth_gen/vcd_ids.h"
#include "synth_gen/vcd_report.h"
#include "synth_gen/vcd_tokens.h"

struct vcd_reader {
    struct vcd_report report;
    uint64_t memory_max; /* for the declarations and the tape, bytes */
    uint64_t cut_every;  /* changes; 0: never */

    struct vcd_tokens tokens;
    char *text; /* [text_bytes]; a declaration being read */
    size_t text_bytes;

    struct vcd_dictionary dictionary;
    struct vcd_ids ids;
    uint64_t declared_bytes; /* about what these two take */
    uint32_t scope;          /* that declarations are in, or HO_NO_SCOPE */
    int32_t timescale;
    bool has_timescale;

    struct tape tape;
    char *value; /* [value_bytes]; a value extended to its width */
    size_t value_bytes;
    uint64_t time;  /* in force */
    uint64_t times; /* distinct ones stated */
    bool body;      /* declarations are over */
    bool dumping;   /* inside $dumpvars and the like */

    /* A string on a signal declared otherwise makes it a string signal from the first change
     * on: the rest is read for more of them, then the whole again with their kinds known. */
    bool restart;
    const struct ho_signal *known; /* [known_count]; NULL on the first pass */
    uint32_t known_count;
};

/* Reads the stream behind reader->tokens to its end. Returns 0 or -errno with the message
 * filled; with 0, restart may be set and the tape is then empty. */
int vcd_reader_run(struct vcd_reader *reader);

/* $timescale, $scope, $upscope, $var: keyword is their token. Others: -ENOENT. */
int vcd_declare(struct vcd_reader *reader, const struct vcd_token *keyword);

/* The next token inside keyword's text, up to $end; false in *more at $end. */
int vcd_reader_inside(struct vcd_reader *reader, const char *keyword, struct vcd_token *token,
                      bool *more);

/* Fills the message for error, which reading a token ended with. */
int vcd_reader_stopped(struct vcd_reader *reader, int error);

bool vcd_reader_is(const struct vcd_token *token, const char *text);

#endif
