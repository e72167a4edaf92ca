/*
 * What POSIX, or nearly POSIX, has; the rest is in measure_linux.c, measure_macos.c and
 * measure_alloc_*.c.
 */
#include "harness/measure.h"

#include "harness/measure_system.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <time.h>

static uint64_t clock_ns(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t measure_wall_ns(void)
{
    return clock_ns(CLOCK_MONOTONIC);
}

uint64_t measure_thread_cpu_ns(void)
{
    return clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

static uint64_t timeval_ns(struct timeval time)
{
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_usec * 1000;
}

void measure_process(struct measure_process *process)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    process->cpu_ns = timeval_ns(usage.ru_utime) + timeval_ns(usage.ru_stime);
    process->voluntary_switches = (uint64_t)usage.ru_nvcsw;
    process->involuntary_switches = (uint64_t)usage.ru_nivcsw;
}

void measure_machine(struct measure_machine *machine)
{
    struct utsname system;

    uname(&system);
    snprintf(machine->kernel, sizeof machine->kernel, "%s %s %s", system.sysname, system.release,
             system.machine);
    if (!measure_system_cpu(machine->cpu, sizeof machine->cpu))
        snprintf(machine->cpu, sizeof machine->cpu, "%s", system.machine);
    machine->cpus = measure_system_cpus();
    if (getloadavg(machine->load, 3) != 3)
        machine->load[0] = machine->load[1] = machine->load[2] = NAN;
}
