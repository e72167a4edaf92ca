/*
 * sweep_points.h - what a sweep runs: a workload for each value of a parameter, or for each pair
 * of values of two.
 */
#ifndef HARNESS_SWEEP_POINTS_H
#define HARNESS_SWEEP_POINTS_H

#include "harness/settings.h"
#include "results/sweep.h"

/* What can be swept over, ended by NULL. */
extern const char *const sweep_points_parameters[];

struct sweep_workload {
    struct settings settings;
    uint64_t work_ns;
};

struct sweep_at {
    struct sweep_workload workload;
    uint32_t work_loops;    /* calibrated by the caller */
    struct sweep_name name; /* all but the path */
};

struct sweep_axis {
    const char *parameter;     /* NULL: there is no such axis */
    struct option_list values; /* none: some that fit the parameter */
};

/*
 * Puts together all combinations of values; what is not swept is as in base. Returns how many
 * points there are, or -EINVAL with one line in message.
 */
int sweep_points(const struct sweep_workload *base,
                 const struct sweep_axis axes[SWEEP_PARAMETERS_MAX],
                 struct sweep_at points[SWEEP_POINTS_MAX], char message[OPTIONS_MESSAGE_BYTES]);

#endif
