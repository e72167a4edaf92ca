/* Linux: sleep and wake on a word are system calls, and so is a barrier on all processors. */
#include "ring/park.h"

#include <limits.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_S 1000000000u

void ho_park_sleep_on(_Atomic uint32_t *word, uint32_t key, uint64_t timeout_ns)
{
    struct timespec timeout = {.tv_sec = (time_t)(timeout_ns / NS_PER_S),
                               .tv_nsec = (long)(timeout_ns % NS_PER_S)};

    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, key,
            timeout_ns == HO_PARK_FOREVER ? NULL : &timeout, NULL, 0);
}

void ho_park_wake_on(_Atomic uint32_t *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

/* An old kernel or a sandbox may refuse. */
bool ho_park_barrier_init(void)
{
    return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
}

/* The first time in a process of several threads, the kernel takes ten milliseconds and more to
 * make sure that all have seen it. So that is done as soon as the library is loaded: in most
 * programs there is one thread then. */
__attribute__((constructor)) static void register_early(void)
{
    ho_park_barrier_init();
}

void ho_park_barrier(void)
{
    syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
}

unsigned ho_park_cpus(void)
{
    cpu_set_t cpus;

    return sched_getaffinity(0, sizeof cpus, &cpus) ? 1 : (unsigned)CPU_COUNT(&cpus);
}
