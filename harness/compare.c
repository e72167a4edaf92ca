/* bench compare: every path in a child process of its own, round by round; table, verdict,
 * results file, pictures. */
#include "harness/commands.h"
#include "harness/context.h"
#include "harness/die.h"
#include "harness/drive.h"
#include "harness/gbench.h"
#include "harness/interrupt.h"
#include "harness/kept_source.h"
#include "harness/measure.h"
#include "harness/path_child.h"
#include "harness/paths.h"
#include "harness/plot.h"
#include "harness/progress.h"
#include "harness/temporary.h"
#include "harness/work.h"
#include "results/results.h"

#include "synth_gen/random.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SITUATIONS_MAX 8
#define RUNS_MAX       (OPTION_LIST_MAX * SITUATIONS_MAX) /* in a round */

/* direct-again is direct: the difference that the machine makes by itself. */
static const char *const columns[] = {
    "none", "floor",         "direct",      "direct-again", "direct-parallel",
    "ring", "ring-deferred", "queue-mutex", "queue-spsc",   "queue-boost",
    NULL};

struct compare {
    struct settings settings;
    uint64_t runs;
    struct option_list paths;
    struct option_list work; /* ns, as text */
    const char *out;
    bool keep;

    uint32_t work_ns[SITUATIONS_MAX], work_loops[SITUATIONS_MAX];
    char folder[TEMPORARY_BYTES];
    char file[TEMPORARY_BYTES + 16]; /* results.json */
    struct progress progress;
    const char *differs;   /* what was not identical, or NULL */
    char first_output[33]; /* hash of the first run's without gaps, "" if none made one */
    char proven[33];       /* hash of one that was read back, "" if none was */
    bool gaps;             /* in some run */
    bool decoded;          /* all outputs of runs without gaps were read back */
    bool gaps_decoded;     /* and those of runs with gaps */
};

#define FIELD(name) offsetof(struct compare, name)

static const struct option_spec specs[] = {
    OPTION("runs", OPTION_COUNT, FIELD(runs), "3", "rounds; each runs every path once", .min = 1,
           .max = RESULTS_ROUNDS_MAX),
    OPTION("paths", OPTION_LIST, FIELD(paths), NULL,
           "which, in any order [all that the writer has, but for queue-...]", .choices = columns,
           .shape = "A,B,..."),
    OPTION("work-ns", OPTION_LIST, FIELD(work), "0,60",
           "the producer's own work before each change, in turn", .shape = "N,N,..."),
    OPTION("out", OPTION_TEXT, FIELD(out), NULL,
           "folder for results and plots [results/runs/DATE-TIME]", .shape = "DIR"),
    OPTION("keep", OPTION_FLAG, FIELD(keep), NULL, "keep the files that the writers made"),
    {0},
};

static void note_differences(struct compare *compare, const struct result *result)
{
    if (!drive_decoded_to_source(result))
        compare->differs = "an output does not decode to the source";
    if (!result->output_xxh3[0])
        return;
    if (result_has_gaps(result)) {
        compare->gaps = true;
        compare->gaps_decoded &= result->decoded_xxh3[0] != '\0';
        return;
    }
    if (result->decoded_xxh3[0])
        memcpy(compare->proven, result->output_xxh3, sizeof compare->proven);
    compare->decoded &= strcmp(compare->proven, result->output_xxh3) == 0;
    if (!compare->first_output[0])
        memcpy(compare->first_output, result->output_xxh3, sizeof compare->first_output);
    if (strcmp(compare->first_output, result->output_xxh3) != 0)
        compare->differs = "the outputs are not the same, byte for byte";
}

/* One run, in a child. */
static int measure(void *argument, const struct gbench_run *run, struct gbench_state *state,
                   char message[GBENCH_MESSAGE_BYTES])
{
    struct compare *compare = argument;
    struct result *result = run->subject;
    struct path_child child = {&compare->settings, result->path, .keep = compare->keep};
    char what[64], output[TEMPORARY_BYTES + 64];
    uint32_t situation = 0;

    if (interrupt_seen()) {
        snprintf(message, GBENCH_MESSAGE_BYTES, "interrupted");
        return -EINTR;
    }
    while (compare->work_ns[situation] != result->work_ns)
        situation++;
    child.work_ns = result->work_ns;
    child.work_loops = compare->work_loops[situation];
    child.proven = compare->proven[0] ? compare->proven : NULL;
    snprintf(output, sizeof output, "%s/%s-%u-%u%s", compare->folder, result->path, result->work_ns,
             result->round, path_child_suffix(&compare->settings));
    child.output = output;
    snprintf(what, sizeof what, "%s, %u ns of work", result->path, result->work_ns);
    progress_show(&compare->progress, what);
    int error = path_child_run(&child, result, message);
    if (error)
        return error;
    path_child_report(result, state);
    note_differences(compare, result);
    progress_step(&compare->progress);
    return 0;
}

static void shuffle(struct random *random, struct result *results, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t other = random_below(random, (uint32_t)i);
        struct result swap = results[i - 1];

        results[i - 1] = results[other];
        results[other] = swap;
    }
}

