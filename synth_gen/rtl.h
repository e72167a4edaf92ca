/*
 * rtl.h - changes as a simulated hardware design makes them, prepared on a tape.
 *
 * The design is a row of blocks of consecutive ids. A cycle is two steps: at the busy edge
 * blocks that are switched on change many of their ids, at the other edge hardly anything
 * but clocks moves. Most ids never change after the first step; the others have rates that
 * differ by orders of magnitude, and half of them follow their neighbour.
 */
#ifndef SYNTH_GEN_RTL_H
#define SYNTH_GEN_RTL_H

#include "synth_gen/synth.h"

struct rtl_parameters; /* rtl_design.h */

extern const struct rtl_parameters rtl_plain;   /* two-state, ascending ids in a step */
extern const struct rtl_parameters rtl_event;   /* with x, blocks in any order */
extern const struct rtl_parameters rtl_netlist; /* gates: single bits, nearly all alive */

/* Those of a struct synth_profile. */
int rtl_prepare(struct synth *synth);
int rtl_drive(struct synth *synth, struct ho_sink *sink);

#endif
