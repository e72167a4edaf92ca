/*
 * measure_system.h - the parts of measure_machine() that each system answers in its own way.
 */
#ifndef HARNESS_MEASURE_SYSTEM_H
#define HARNESS_MEASURE_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The processor's model; false if the system does not say. */
bool measure_system_cpu(char *name, size_t size);

/* CPUs that the calling thread may run on. */
uint32_t measure_system_cpus(void);

#endif
