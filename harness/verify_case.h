/*
 * verify_case.h - a random workload and a random shape of the ring.
 */
#ifndef HARNESS_VERIFY_CASE_H
#define HARNESS_VERIFY_CASE_H

#include "harness/settings.h"

#define VERIFY_CASE_GIVEN_NOT UINT64_MAX /* of a number; NULL of a text */

/* The case of this seed, always the same; but what is given is as it is given. */
struct settings verify_case(const struct settings *given, uint64_t seed);

#endif
