#include "harness/plot.h"

#include "results/format.h"
#include "results/results.h"

#include <errno.h>
#include <math.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define VALUES_MAX 7
#define NOTE_BYTES 512

extern char **environ;

/* One figure: the columns of its data behind x and path, and a row's values. */
struct figure {
    const char *name;
    const char *columns; /* separated by tabs */
    size_t count;        /* of columns */
    /* Returns false for a path that the figure does not show. */
    bool (*row)(const struct result_set *set, const char *path, uint32_t work_ns,
                double values[VALUES_MAX]);
};

static bool producer_cpu_row(const struct result_set *set, const char *path, uint32_t work_ns,
                             double values[VALUES_MAX])
{
    struct stats_summary cpu = results_summary(set, path, work_ns, RESULT_PRODUCER_CPU);

    values[0] = cpu.median;
    values[1] = cpu.min;
    values[2] = cpu.max;
    return true;
}

static bool process_cpu_row(const struct result_set *set, const char *path, uint32_t work_ns,
                            double values[VALUES_MAX])
{
    struct stats_summary producer = results_summary(set, path, work_ns, RESULT_PRODUCER_CPU);
    struct stats_summary process = results_summary(set, path, work_ns, RESULT_PROCESS_CPU);

    values[0] = fmin(producer.median, process.median);
    values[1] = process.median - values[0];
    values[2] = process.median;
    values[3] = process.min;
    values[4] = process.max;
    return true;
}

static bool close_row(const struct result_set *set, const char *path, uint32_t work_ns,
                      double values[VALUES_MAX])
{
    double total = results_summary(set, path, work_ns, RESULT_CLOSE_WALL).median;
    double rest = total;

    for (int i = 0; i < 5; i++) {
        enum result_figure figure = (enum result_figure)(RESULT_CLOSE_PUBLISH + i);
        double part = results_summary(set, path, work_ns, figure).median;
        values[i] = isnan(part) ? 0 : part;
        rest -= values[i];
    }
    values[5] = fmax(rest, 0);
    values[6] = total;
    return strcmp(path, "none") != 0;
}

static bool waits_row(const struct result_set *set, const char *path, uint32_t work_ns,
                      double values[VALUES_MAX])
{
    struct stats_summary times = results_summary(set, path, work_ns, RESULT_PRODUCER_WAITS);
    struct stats_summary ms = results_summary(set, path, work_ns, RESULT_PRODUCER_WAIT);

    values[0] = times.median;
    values[1] = times.min;
    values[2] = times.max;
    values[3] = ms.median;
    values[4] = ms.min;
    values[5] = ms.max;
    return strncmp(path, "ring", 4) == 0;
}

static const struct figure figures[] = {
    {"producer_cpu", "ns_per_event\tmin\tmax", 3, producer_cpu_row},
    {"process_cpu", "producer_ns_per_event\trest\ttotal\tmin\tmax", 5, process_cpu_row},
    {"close", "publish_ms\tdrain\tencode\tcommit\tjoin\tother\ttotal", 7, close_row},
    {"waits", "times\tmin\tmax\tms\tmin\tmax", 6, waits_row},
};

/* Room for a path of this program's making; longer ones fail with -ENAMETOOLONG. */
struct name {
    char text[4096];
};

static int join(struct name *name, const char *folder, const char *file, const char *suffix)
{
    int length = snprintf(name->text, sizeof name->text, "%s/%s%s", folder, file, suffix);

    return length < (int)sizeof name->text ? 0 : -ENAMETOOLONG;
}

static bool any_nan(const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (isnan(values[i]))
            return true;
    }
    return false;
}

/* The rows of one situation from *x on. Returns how many. */
static size_t write_situation(FILE *file, const struct figure *figure, const struct result_set *set,
                              uint32_t work_ns, int x)
{
    size_t rows = 0;

    for (size_t p = 0; p < set->path_count; p++) {
        double values[VALUES_MAX];
        const char *path = set->paths[p];
        if (!figure->row(set, path, work_ns, values) || any_nan(values, figure->count))
            continue;
        fprintf(file, "%d\t%s", x + (int)rows, path);
        for (size_t i = 0; i < figure->count; i++)
            fprintf(file, "\t%.6g", values[i]);
        fputc('\n', file);
        rows++;
    }
    return rows;
}

/* Two data sets: the bars, and the middle of each situation's bars with its name. Returns the
 * number of bars. */
static size_t write_figure(FILE *file, const struct figure *figure, const struct result_set *set)
{
    double middle[RESULTS_SITUATIONS_MAX];
    size_t bars = 0;
    int x = 0;

    fprintf(file, "# x\tpath\t%s\n", figure->columns);
    for (size_t s = 0; s < set->situation_count; s++) {
        size_t rows = write_situation(file, figure, set, set->situations[s], x);
        middle[s] = rows ? x + ((double)rows - 1) / 2 : (double)NAN;
        x += (int)rows + (rows > 0); /* a gap between situations */
        bars += rows;
    }
    fputs("\n\n# x\tsituation\n", file);
    for (size_t s = 0; s < set->situation_count; s++) {
        if (isnan(middle[s]))
            continue;
        if (set->situations[s] == 0)
            fprintf(file, "%g\twithout work\n", middle[s]);
        else
            fprintf(file, "%g\twith %u ns of work\n", middle[s], set->situations[s]);
    }
    return bars;
}

