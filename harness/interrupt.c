#include "harness/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

void interrupt_catch(void)
{
    sigaction(SIGINT, &(struct sigaction){.sa_handler = on_interrupt}, NULL);
}

bool interrupt_seen(void)
{
    return interrupted != 0;
}
