#include "harness/measure.h"
#include "harness/measure_system.h"

#include <errno.h>
#include <mach/mach.h>
#include <math.h>
#include <sys/sysctl.h>
#include <unistd.h>

double measure_thread_minor_faults(void)
{
    return NAN;
}

double measure_peak_memory(void)
{
    task_vm_info_data_t info;
    mach_msg_type_number_t count = TASK_VM_INFO_COUNT;

    if (task_info(mach_task_self(), TASK_VM_INFO, (task_info_t)&info, &count) != KERN_SUCCESS)
        return NAN;
    return (double)info.ledger_phys_footprint_peak;
}

int measure_reset_peak_memory(void)
{
    return -ENOTSUP;
}

int measure_limit_cpus(uint32_t count)
{
    return count == 0 ? -EINVAL : -ENOTSUP;
}

bool measure_system_cpu(char *name, size_t size)
{
    return sysctlbyname("machdep.cpu.brand_string", name, &size, NULL, 0) == 0;
}

uint32_t measure_system_cpus(void)
{
    return (uint32_t)sysconf(_SC_NPROCESSORS_ONLN);
}
