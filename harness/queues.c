/* bench queues: every queue does the same work, with real threads; tables, results file,
 * pictures. */
#include "results/queues.h"
#include "harness/commands.h"
#include "harness/context.h"
#include "harness/die.h"
#include "harness/gbench.h"
#include "harness/measure.h"
#include "harness/options.h"
#include "harness/plot.h"
#include "harness/progress.h"
#include "harness/queue_case.h"
#include "harness/temporary.h"

#include "synth_gen/random.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define CLOCK_READS 100000

struct queues {
    uint64_t runs;
    struct option_list scenarios;
    struct option_list queues;
    const char *out;

    const struct peer_ops *peers[QUEUES_MAX]; /* that take part, in the table's order */
    uint32_t peer_count;
    char folder[TEMPORARY_BYTES];
    char file[TEMPORARY_BYTES + 16]; /* results.json */
    struct progress progress;
};

#define FIELD(name) offsetof(struct queues, name)

static const char *const scenario_names[] = {"flat", "full", "low-rate", "round-trip", NULL};
static const char *queue_names[QUEUES_MAX + 1]; /* of peer_table */

static const struct option_spec specs[] = {
    OPTION("runs", OPTION_COUNT, FIELD(runs), "10", "rounds; each runs every queue once", .min = 1,
           .max = RESULTS_ROUNDS_MAX),
    OPTION("scenarios", OPTION_LIST, FIELD(scenarios), "flat,full,low-rate,round-trip",
           "all of these, or some", .choices = scenario_names, .shape = "A,B,..."),
    OPTION("queues", OPTION_LIST, FIELD(queues), NULL, "all of these, or some [all]",
           .choices = queue_names, .shape = "A,B,..."),
    OPTION("out", OPTION_TEXT, FIELD(out), NULL,
           "folder for results and plots [results/runs/DATE-TIME]", .shape = "DIR"),
    {0},
};

static bool listed(const struct option_list *list, const char *name)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (strcmp(list->item[i], name) == 0)
            return true;
    }
    return false;
}

static void pick_peers(struct queues *queues)
{
    for (size_t i = 0; peer_table[i]; i++) {
        if (queues->queues.count == 0 || listed(&queues->queues, peer_table[i]->name))
            queues->peers[queues->peer_count++] = peer_table[i];
    }
}

/* The subject of a run. */
struct subject {
    const struct queue_case *at;
    const struct peer_ops *ops;
};

static void report_run(const struct queue_result *result, struct gbench_state *state)
{
    gbench_set_seconds(state, result->wall_seconds, result->cpu_seconds);
    for (int f = 0; f < QUEUE_FIGURES; f++)
        gbench_set_counter(state, queue_figures[f], result->figure[f]);
    gbench_set_histogram(state, &result->latency);
}

static int measure(void *argument, const struct gbench_run *run, struct gbench_state *state,
                   char message[GBENCH_MESSAGE_BYTES])
{
    struct queues *queues = argument;
    const struct subject *subject = run->subject;
    struct queue_result result = {0};

    progress_show(&queues->progress, run->name);
    for (int f = 0; f < QUEUE_FIGURES; f++)
        result.figure[f] = (double)NAN;
    int error = subject->at->measure(subject->at, subject->ops, &result, message);
    if (!error)
        report_run(&result, state);
    progress_step(&queues->progress);
    return error;
}

/* The queues that can take part in a case, in random order. */
static size_t fill_round(const struct queues *queues, const struct queue_case *at, uint32_t round,
                         struct random *random, struct subject *subjects, struct gbench_run *runs)
{
    size_t count = 0;

    for (uint32_t p = 0; p < queues->peer_count; p++) {
        if (queue_case_fits(at, queues->peers[p]))
            subjects[count++] = (struct subject){at, queues->peers[p]};
    }
    for (size_t i = count; i > 1; i--) {
        size_t other = random_below(random, (uint32_t)i);
        struct subject swap = subjects[i - 1];

        subjects[i - 1] = subjects[other];
        subjects[other] = swap;
    }
    for (size_t i = 0; i < count; i++) {
        struct queue_result named = {0};

        snprintf(named.scenario, sizeof named.scenario, "%s", at->scenario);
        snprintf(named.place, sizeof named.place, "%s", at->place);
        snprintf(named.queue, sizeof named.queue, "%s", subjects[i].ops->name);
        runs[i] = (struct gbench_run){.round = round, .subject = &subjects[i]};
        queue_result_name(&named, runs[i].name);
    }
    return count;
}

