/* bench compare: every path in a child process of its own, round by round; table, verdict,
 * results file, pictures. */
#include "harness/child.h"
#include "harness/commands.h"
#include "harness/context.h"
#include "harness/die.h"
#include "harness/drive.h"
#include "harness/gbench.h"
#include "harness/measure.h"
#include "harness/paths.h"
#include "harness/plot.h"
#include "harness/progress.h"
#include "harness/temporary.h"
#include "harness/work.h"
#include "results/results.h"

#include "direct_writer/writer.h"
#include "synth_gen/random.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SITUATIONS_MAX 8
#define RUNS_MAX       (OPTION_LIST_MAX * SITUATIONS_MAX) /* in a round */

/* direct-again is direct: the difference that the machine makes by itself. */
static const char *const columns[] = {"none",       "direct",        "direct-again",
                                      "ring",       "ring-deferred", "queue-mutex",
                                      "queue-spsc", "queue-boost",   NULL};

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
    bool decoded;          /* outputs were read back */
    bool gaps;             /* in some run */
};

#define FIELD(name) offsetof(struct compare, name)

static const struct option_spec specs[] = {
    OPTION("runs", OPTION_COUNT, FIELD(runs), "3", "rounds; each runs every path once", .min = 1,
           .max = RESULTS_ROUNDS_MAX),
    OPTION("paths", OPTION_LIST, FIELD(paths), "none,direct,direct-again,ring,ring-deferred",
           "which; also queue-mutex, queue-spsc and queue-boost", .choices = columns,
           .shape = "A,B,..."),
    OPTION("work-ns", OPTION_LIST, FIELD(work), "0,60",
           "the producer's own work before each change, in turn", .shape = "N,N,..."),
    OPTION("out", OPTION_TEXT, FIELD(out), NULL,
           "folder for results and plots [results/runs/DATE-TIME]", .shape = "DIR"),
    OPTION("keep", OPTION_FLAG, FIELD(keep), NULL, "keep the files that the writers made"),
    {0},
};

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

/* Fills result from the "key value" lines that a child printed. */
static void read_lines(char *lines, struct result *result)
{
    char *next = lines, *line;

    for (int i = 0; i < RESULT_FIGURES; i++)
        result->figure[i] = NAN;
    while ((line = strsep(&next, "\n"))) {
        char *value = strchr(line, ' ');

        if (!value)
            continue;
        *value++ = '\0';
        for (int i = 0; i < RESULT_FIGURES; i++)
            if (strcmp(line, result_figures[i].name) == 0)
                result->figure[i] = strtod(value, NULL);
        if (strcmp(line, "output_xxh3") == 0)
            snprintf(result->output_xxh3, sizeof result->output_xxh3, "%s", value);
        if (strcmp(line, "source_xxh3") == 0)
            snprintf(result->source_xxh3, sizeof result->source_xxh3, "%s", value);
        if (strcmp(line, "decoded_xxh3") == 0)
            snprintf(result->decoded_xxh3, sizeof result->decoded_xxh3, "%s", value);
    }
}

/* The words behind a child's own "run", and the file that it writes. */
struct child_words {
    char text[SETTINGS_TEXT_BYTES];
    char path[64], work[32], loops[32];
    char output[TEMPORARY_BYTES + 64];
    const char *argv[SETTINGS_SPECS + 8];
};

static void fill_words(const struct compare *compare, const struct result *result,
                       struct child_words *words)
{
    const char *path = result->path, *suffix = writer_find(compare->settings.writer)->suffix;
    uint32_t situation = 0;
    size_t count = 0;

    while (compare->work_ns[situation] != result->work_ns)
        situation++;
    if (strcmp(path, "direct-again") == 0)
        path = "direct";
    snprintf(words->path, sizeof words->path, "--path=%s", path);
    snprintf(words->work, sizeof words->work, "--work-ns=%u", result->work_ns);
    snprintf(words->loops, sizeof words->loops, "--work-loops=%u", compare->work_loops[situation]);
    snprintf(words->output, sizeof words->output, "--output=%s/%s-%u-%u%s", compare->folder,
             result->path, result->work_ns, result->round, suffix ? suffix : "");

    words->argv[count++] = commands_program;
    words->argv[count++] = "run";
    words->argv[count++] = words->path;
    words->argv[count++] = words->work;
    words->argv[count++] = words->loops;
    words->argv[count++] = words->output;
    settings_words(&compare->settings, words->text, words->argv + count);
}

