/* The figures of a comparison: bars, a group for each situation. */
#include "harness/plot_data.h"

#include "harness/paths.h"
#include "results/format.h"
#include "results/results.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define VALUES_MAX 7

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
    return paths_writes(path);
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
    return strncmp(path, "ring", 4) == 0 || strncmp(path, "queue", 5) == 0;
}

static const struct figure figures[] = {
    {"producer_cpu", "ns_per_event\tmin\tmax", 3, producer_cpu_row},
    {"process_cpu", "producer_ns_per_event\trest\ttotal\tmin\tmax", 5, process_cpu_row},
    {"close", "publish_ms\tdrain\tencode\tcommit\tjoin\tother\ttotal", 7, close_row},
    {"waits", "times\tmin\tmax\tms\tmin\tmax", 6, waits_row},
};

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
static size_t write_figure(FILE *file, const void *subject, size_t index)
{
    const struct result_set *set = subject;
    const struct figure *figure = &figures[index];
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

/* The small print, two lines: what was run, and where. */
static void describe(const struct result_set *set, char note[PLOT_NOTE_BYTES])
{
    const char *profile = results_context_find(&set->context, "profile");
    const char *commit = results_context_find(&set->context, "commit");
    const char *date = results_context_find(&set->context, "date");
    const char *cpu = results_context_find(&set->context, "cpu");
    double events = set->run_count ? set->runs[0].figure[RESULT_EVENTS] : (double)NAN;
    char rounds[64] = "one round";

    if (set->rounds > 1)
        snprintf(rounds, sizeof rounds, "median and range of %u rounds", set->rounds);
    snprintf(note, PLOT_NOTE_BYTES, "%s events%s%.32s, %s%s%.24s\n%.64s%s%u cores%s%.10s",
             format_count(events).text, profile ? ", profile " : "", profile ? profile : "", rounds,
             commit ? ", commit " : "", commit ? commit : "", cpu ? cpu : "", cpu ? ", " : "",
             results_cores(&set->context), date ? ", " : "", date ? date : "");
}

int plot_compare(const char *results_json, const char *folder, struct plot_drawing *drawing,
                 char message[PLOT_MESSAGE_BYTES])
{
    struct result_set set;

    int error = results_read(results_json, &set, message);
    if (error)
        return error;
    for (size_t f = 0; f < sizeof figures / sizeof *figures && !error; f++)
        error = plot_write(folder, figures[f].name, write_figure, &set, f, drawing, message);
    if (!error && results_context_find(&set.context, "latency_every"))
        error = plot_write(folder, "latency", plot_latency, &set, 0, drawing, message);
    describe(&set, drawing->note);
    results_free(&set);
    return error;
}
