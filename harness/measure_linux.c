#include "harness/measure.h"
#include "harness/measure_system.h"

#include <errno.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

double measure_thread_minor_faults(void)
{
    struct rusage usage;

    return getrusage(RUSAGE_THREAD, &usage) == 0 ? (double)usage.ru_minflt : NAN;
}

/* The text behind "name<blanks>:<blanks>" in the first such line of a file, without its end. */
static bool find_line(const char *path, const char *name, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    char line[512];
    bool found = false;

    if (!file)
        return false;
    while (!found && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');

        if (!colon || strncmp(line, name, strlen(name)) != 0)
            continue;
        colon++;
        colon += strspn(colon, " \t");
        colon[strcspn(colon, "\n")] = '\0';
        snprintf(text, size, "%s", colon);
        found = true;
    }
    fclose(file);
    return found;
}

double measure_peak_memory(void)
{
    unsigned long kib;
    char text[64];

    /* Not getrusage: a child's ru_maxrss starts at its parent's. */
    if (!find_line("/proc/self/status", "VmHWM", text, sizeof text) ||
        sscanf(text, "%lu kB", &kib) != 1)
        return NAN;
    return (double)kib * 1024;
}

int measure_reset_peak_memory(void)
{
    FILE *file = fopen("/proc/self/clear_refs", "w");
    int written;

    if (!file)
        return -ENOTSUP;
    written = fputs("5", file); /* proc(5): resets the peak resident set size */
    return fclose(file) == 0 && written >= 0 ? 0 : -ENOTSUP;
}

int measure_limit_cpus(uint32_t count)
{
    cpu_set_t allowed, chosen;
    uint32_t taken = 0;

    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return -ENOTSUP;
    CPU_ZERO(&chosen);
    for (size_t cpu = 0; cpu < CPU_SETSIZE && taken < count; cpu++) {
        if (!CPU_ISSET(cpu, &allowed))
            continue;
        CPU_SET(cpu, &chosen);
        taken++;
    }
    if (taken < count || count == 0)
        return -EINVAL;
    return sched_setaffinity(0, sizeof chosen, &chosen) == 0 ? 0 : -ENOTSUP;
}

bool measure_system_cpu(char *name, size_t size)
{
    return find_line("/proc/cpuinfo", "model name", name, size);
}

uint32_t measure_system_cpus(void)
{
    cpu_set_t allowed;

    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        return (uint32_t)CPU_COUNT(&allowed);
    return (uint32_t)sysconf(_SC_NPROCESSORS_ONLN); /* more than a cpu_set_t holds */
}