static uint32_t count_runs(const struct queues *queues)
{
    uint32_t count = 0;

    for (const struct queue_case *at = queue_cases; at->scenario; at++) {
        for (uint32_t p = 0; p < queues->peer_count; p++)
            count += listed(&queues->scenarios, at->scenario) &&
                     queue_case_fits(at, queues->peers[p]);
    }
    return count * (uint32_t)queues->runs;
}

static void describe(const struct queues *queues, struct context *context)
{
    char names[CONTEXT_VALUE_BYTES] = "";
    size_t used = 0;
    uint64_t begun_ns = measure_wall_ns();

    for (int i = 0; i < CLOCK_READS; i++)
        measure_wall_ns();
    double clock_ns = (double)(measure_wall_ns() - begun_ns) / CLOCK_READS;

    context_machine(context);
    for (uint32_t p = 0; p < queues->peer_count && used < sizeof names; p++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", p ? "," : "",
                                 queues->peers[p]->name);
    context_add(context, "queues", "%s", names);
    context_add(context, "clock_ns", "%.0f", clock_ns);
}

/* Round by round, case by case, so that a machine whose speed drifts does so for all queues. */
static int run_rounds(struct queues *queues, char message[GBENCH_MESSAGE_BYTES])
{
    static struct subject subjects[QUEUES_MAX];
    static struct gbench_run runs[QUEUES_MAX];
    struct random random = random_start(measure_wall_ns(), 0);
    struct context context;
    struct gbench *gbench;

    snprintf(message, GBENCH_MESSAGE_BYTES, "out of memory");
    describe(queues, &context);
    int error = gbench_open(queues->file, (uint32_t)queues->runs, context.entries, context.count,
                            &gbench);
    for (uint32_t round = 0; round < queues->runs && !error; round++) {
        for (const struct queue_case *at = queue_cases; at->scenario && !error; at++) {
            if (!listed(&queues->scenarios, at->scenario))
                continue;
            size_t count = fill_round(queues, at, round, &random, subjects, runs);
            error = gbench_round(gbench, runs, count, measure, queues, message);
        }
    }
    gbench_close(gbench);
    progress_clear(&queues->progress);
    return error;
}

/* Prints what the results file says, and draws it. */
static void report(const struct queues *queues)
{
    char message[RESULTS_MESSAGE_BYTES];
    struct queue_set set;

    if (queues_read(queues->file, &set, message))
        die("%s", message);
    queues_print(stdout, &set);
    queues_free(&set);
    fflush(stdout);
    if (plot_draw(queues->file, HANDOFF_ROOT "/plots", message))
        fprintf(stderr, "bench: warning: no plots: %s\n", message);
    printf("\nresults and plots: %s\n", queues->folder);
}

int queues_command(int argc, char **argv)
{
    static const struct option_table table = {
        "queues", "Makes each queue do the same work, with real threads.", specs};
    char message[GBENCH_MESSAGE_BYTES];
    struct queues queues = {0};

    for (size_t i = 0; peer_table[i]; i++)
        queue_names[i] = peer_table[i]->name;
    options_parse_or_exit(&table, argc, argv, &queues);
    pick_peers(&queues);
    temporary_run_folder(queues.out, queues.folder);
    snprintf(queues.file, sizeof queues.file, "%s/results.json", queues.folder);
    progress_init(&queues.progress, count_runs(&queues));

    int error = run_rounds(&queues, message);
    if (error == -EBADMSG) {
        fprintf(stderr, "bench: %s\n", message);
        return 1;
    }
    if (error)
        die("%s", message);
    report(&queues);
    return 0;
}
