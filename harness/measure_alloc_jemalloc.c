#include "harness/measure.h"

#define JEMALLOC_MANGLE /* the plain names, also where the library's have a prefix */
#include <jemalloc/jemalloc.h>

#include <math.h>
#include <stddef.h>

double measure_thread_allocated(void)
{
    static _Thread_local const uint64_t *counter;
    size_t size = sizeof counter;

    if (!counter && mallctl("thread.allocatedp", (void *)&counter, &size, NULL, 0) != 0)
        return NAN;
    return (double)*counter;
}
