/*
 * gbench.h - Google Benchmark for C: runs into a results file, and micro-benchmarks.
 */
#ifndef HARNESS_GBENCH_H
#define HARNESS_GBENCH_H

#include "results/histogram.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a benchmark that runs reports to. */
struct gbench_state;

/*
 * Runs into a results file.
 *
 * Google Benchmark calls back for every run, as a benchmark of one iteration with manual
 * time, and writes the results file. The file is written after each round, beside itself and
 * then renamed: at any moment it is complete and holds all the rounds until then.
 */
#define GBENCH_NAME_BYTES    96
#define GBENCH_MESSAGE_BYTES 256

struct gbench;

struct gbench_context {
    const char *key;
    const char *value;
};

struct gbench_run {
    char name[GBENCH_NAME_BYTES];
    uint32_t round; /* 0 up; the same name in another round is another repetition */
    void *subject;  /* the caller's */
};

/* Makes one run and sets what it measured. On failure (-errno) one line is in message. */
typedef int gbench_measure(void *arg, const struct gbench_run *run, struct gbench_state *state,
                           char message[GBENCH_MESSAGE_BYTES]);

/* For measure to call. What is not a finite number is left out; so are times, which are 0 then. */
void gbench_set_seconds(struct gbench_state *state, double real, double cpu);
void gbench_set_counter(struct gbench_state *state, const char *name, double value);
void gbench_set_histogram(struct gbench_state *state, const struct histogram *histogram);
void gbench_set_label(struct gbench_state *state, const char *label);

/* Writes to path (nothing until the first round). rounds: how many there will be. The context,
 * copied, is what the file says about the machine, for the rest of the process. Returns 0, or
 * -ENOMEM and NULL. */
int gbench_open(const char *path, uint32_t rounds, const struct gbench_context *context,
                size_t context_count, struct gbench **gbench);

/* Makes count runs in their order. The first that fails is marked as failed in the file, its
 * message is copied, the rest is not run, and its error is returned; so is an error in writing
 * the file. */
int gbench_round(struct gbench *gbench, const struct gbench_run *runs, size_t count,
                 gbench_measure *measure, void *arg, char message[GBENCH_MESSAGE_BYTES]);

/* gbench may be NULL. */
void gbench_close(struct gbench *gbench);

/*
 * Micro-benchmarks.
 *
 *     static void append(struct gbench_state *state)
 *     {
 *         while (gbench_keep_running(state, 1000))
 *             for (int i = 0; i < 1000; i++)
 *                 ...
 *         gbench_set_items(state, gbench_iterations(state));
 *     }
 */
struct gbench_micro {
    const char *name;
    void (*run)(struct gbench_state *state);
    int64_t from, to; /* run with the arguments from, 8 from, 64 from, ... to; none if to is 0 */
};

/* Whether another batch of iterations is wanted. A call takes some ns: make batches of
 * what is fast. */
bool gbench_keep_running(struct gbench_state *state, uint64_t batch);

int64_t gbench_argument(const struct gbench_state *state);
uint64_t gbench_iterations(const struct gbench_state *state);

/* Processed in all; reported per second. */
void gbench_set_items(struct gbench_state *state, uint64_t items);

/* Ends this benchmark; return from run. */
void gbench_fail(struct gbench_state *state, const char *reason);

/* Once a process. Runs those of the table that the flags in argv (Google Benchmark's own) ask for.
 * Returns an exit status: 0, 1 if one failed, 2 for a wrong flag or a filter that matches nothing.
 */
int gbench_main(int argc, char **argv, const struct gbench_micro *table, size_t count);

#ifdef __cplusplus
}
#endif

#endif
