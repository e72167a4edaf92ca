/* The figures of the queue benchmark: a panel for each case, a row for each queue. */
#include "harness/plot_data.h"

#include "results/queues.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define VALUES_MAX 10

/* One figure: the columns of its data behind row and queue, and a row's values. */
struct figure {
    const char *name, *scenario;
    const char *columns; /* separated by tabs */
    size_t count;        /* of columns */
    void (*row)(const struct queue_set *set, const struct queue_case_name *at, const char *queue,
                double values[VALUES_MAX]);
};

static void put_summary(struct stats_summary summary, double values[3])
{
    values[0] = summary.median;
    values[1] = summary.min;
    values[2] = summary.max;
}

static void flat_row(const struct queue_set *set, const struct queue_case_name *at,
                     const char *queue, double values[VALUES_MAX])
{
    put_summary(queues_summary(set, at, queue, QUEUE_WALL), values);
    put_summary(queues_summary(set, at, queue, QUEUE_PRODUCER_CPU), values + 3);
    put_summary(queues_summary(set, at, queue, QUEUE_CONSUMER_CPU), values + 6);
}

static void full_row(const struct queue_set *set, const struct queue_case_name *at,
                     const char *queue, double values[VALUES_MAX])
{
    put_summary(queues_summary(set, at, queue, QUEUE_PUSH_CPU), values);
    put_summary(queues_summary(set, at, queue, QUEUE_LONGEST_PUSH), values + 3);
    values[6] = queues_summary(set, at, queue, QUEUE_LOST_AT_ONCE).max;
}

static void latency_row(const struct queue_set *set, const struct queue_case_name *at,
                        const char *queue, double values[VALUES_MAX])
{
    struct histogram latency;

    queues_latency(set, at, queue, &latency);
    put_summary(queues_quantile(set, at, queue, 0.5), values);
    values[0] = histogram_quantile(&latency, 0.5);
    values[3] = histogram_quantile(&latency, 0.99);
    values[4] = queues_summary(set, at, queue, QUEUE_LATENCY_MAX).max;
}

static void low_rate_row(const struct queue_set *set, const struct queue_case_name *at,
                         const char *queue, double values[VALUES_MAX])
{
    latency_row(set, at, queue, values);
    values[5] = queues_summary(set, at, queue, QUEUE_PRODUCER_SHARE).median;
    values[6] = queues_summary(set, at, queue, QUEUE_CONSUMER_SHARE).median;
}

static const struct figure figures[] = {
    {"queues_flat", "flat",
     "wall_ns_per_item\tmin\tmax\tproducer_cpu_ns\tmin\tmax\tconsumer_cpu_ns\tmin\tmax", 9,
     flat_row},
    {"queues_full", "full", "push_cpu_ns\tmin\tmax\tlongest_push_ns\tmin\tmax\tlost_at_once", 7,
     full_row},
    {"queues_low_rate", "low-rate",
     "p50_ns\tmin\tmax\tp99_ns\tmost_ns\tproducer_share\tconsumer_share", 7, low_rate_row},
    {"queues_round_trip", "round-trip", "p50_ns\tmin\tmax\tp99_ns\tmost_ns", 5, latency_row},
};

/* Whether the queue has runs in the scenario. */
static bool takes_part(const struct queue_set *set, const char *scenario, const char *queue)
{
    for (size_t c = 0; c < set->case_count; c++) {
        if (strcmp(set->cases[c].scenario, scenario) == 0 && queues_has(set, &set->cases[c], queue))
            return true;
    }
    return false;
}

/* The rows of one panel, or of none: the names. A queue has the same row in all panels. */
static size_t write_rows(FILE *file, const struct figure *figure, const struct queue_set *set,
                         const struct queue_case_name *at)
{
    size_t row = 0, written = 0;

    fprintf(file, "\n\n# row\tqueue%s%s\n", at ? "\t" : "", at ? figure->columns : "");
    for (size_t q = 0; q < set->queue_count; q++) {
        const char *queue = set->queues[q];
        double values[VALUES_MAX];
        if (!takes_part(set, figure->scenario, queue))
            continue;
        row++;
        if (at && !queues_has(set, at, queue))
            continue;
        fprintf(file, "%zu\t%s", row - 1, queue);
        if (at)
            figure->row(set, at, queue, values);
        for (size_t i = 0; at && i < figure->count; i++)
            fprintf(file, "\t%.6g", values[i]);
        fputc('\n', file);
        written++;
    }
    return written;
}

/* First the panels' titles and the queues' names, then a data set for each panel. */
static size_t write_figure(FILE *file, const void *subject, size_t index)
{
    const struct queue_set *set = subject;
    const struct figure *figure = &figures[index];
    char title[QUEUES_TITLE_BYTES];
    size_t panels = 0, rows = 0;

    fputs("# panel\ttitle\n", file);
    for (size_t c = 0; c < set->case_count; c++) {
        if (strcmp(set->cases[c].scenario, figure->scenario) != 0)
            continue;
        queues_title(&set->cases[c], title);
        fprintf(file, "%zu\t%s\n", panels++, title);
    }
    write_rows(file, figure, set, NULL);
    for (size_t c = 0; c < set->case_count; c++) {
        if (strcmp(set->cases[c].scenario, figure->scenario) == 0)
            rows += write_rows(file, figure, set, &set->cases[c]);
    }
    return rows;
}

static void describe(const struct queue_set *set, char note[PLOT_NOTE_BYTES])
{
    const char *commit = results_context_find(&set->context, "commit");
    const char *date = results_context_find(&set->context, "date");
    const char *cpu = results_context_find(&set->context, "cpu");
    char rounds[64] = "one round";

    if (set->rounds > 1)
        snprintf(rounds, sizeof rounds, "median and range of %" PRIu32 " rounds", set->rounds);
    snprintf(note, PLOT_NOTE_BYTES, "%s%s%.24s\n%.64s%s%u cores%s%.10s", rounds,
             commit ? ", commit " : "", commit ? commit : "", cpu ? cpu : "", cpu ? ", " : "",
             results_cores(&set->context), date ? ", " : "", date ? date : "");
}

int plot_queues(const char *results_json, const char *folder, struct plot_drawing *drawing,
                char message[PLOT_MESSAGE_BYTES])
{
    struct queue_set set;

    int error = queues_read(results_json, &set, message);
    if (error)
        return error;
    for (size_t f = 0; f < sizeof figures / sizeof *figures && !error; f++)
        error = plot_write(folder, figures[f].name, write_figure, &set, f, drawing, message);
    describe(&set, drawing->note);
    queues_free(&set);
    return error;
}
