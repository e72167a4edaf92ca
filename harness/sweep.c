/* bench sweep: the same comparison at several points; table, results file, pictures. */
#include "results/sweep.h"
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
#include "harness/sweep_points.h"
#include "harness/temporary.h"
#include "harness/work.h"

#include "synth_gen/random.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct sweep {
    struct sweep_workload base;
    struct sweep_axis axes[SWEEP_PARAMETERS_MAX];
    uint64_t runs;
    struct option_list paths;
    const char *out;

    struct sweep_at points[SWEEP_POINTS_MAX];
    uint32_t point_count;
    char folder[TEMPORARY_BYTES];
    char file[TEMPORARY_BYTES + 16]; /* results.json */
    struct progress progress;
    const char *differs; /* what was not identical, or NULL */
};

/* The subject of a run. */
struct subject {
    const struct sweep_at *point;
    const char *path;
};

#define FIELD(name) offsetof(struct sweep, name)

static const struct option_spec specs[] = {
    OPTION("over", OPTION_TEXT, FIELD(axes[0].parameter), NULL,
           "work-ns, chunks, chunk-bytes, signals, events, workers or lookahead",
           .choices = sweep_points_parameters, .shape = "PARAMETER"),
    OPTION("values", OPTION_LIST, FIELD(axes[0].values), NULL,
           "its values, written as its option's [some that fit it]", .shape = "A,B,..."),
    OPTION("over2", OPTION_TEXT, FIELD(axes[1].parameter), NULL, "a second one: makes a grid",
           .choices = sweep_points_parameters, .shape = "PARAMETER"),
    OPTION("values2", OPTION_LIST, FIELD(axes[1].values), NULL, "its values [some that fit it]",
           .shape = "A,B,..."),
    OPTION("runs", OPTION_COUNT, FIELD(runs), "3", "rounds; each runs every path at every point",
           .min = 1, .max = RESULTS_ROUNDS_MAX),
    OPTION("paths", OPTION_LIST, FIELD(paths), "none,direct,ring",
           "which; also ring-deferred and queue-...", .choices = paths_names, .shape = "A,B,..."),
    OPTION("work-ns", OPTION_COUNT, FIELD(base.work_ns), "60",
           "the producer's own work before each change, if not varied", .max = 1000000),
    OPTION("out", OPTION_TEXT, FIELD(out), NULL,
           "folder for results and plots [results/runs/DATE-TIME]", .shape = "DIR"),
    {0},
};

static void name_run(const struct subject *subject, char name[SWEEP_NAME_BYTES])
{
    struct sweep_name is = subject->point->name;

    snprintf(is.path, sizeof is.path, "%s", subject->path);
    sweep_name(&is, name);
}

/* One run, in a child. */
static int measure(void *argument, const struct gbench_run *run, struct gbench_state *state,
                   char message[GBENCH_MESSAGE_BYTES])
{
    struct sweep *sweep = argument;
    const struct subject *subject = run->subject;
    const struct sweep_at *point = subject->point;
    char output[TEMPORARY_BYTES + 64];
    struct path_child child = {
        .settings = &point->workload.settings,
        .path = subject->path,
        .work_ns = (uint32_t)point->workload.work_ns,
        .work_loops = point->work_loops,
        .output = output,
    };
    struct result result = {0};

    if (interrupt_seen()) {
        snprintf(message, GBENCH_MESSAGE_BYTES, "interrupted");
        return -EINTR;
    }
    snprintf(output, sizeof output, "%s/output%s", sweep->folder,
             path_child_suffix(child.settings));
    progress_show(&sweep->progress, run->name);
    int error = path_child_run(&child, &result, message);
    if (error)
        return error;
    path_child_report(&result, state);
    if (!drive_decoded_to_source(&result))
        sweep->differs = "an output does not decode to the source";
    progress_step(&sweep->progress);
    return 0;
}

static void shuffle(struct random *random, uint32_t *order, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = random_below(random, i + 1);

        order[i] = order[other];
        order[other] = i;
    }
}

/* Every path at every point once. A machine's speed drifts: so the points come in random order,
 * and the paths of a point, which are compared with each other, one after the other. */
static size_t fill_round(const struct sweep *sweep, uint32_t round, struct random *random,
                         struct subject *subjects, struct gbench_run *runs)
{
    uint32_t points[SWEEP_POINTS_MAX], paths[OPTION_LIST_MAX];
    size_t count = 0;

    shuffle(random, points, sweep->point_count);
    for (uint32_t i = 0; i < sweep->point_count; i++) {
        shuffle(random, paths, sweep->paths.count);
        for (uint32_t p = 0; p < sweep->paths.count; p++) {
            subjects[count] = (struct subject){&sweep->points[points[i]],
                                               sweep->paths.item[paths[p]]};
            runs[count] = (struct gbench_run){.round = round, .subject = &subjects[count]};
            name_run(&subjects[count], runs[count].name);
            count++;
        }
    }
    return count;
}

