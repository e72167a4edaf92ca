/*
 * vcd_tokens.h - a VCD file as a stream of tokens: what stands between blanks.
 *
 * Lines mean nothing in VCD; they are counted for messages only. The file is read in pieces
 * of a fixed size. A token lies in memory in one piece: the buffer grows where a token is
 * longer than it, so memory is bounded by what is really there: the longest token, or a
 * value with its identifier. What a compressed file stands for is not there in that sense, so
 * there is a limit too.
 */
#ifndef SYNTH_GEN_VCD_TOKENS_H
#define SYNTH_GEN_VCD_TOKENS_H

#include "synth_gen/input.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A longer token is refused with -EMSGSIZE. */
#define VCD_TOKEN_BYTES_MAX ((size_t)1 << 30)

struct vcd_token {
    const char *text; /* not terminated */
    size_t len;       /* 1 or more */
    uint64_t line;    /* that it stands on, from 1 */
    bool last;        /* the file ends right behind it, without a blank */
};

struct vcd_tokens {
    struct input *input;
    char *buffer; /* [size + 1]; buffer[end] is 0, which stops every scan */
    size_t size;
    uint64_t size_max;
    size_t keep, at, end; /* keep: the first byte that must stay; at: the next to look at */
    uint64_t line;        /* of at */
};

/* Begins to read input, which stays the caller's. A token that takes a buffer of more than
 * memory_max bytes is refused with -ENOMEM. Returns 0 or -ENOMEM. */
int vcd_tokens_init(struct vcd_tokens *tokens, struct input *input, uint64_t memory_max);

/* The first byte of the next token, or EOF. -errno in *error where reading failed. */
int vcd_tokens_peek(struct vcd_tokens *tokens, int *error);

/* Returns 1 and a token, valid until the next call; 0 at the end of the file; or -errno. */
int vcd_tokens_next(struct vcd_tokens *tokens, struct vcd_token *token);

/* The same for second, while first (the token before it) stays valid: it may be moved. */
int vcd_tokens_pair(struct vcd_tokens *tokens, struct vcd_token *first, struct vcd_token *second);

void vcd_tokens_fini(struct vcd_tokens *tokens);

#endif
