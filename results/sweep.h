/*
 * sweep.h - a sweep: the same comparison at several points, read back from its results file.
 *
 * A point is a value of one parameter, or one of each of two. Its runs are benchmarks named
 * sweep/PARAMETER:VALUE/PATH, or with the second parameter and its value before the path.
 */
#ifndef RESULTS_SWEEP_H
#define RESULTS_SWEEP_H

#include "results/format.h"
#include "results/results.h"

#define SWEEP_PARAMETERS_MAX  2
#define SWEEP_PARAMETER_BYTES 16
#define SWEEP_NAME_BYTES      96
#define SWEEP_POINTS_MAX      256

/* What a benchmark's name says. */
struct sweep_name {
    uint32_t parameters;                                         /* 1 or 2 */
    char parameter[SWEEP_PARAMETERS_MAX][SWEEP_PARAMETER_BYTES]; /* "chunk-bytes" */
    uint64_t value[SWEEP_PARAMETERS_MAX];
    char path[32];
};

void sweep_name(const struct sweep_name *is, char name[SWEEP_NAME_BYTES]);

/* Returns whether name is one of a sweep; if so, *is says what it says. */
bool sweep_parse_name(const char *name, struct sweep_name *is);

struct sweep_point {
    uint64_t value[SWEEP_PARAMETERS_MAX];
    struct result_set runs; /* in one situation, work_ns 0; without a context */
};

struct sweep_set {
    uint32_t parameters;
    char parameter[SWEEP_PARAMETERS_MAX][SWEEP_PARAMETER_BYTES];
    struct sweep_point *points; /* ascending: by the first value, then the second */
    size_t point_count;
    const char *paths[RESULTS_PATHS_MAX]; /* that have runs at some point */
    size_t path_count;
    uint32_t rounds;
    uint32_t failed_runs;
    struct results_context context;
};

/* Reads a results file. Returns 0 and a set for sweep_free, or -errno with one line in message;
 * -ENODATA if the file is of another kind. */
int sweep_read(const char *path, struct sweep_set *set, char message[RESULTS_MESSAGE_BYTES]);

/* set may be all zeros. */
void sweep_free(struct sweep_set *set);

/* A parameter's value as one would type it: 64K, 300M, 78K. */
struct format_text sweep_value(const char *parameter, uint64_t value);

/* The table: a block for each path with a dispatcher, a row for each point. */
void sweep_print(FILE *file, const struct sweep_set *set);

#endif
