/* Linux: sleep and wake on a word are system calls. */
#include "ring/park.h"

#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

void ho_park_sleep_on(_Atomic uint32_t *word, uint32_t key)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, key, NULL, NULL, 0);
}

void ho_park_wake_on(_Atomic uint32_t *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

unsigned ho_park_cpus(void)
{
    cpu_set_t cpus;

    return sched_getaffinity(0, sizeof cpus, &cpus) ? 1 : (unsigned)CPU_COUNT(&cpus);
}