/* Writes the data of all figures; the names of those that have any are in drawn. */
static int export(const struct result_set *set, const char *folder, char drawn[256],
                  char message[PLOT_MESSAGE_BYTES])
{
    drawn[0] = '\0';
    for (size_t f = 0; f < sizeof figures / sizeof *figures; f++) {
        struct name name;
        int error = join(&name, folder, figures[f].name, ".dat");
        FILE *file = error ? NULL : fopen(name.text, "w");
        if (!error && !file)
            error = -errno;
        if (!error && write_figure(file, &figures[f], set) > 0) {
            size_t length = strlen(drawn);
            snprintf(drawn + length, 256 - length, " %s", figures[f].name);
        }
        if (file && fclose(file) != 0)
            error = -errno;
        if (error) {
            snprintf(message, PLOT_MESSAGE_BYTES, "%.400s: %s", name.text, strerror(-error));
            return error;
        }
    }
    return 0;
}

/* The small print, two lines: what was run, and where. */
static void describe(const struct result_set *set, char note[NOTE_BYTES])
{
    const char *profile = results_context_find(set, "profile");
    const char *commit = results_context_find(set, "commit");
    const char *date = results_context_find(set, "date");
    const char *cpu = results_context_find(set, "cpu");
    double events = set->run_count ? set->runs[0].figure[RESULT_EVENTS] : (double)NAN;
    char rounds[64] = "one round";

    if (set->rounds > 1)
        snprintf(rounds, sizeof rounds, "median and range of %u rounds", set->rounds);
    snprintf(note, NOTE_BYTES, "%s events%s%.32s, %s%s%.24s\n%.64s%s%u cores%s%.10s",
             format_count(events).text, profile ? ", profile " : "", profile ? profile : "", rounds,
             commit ? ", commit " : "", commit ? commit : "", cpu ? cpu : "", cpu ? ", " : "",
             results_cores(set), date ? ", " : "", date ? date : "");
}

/* Reads all that comes, and keeps its last line that says something. */
static void last_line(int from, char *line, size_t bytes)
{
    char text[4096];
    size_t length = 0;
    FILE *file = fdopen(from, "r");

    line[0] = '\0';
    if (!file) {
        close(from);
        return;
    }
    while (fgets(text, sizeof text, file)) {
        length = strcspn(text, "\n");
        text[length] = '\0';
        if (text[strspn(text, " \t^")] != '\0')
            snprintf(line, bytes, "%s", text + strspn(text, " \t"));
    }
    fclose(file);
}

/* Runs gnuplot, and waits for it. complaint: the last line that it wrote to stderr. */
static int run_gnuplot(char *const argv[], char *complaint, size_t bytes)
{
    posix_spawn_file_actions_t actions;
    int ends[2], status;
    pid_t child;

    if (pipe(ends) != 0)
        return -errno;
    int error = -posix_spawn_file_actions_init(&actions);
    if (error)
        goto close_ends;
    error = -posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    if (!error)
        error = -posix_spawn_file_actions_addclose(&actions, ends[0]);
    if (!error)
        error = -posix_spawnp(&child, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        goto close_ends;

    close(ends[1]);
    last_line(ends[0], complaint, bytes);
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            return -errno;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return -ENOENT; /* a system that finds out only in the child */
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -EIO;

close_ends:
    close(ends[0]);
    close(ends[1]);
    return error;
}

static int draw(const char *folder, const char *scripts, char *drawn, char *note,
                char message[PLOT_MESSAGE_BYTES])
{
    struct name script, folder_copy, scripts_copy;
    char complaint[400] = "", gnuplot[] = "gnuplot", with[] = "-c";

    if (join(&script, scripts, "draw", ".gp") || join(&folder_copy, folder, "", "") ||
        join(&scripts_copy, scripts, "", "")) {
        snprintf(message, PLOT_MESSAGE_BYTES, "%.400s: %s", folder, strerror(ENAMETOOLONG));
        return -ENAMETOOLONG;
    }
    char *argv[] = {gnuplot,           with, script.text, folder_copy.text,
                    scripts_copy.text, note, drawn,       NULL};
    int error = run_gnuplot(argv, complaint, sizeof complaint);
    if (error == -ENOENT)
        snprintf(message, PLOT_MESSAGE_BYTES,
                 "gnuplot: not found; install it (gnuplot-nox) to draw the figures");
    else if (error)
        snprintf(message, PLOT_MESSAGE_BYTES, "gnuplot: %s",
                 complaint[0] ? complaint : strerror(-error));
    return error;
}

int plot_draw(const char *results_json, const char *scripts, char message[PLOT_MESSAGE_BYTES])
{
    struct result_set set;
    char reason[RESULTS_MESSAGE_BYTES], note[NOTE_BYTES], drawn[256];
    const char *slash = strrchr(results_json, '/');
    char *folder = slash ? strndup(results_json, (size_t)(slash - results_json)) : strdup(".");

    if (!folder) {
        snprintf(message, PLOT_MESSAGE_BYTES, "%s", strerror(ENOMEM));
        return -ENOMEM;
    }
    int error = results_read(results_json, &set, reason);
    if (error) {
        snprintf(message, PLOT_MESSAGE_BYTES, "%s", reason);
        goto free_folder;
    }
    error = export(&set, folder, drawn, message);
    if (error == 0 && drawn[0] != '\0') {
        describe(&set, note);
        error = draw(folder, scripts, drawn, note, message);
    }
    results_free(&set);
free_folder:
    free(folder);
    return error;
}
