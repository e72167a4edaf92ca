/*
 * interrupt.h - Ctrl-C ends what goes on, and what was measured until then is shown.
 */
#ifndef HARNESS_INTERRUPT_H
#define HARNESS_INTERRUPT_H

#include <stdbool.h>

/* From now on SIGINT is only noted. */
void interrupt_catch(void);

bool interrupt_seen(void);

#endif