/* Every path in every situation once, as subjects of runs. The paths of a situation are compared
 * with each other, so they come one after the other, in random order: a machine's speed drifts. */
static size_t fill_round(const struct compare *compare, uint32_t round, struct random *random,
                         struct result *results, struct gbench_run *runs)
{
    size_t count = 0;

    for (uint32_t work = 0; work < compare->work.count; work++) {
        for (uint32_t path = 0; path < compare->paths.count; path++) {
            struct result *result = &results[count++];

            *result = (struct result){.work_ns = compare->work_ns[work], .round = round};
            snprintf(result->path, sizeof result->path, "%s", compare->paths.item[path]);
        }
        shuffle(random, results + count - compare->paths.count, compare->paths.count);
    }
    for (size_t i = 0; i < count; i++) {
        runs[i] = (struct gbench_run){.round = round, .subject = &results[i]};
        result_name(&results[i], runs[i].name);
    }
    return count;
}

static void run_rounds(struct compare *compare)
{
    static struct result results[RUNS_MAX];
    static struct gbench_run runs[RUNS_MAX];
    struct context context;
    struct gbench *gbench;
    char message[GBENCH_MESSAGE_BYTES] = "out of memory";
    struct random random = random_start(measure_wall_ns(), 0);
    int error;

    context_machine(&context);
    context_workload(&context, &compare->settings);
    error = gbench_open(compare->file, (uint32_t)compare->runs, context.entries, context.count,
                        &gbench);
    for (uint32_t round = 0; round < compare->runs && !error; round++) {
        size_t count = fill_round(compare, round, &random, results, runs);

        error = gbench_round(gbench, runs, count, measure, compare, message);
    }
    gbench_close(gbench);
    progress_clear(&compare->progress);
    if (error && !interrupt_seen())
        die("%s", message);
}

static void choose_paths(struct compare *compare)
{
    struct option_list *paths = &compare->paths;
    bool given = paths->count > 0;

    for (uint32_t i = 0; i < paths->count; i++)
        if (!paths_can(&compare->settings, paths->item[i]))
            die("--paths %s: the %s writer has no thread of its format's own library",
                paths->item[i], compare->settings.writer);
    for (size_t i = 0; columns[i] && !given; i++)
        if (strncmp(columns[i], "queue", 5) != 0 && paths_can(&compare->settings, columns[i]))
            snprintf(paths->item[paths->count++], sizeof paths->item[0], "%s", columns[i]);
}

static void read_situations(struct compare *compare)
{
    for (uint32_t i = 0; i < compare->work.count; i++) {
        char *end;
        unsigned long ns = strtoul(compare->work.item[i], &end, 10);

        if (i == SITUATIONS_MAX || *end || ns > 1000000)
            die("--work-ns %s: not up to %d numbers of nanoseconds, at most 1000000",
                compare->work.item[i], SITUATIONS_MAX);
        compare->work_ns[i] = (uint32_t)ns;
        if (ns &&
            work_calibrate((uint32_t)ns, compare->settings.work_bytes, &compare->work_loops[i]))
            die("--work-bytes: out of memory");
    }
}

static void report_output(const struct compare *compare)
{
    if (compare->differs)
        return;
    if (compare->first_output[0])
        printf("Output: the same bytes in every run%s%s.\n", compare->gaps ? " without gaps" : "",
               compare->decoded ? ", and they decode to the source" : "");
    if (compare->gaps && compare->gaps_decoded)
        puts(
            "All that was lost is accounted for: the other files are the source with exactly these "
            "gaps.");
    else if (compare->gaps)
        puts("All that was lost is accounted for; the other files were not read back.");
}

/* Prints what the results file says, and draws it. */
static void report(const struct compare *compare)
{
    char message[RESULTS_MESSAGE_BYTES];
    struct result_set set;

    if (results_read(compare->file, &set, message))
        die("%s", message);
    results_print(stdout, &set);
    results_verdict(stdout, &set);
    results_free(&set);
    report_output(compare);
    fflush(stdout);
    if (plot_draw(compare->file, HANDOFF_ROOT "/plots", message))
        fprintf(stderr, "bench: warning: no plots: %s\n", message);
    printf("\nresults and plots: %s\n", compare->folder);
}

int compare_command(int argc, char **argv)
{
    struct compare compare = {.decoded = true, .gaps_decoded = true};

    settings_parse("compare", "Drives the source through each path and compares cost and output.",
                   specs, argc, argv, &compare);
    choose_paths(&compare);
    read_situations(&compare);
    kept_source_open(&compare.settings);
    temporary_run_folder(compare.out, compare.folder);
    snprintf(compare.file, sizeof compare.file, "%s/results.json", compare.folder);
    progress_init(&compare.progress,
                  (uint32_t)(compare.runs * compare.paths.count * compare.work.count));
    interrupt_catch();

    run_rounds(&compare);
    if (interrupt_seen())
        fprintf(stderr, "bench: interrupted; what was measured:\n");
    if (interrupt_seen() && access(compare.file, R_OK))
        return 130;
    report(&compare);
    if (compare.differs)
        fprintf(stderr, "bench: %s\n", compare.differs);
    return compare.differs ? 1 : interrupt_seen() ? 130 : 0;
}
