/* The figures of a sweep: curves over one parameter, or a map over two. */
#include "harness/plot_data.h"

#include "results/format.h"
#include "results/sweep.h"

#include <math.h>
#include <string.h>

/* Closer than this share of the axis two labels would touch. */
#define LABEL_DISTANCE 0.06

/* The x axis of the curves is logarithmic if the values span more than a decade. */
static bool is_logarithmic(const struct sweep_set *set)
{
    uint64_t first = set->points[0].value[0], last = set->points[set->point_count - 1].value[0];

    return first > 0 && last / first > 10;
}

static double x_of(const struct sweep_set *set, size_t point)
{
    double value = (double)set->points[point].value[0];

    return is_logarithmic(set) ? log10(value) : value;
}

/* What stands at the axis of a parameter. */
static const char *axis_title(const char *parameter)
{
    static const struct {
        const char *parameter, *title;
    } titles[] = {
        {"work-ns", "the producer's own work between events, ns"},
        {"chunks", "chunks in the pool"},
        {"chunk-bytes", "bytes of a chunk"},
        {"workers", "encode threads"},
        {"lookahead", "records announced ahead"},
    };

    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
        if (strcmp(titles[i].parameter, parameter) == 0)
            return titles[i].title;
    }
    return parameter; /* "signals", "events" */
}

/* The axis's title; then where on the axis its values stand, and their labels. */
static void write_axis(FILE *file, const struct sweep_set *set)
{
    double width = x_of(set, set->point_count - 1) - x_of(set, 0), last = -HUGE_VAL;

    fprintf(file, "# title\n%s\n\n\n# x\tlabel\n", axis_title(set->parameter[0]));
    for (size_t i = 0; i < set->point_count; i++) {
        double x = x_of(set, i);

        if (x - last < LABEL_DISTANCE * width)
            continue;
        fprintf(file, "%.6g\t%s\n", x,
                sweep_value(set->parameter[0], set->points[i].value[0]).text);
        last = x;
    }
}

static struct stats_summary producer_net(const struct result_set *runs, const char *path)
{
    return results_net_summary(runs, path, 0);
}

static struct stats_summary process_cpu(const struct result_set *runs, const char *path)
{
    return results_summary(runs, path, 0, RESULT_PROCESS_CPU);
}

/* Two panels, one above the other. */
static const struct figure {
    const char *name;
    const char *columns; /* separated by tabs */
    struct stats_summary (*upper)(const struct result_set *runs, const char *path);
    enum result_figure lower;
} figures[] = {
    {"sweep_producer", "net_ns_per_event\tmin\tmax\twait_ms\tmin\tmax", producer_net,
     RESULT_PRODUCER_WAIT},
    {"sweep_process", "cpu_ns_per_event\tmin\tmax\tpeak_bytes\tmin\tmax", process_cpu,
     RESULT_PEAK_MEMORY},
};

/* A data set, if the path has anything to show. Returns how many rows it has. */
static size_t write_curve(FILE *file, const struct figure *figure, const struct sweep_set *set,
                          const char *path)
{
    size_t rows = 0;

    for (size_t i = 0; i < set->point_count; i++) {
        const struct result_set *runs = &set->points[i].runs;
        struct stats_summary upper = figure->upper(runs, path);
        struct stats_summary lower = results_summary(runs, path, 0, figure->lower);

        if (upper.count == 0 || lower.count == 0)
            continue;
        if (rows++ == 0)
            fprintf(file, "\n\n# x\tpath\t%s\n", figure->columns);
        fprintf(file, "%.6g\t%s\t%.6g\t%.6g\t%.6g\t%.6g\t%.6g\t%.6g\n", x_of(set, i), path,
                upper.median, upper.min, upper.max, lower.median, lower.min, lower.max);
    }
    return rows;
}

