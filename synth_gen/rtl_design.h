/*
 * rtl_design.h - an invented hardware design: what its signals are, and how lively.
 */
#ifndef SYNTH_GEN_RTL_DESIGN_H
#define SYNTH_GEN_RTL_DESIGN_H

#include "ring/dictionary.h"
#include "synth_gen/random.h"

#define RTL_SORTS \
    9 /* of signals: 1, 2-8, 9-32, 33-64, 65-512, 513-4096 bits, real, string, event */

#define RTL_Q16(x) ((int32_t)((x)*65536))

struct rtl_parameters {
    uint32_t share[RTL_SORTS]; /* of the ids, in 1 / 10,000 or so */
    uint32_t rate[RTL_SORTS];  /* of change, in percent */
    uint32_t dead_blocks;      /* never change after the first step, per thousand */
    uint32_t dead_ids;         /* of those in the other blocks, per thousand */
    uint32_t clocks;           /* in 78,000 ids; there is at least one */
    uint32_t clocks_exactly;   /* in all, if not 0 */
    int32_t mu;                /* Q16: an id's changes a cycle are e^(mu + block + id), ... */
    int32_t sigma_block;       /* ... which are normal deviates; Q16 */
    int32_t sigma_id;          /* Q16 */
    int32_t sigma_cycle;       /* of what all rates of a cycle have in common; Q16 */
    uint32_t unknowns;         /* changes to x, in 10,000; if there are any, all x at first */
    bool four_state;           /* HO_LOGIC */
    bool shuffled;             /* blocks come in any order within a step */
};

/* A block is switched on and off; these are the mean dwells, in cycles. */
#define RTL_CYCLES_ON  28
#define RTL_CYCLES_OFF 12

/* What becomes of an id. */
struct rtl_cell {
    uint32_t rate; /* of change in a cycle that its block is on, in 2^-32 */
    bool follows;  /* usually does what id - 1 does */
    bool alive;    /* or its changes after the first step are left out */
};

/* Consecutive ids; a clock is a block of its own. */
struct rtl_block {
    uint32_t first, end;
    uint32_t period; /* of a clock, in steps between changes; or 0 */
    bool alive, on;
};

/* Draws a design: signals[count], cells[count], and blocks, of which there is room for count.
 * Returns the number of blocks. */
uint32_t rtl_design_draw(const struct rtl_parameters *parameters, struct random random,
                         uint32_t count, struct ho_signal *signals, struct rtl_cell *cells,
                         struct rtl_block *blocks);

#endif