static void note_differences(struct compare *compare, const struct result *result)
{
    if (!drive_decoded_to_source(result))
        compare->differs = "an output does not decode to the source";
    compare->decoded |= result->decoded_xxh3[0] != '\0';
    compare->gaps |= result_has_gaps(result);
    if (!result->output_xxh3[0] || result_has_gaps(result))
        return;
    if (!compare->first_output[0])
        memcpy(compare->first_output, result->output_xxh3, sizeof compare->first_output);
    if (strcmp(compare->first_output, result->output_xxh3) != 0)
        compare->differs = "the outputs are not the same, byte for byte";
}

static void report_run(const struct result *result, struct gbench_state *state)
{
    double cpu_ns = result->figure[RESULT_PROCESS_CPU] * result->figure[RESULT_EVENTS];

    gbench_set_seconds(state, result->figure[RESULT_TOTAL_WALL] / 1e3, cpu_ns / 1e9);
    for (int i = 0; i < RESULT_FIGURES; i++)
        gbench_set_counter(state, result_figures[i].name, result->figure[i]);
    if (result->output_xxh3[0])
        gbench_set_label(state, result->output_xxh3);
}

/* Before it there may be lines about a full ring. */
static const char *last_line(char *text)
{
    size_t len = strlen(text);
    const char *newline;

    if (len && text[len - 1] == '\n')
        text[len - 1] = '\0';
    newline = strrchr(text, '\n');
    return newline ? newline + 1 : text;
}

/* One run, in a child. */
static int measure(void *argument, const struct gbench_run *run, struct gbench_state *state,
                   char message[GBENCH_MESSAGE_BYTES])
{
    struct compare *compare = argument;
    struct result *result = run->subject;
    struct child_words words;
    struct child_output output;
    char what[64];
    const char *error;
    int status;

    if (interrupted) {
        snprintf(message, GBENCH_MESSAGE_BYTES, "interrupted");
        return -EINTR;
    }
    snprintf(what, sizeof what, "%s, %u ns of work", result->path, result->work_ns);
    progress_show(&compare->progress, what);
    fill_words(compare, result, &words);
    status = child_run(words.argv, &output);
    if (!compare->keep)
        unlink(strchr(words.output, '=') + 1);
    if (status == 0 || status == 1) {
        read_lines(output.out, result);
        report_run(result, state);
        note_differences(compare, result);
        progress_step(&compare->progress);
        return 0;
    }
    error = last_line(output.err);
    if (status < 0)
        snprintf(message, GBENCH_MESSAGE_BYTES, "%.100s: %s", words.argv[0], strerror(-status));
    else if (status > 128)
        snprintf(message, GBENCH_MESSAGE_BYTES, "path %s: ended by signal %d (%s)", result->path,
                 status - 128, strsignal(status - 128));
    else
        snprintf(message, GBENCH_MESSAGE_BYTES, "%.255s",
                 error + (strncmp(error, "bench: ", 7) ? 0 : 7));
    return -ECHILD;
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
    if (error && !interrupted)
        die("%s", message);
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
    if (compare->gaps && compare->decoded)
        puts(
            "All that was lost is accounted for: the other files are the source with exactly these "
            "gaps.");
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
    struct compare compare = {0};

    settings_parse("compare", "Drives the source through each path and compares cost and output.",
                   specs, argc, argv, &compare);
    read_situations(&compare);
    /* Here, so that a bad source or an odd one is told at once, and once. */
    source_close(settings_open_source(&compare.settings));
    temporary_run_folder(compare.out, compare.folder);
    snprintf(compare.file, sizeof compare.file, "%s/results.json", compare.folder);
    progress_init(&compare.progress,
                  (uint32_t)(compare.runs * compare.paths.count * compare.work.count));
    sigaction(SIGINT, &(struct sigaction){.sa_handler = on_interrupt}, NULL);

    run_rounds(&compare);
    if (interrupted)
        fprintf(stderr, "bench: interrupted; what was measured:\n");
    if (interrupted && access(compare.file, R_OK))
        return 130;
    report(&compare);
    if (compare.differs)
        fprintf(stderr, "bench: %s\n", compare.differs);
    return compare.differs ? 1 : interrupted ? 130 : 0;
}