static size_t write_curves(FILE *file, const void *subject, size_t index)
{
    const struct sweep_set *set = subject;
    size_t rows = 0;

    write_axis(file, set);
    for (size_t p = 0; p < set->path_count; p++) {
        if (strcmp(set->paths[p], "none") != 0)
            rows += write_curve(file, &figures[index], set, set->paths[p]);
    }
    return rows;
}

/* A value's number among those of its parameter, from 0 up. */
static size_t rank_of(const struct sweep_set *set, uint32_t parameter, uint64_t value)
{
    size_t below = 0;

    for (size_t i = 0; i < set->point_count; i++) {
        bool first = true;

        for (size_t j = 0; j < i; j++)
            first &= set->points[j].value[parameter] != set->points[i].value[parameter];
        below += first && set->points[i].value[parameter] < value;
    }
    return below;
}

/* The ring's waits in a cell for each point. */
static size_t write_map(FILE *file, const void *subject, size_t index)
{
    const struct sweep_set *set = subject;
    size_t rows = 0;

    (void)index;
    fprintf(file, "# title\ttitle\n%s\t%s\n\n\n", axis_title(set->parameter[0]),
            axis_title(set->parameter[1]));
    fputs("# x\ty\tlabel\tlabel\ttimes\tms\tshare_of_producing\n", file);
    for (size_t i = 0; i < set->point_count; i++) {
        const struct sweep_point *point = &set->points[i];
        double times = results_summary(&point->runs, "ring", 0, RESULT_PRODUCER_WAITS).median;
        double ms = results_summary(&point->runs, "ring", 0, RESULT_PRODUCER_WAIT).median;
        double produce_ms = results_summary(&point->runs, "ring", 0, RESULT_PRODUCE_WALL).median *
                            results_summary(&point->runs, "ring", 0, RESULT_EVENTS).median / 1e6;

        if (isnan(times) || isnan(ms))
            continue;
        fprintf(file, "%zu\t%zu\t%s\t%s\t%.6g\t%.6g\t%.6g\n", rank_of(set, 0, point->value[0]),
                rank_of(set, 1, point->value[1]),
                sweep_value(set->parameter[0], point->value[0]).text,
                sweep_value(set->parameter[1], point->value[1]).text, times, ms, ms / produce_ms);
        rows++;
    }
    return rows;
}

/* What the file says under key, between before and after; nothing if it does not. */
static void put_context(FILE *out, const struct sweep_set *set, const char *before, const char *key,
                        int length, const char *after)
{
    const char *value = results_context_find(&set->context, key);

    if (value)
        fprintf(out, "%s%.*s%s", before, length, value, after);
}

/* The small print, two lines: what was run, and where. */
static void describe(const struct sweep_set *set, char note[PLOT_NOTE_BYTES])
{
    FILE *out = fmemopen(note, PLOT_NOTE_BYTES, "w");

    if (!out)
        return;
    put_context(out, set, "profile ", "profile", 32, ", ");
    put_context(out, set, "", "work_ns", 16, " ns of work between events, ");
    if (set->rounds > 1)
        fprintf(out, "median and range of %u rounds", set->rounds);
    else
        fputs("one round", out);
    put_context(out, set, ", commit ", "commit", 24, "");
    fputc('\n', out);
    put_context(out, set, "", "cpu", 64, ", ");
    fprintf(out, "%u cores", results_cores(&set->context));
    put_context(out, set, ", ", "date", 10, "");
    fclose(out);
}

int plot_sweep(const char *results_json, const char *folder, struct plot_drawing *drawing,
               char message[PLOT_MESSAGE_BYTES])
{
    struct sweep_set set;

    int error = sweep_read(results_json, &set, message);
    if (error)
        return error;
    if (set.parameters > 1)
        error = plot_write(folder, "sweep_waits", write_map, &set, 0, drawing, message);
    for (size_t f = 0; f < sizeof figures / sizeof *figures && set.parameters == 1 && !error; f++)
        error = plot_write(folder, figures[f].name, write_curves, &set, f, drawing, message);
    describe(&set, drawing->note);
    sweep_free(&set);
    return error;
}
