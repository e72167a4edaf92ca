/*
 * rtl_parameters.h - a profile's parameters, and those that options replace.
 */
#ifndef SYNTH_GEN_RTL_PARAMETERS_H
#define SYNTH_GEN_RTL_PARAMETERS_H

#include "synth_gen/rtl_design.h"
#include "synth_gen/source.h"

/* Whether they make sense; a profile of another family takes none. If not, message says why. */
bool rtl_options_check(const struct rtl_options *options, bool is_rtl,
                       char message[SOURCE_MESSAGE_BYTES]);

/* The profile's, but for what options say, which are checked. */
struct rtl_parameters rtl_parameters(const struct rtl_parameters *profile,
                                     const struct rtl_options *options);

#endif