static bool varies(const struct sweep *sweep, const char *parameter)
{
    for (int i = 0; i < SWEEP_PARAMETERS_MAX; i++) {
        const char *over = sweep->axes[i].parameter;

        if (over && strcmp(over, parameter) == 0)
            return true;
    }
    return false;
}

static void run_rounds(struct sweep *sweep)
{
    static struct subject subjects[SWEEP_POINTS_MAX * OPTION_LIST_MAX];
    static struct gbench_run runs[SWEEP_POINTS_MAX * OPTION_LIST_MAX];
    struct random random = random_start(measure_wall_ns(), 0);
    char message[GBENCH_MESSAGE_BYTES] = "out of memory";
    struct context context;
    struct gbench *gbench;

    context_machine(&context);
    context_workload(&context, &sweep->base.settings);
    if (!varies(sweep, "work-ns"))
        context_add(&context, "work_ns", "%u", (unsigned)sweep->base.work_ns);
    int error = gbench_open(sweep->file, (uint32_t)sweep->runs, context.entries, context.count,
                            &gbench);
    for (uint32_t round = 0; round < sweep->runs && !error; round++) {
        size_t count = fill_round(sweep, round, &random, subjects, runs);

        error = gbench_round(gbench, runs, count, measure, sweep, message);
    }
    gbench_close(gbench);
    progress_clear(&sweep->progress);
    if (error && !interrupt_seen())
        die("%s", message);
}

/* Each amount of work once: it takes a while. */
static void calibrate(struct sweep_at *points, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        struct sweep_workload *workload = &points[i].workload;

        for (uint32_t j = 0; j < i && !points[i].work_loops; j++) {
            if (points[j].workload.work_ns == workload->work_ns)
                points[i].work_loops = points[j].work_loops;
        }
        if (workload->work_ns && !points[i].work_loops &&
            work_calibrate((uint32_t)workload->work_ns, workload->settings.work_bytes,
                           &points[i].work_loops))
            die("--work-bytes: out of memory");
    }
}

/* Prints what the results file says, and draws it. */
static void report(struct sweep *sweep)
{
    char message[RESULTS_MESSAGE_BYTES];
    struct sweep_set set;

    if (sweep_read(sweep->file, &set, message))
        die("%s", message);
    sweep_print(stdout, &set);
    for (size_t i = 0; i < set.point_count; i++) {
        if (!results_same_output(&set.points[i].runs))
            sweep->differs = "at some point the outputs are not the same, byte for byte";
    }
    sweep_free(&set);
    if (!sweep->differs && path_child_suffix(&sweep->base.settings)[0])
        puts("Output: at each point the same bytes in every run.");
    fflush(stdout);
    if (plot_draw(sweep->file, HANDOFF_ROOT "/plots", message))
        fprintf(stderr, "bench: warning: no plots: %s\n", message);
    printf("results and plots: %s\n", sweep->folder);
}

int sweep_command(int argc, char **argv)
{
    static struct sweep sweep;
    char message[OPTIONS_MESSAGE_BYTES];

    settings_parse("sweep", "Compares direct and ring while one or two parameters vary.", specs,
                   argc, argv, &sweep);
    if (!sweep.axes[0].parameter)
        die("--over: missing (see bench sweep --help)");
    if (!sweep.axes[1].parameter && sweep.axes[1].values.count)
        die("--values2: needs --over2");
    int count = sweep_points(&sweep.base, sweep.axes, sweep.points, message);
    if (count < 0)
        die("%s", message);
    sweep.point_count = (uint32_t)count;
    kept_source_open(&sweep.base.settings);
    for (int i = 0; i < count; i++)
        sweep.points[i].workload.settings.kept = sweep.base.settings.kept;
    calibrate(sweep.points, sweep.point_count);
    temporary_run_folder(sweep.out, sweep.folder);
    snprintf(sweep.file, sizeof sweep.file, "%s/results.json", sweep.folder);
    progress_init(&sweep.progress, (uint32_t)sweep.runs * sweep.paths.count * sweep.point_count);
    interrupt_catch();

    run_rounds(&sweep);
    if (interrupt_seen())
        fprintf(stderr, "bench: interrupted; what was measured:\n");
    if (interrupt_seen() && access(sweep.file, R_OK))
        return 130;
    report(&sweep);
    if (sweep.differs)
        fprintf(stderr, "bench: %s\n", sweep.differs);
    return sweep.differs ? 1 : interrupt_seen() ? 130 : 0;
}
