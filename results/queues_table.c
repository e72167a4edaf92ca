/*
 * queues_table.c - the queue benchmark's tables: queues as rows, one table a case.
 */
#include "results/format.h"
#include "results/queues.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH       98
#define QUEUE_WIDTH 20
#define CELL_BYTES  128

/* What a cell shows of its figure's rounds. */
enum cell {
    MEDIAN,
    RANGE,     /* the median (least..most) */
    MOST,      /* the largest of all rounds */
    ACCOUNTED, /* yes, or how many are missing in the worst round */
    RATIO,     /* how many times the figure of this queue the first one has (95 % interval) */
    P50,       /* of the latency, all rounds (least..most of the rounds' own) */
    P99,       /* of the latency, all rounds */
    LATENCIES, /* how many there are */
};

struct column {
    const char *heading, *unit;
    int width;
    enum cell cell;
    enum queue_figure figure;
    double scale;
    struct format_text (*format)(double);
};

static const struct column flat_columns[] = {
    {"items/s", "millions", 9, MEDIAN, QUEUE_RATE, 1e-6, format_number},
    {"wall", "ns an item", 19, RANGE, QUEUE_WALL, 1, format_number},
    {"producer's CPU", "ns an item", 19, RANGE, QUEUE_PRODUCER_CPU, 1, format_number},
    {"consumers' CPU", "ns an item", 15, MEDIAN, QUEUE_CONSUMER_CPU, 1, format_number},
    {"to this", "items/s, times", 18, RATIO, QUEUE_RATE, 1, format_ratio},
    {0},
};

static const struct column full_columns[] = {
    {"CPU", "ns a push", 18, RANGE, QUEUE_PUSH_CPU, 1, format_number},
    {"wall", "ns", 7, MEDIAN, QUEUE_PUSH_WALL, 1, format_number},
    {"longest", "ms", 21, RANGE, QUEUE_LONGEST_PUSH, 1e-6, format_number},
    {"lost", "items", 10, MEDIAN, QUEUE_LOST, 1, format_count},
    {"at once", "most", 8, MOST, QUEUE_LOST_AT_ONCE, 1, format_count},
    {"refused", "pushes", 10, MEDIAN, QUEUE_REFUSED, 1, format_count},
    {"all", "told", 6, ACCOUNTED, QUEUE_UNACCOUNTED, 1, format_count},
    {0},
};

static const struct column low_rate_columns[] = {
    {"producer", "% of a core", 12, MEDIAN, QUEUE_PRODUCER_SHARE, 100, format_number},
    {"consumer", "% of a core", 12, MEDIAN, QUEUE_CONSUMER_SHARE, 100, format_number},
    {"wake-up p50", "us", 20, P50, QUEUE_LATENCY_MAX, 1e-3, format_number},
    {"p99", "us", 9, P99, QUEUE_LATENCY_MAX, 1e-3, format_number},
    {"most", "us", 9, MOST, QUEUE_LATENCY_MAX, 1e-3, format_number},
    {"items", "in all", 8, LATENCIES, QUEUE_ITEMS, 1, format_count},
    {0},
};

static const struct column round_trip_columns[] = {
    {"p50", "ns", 22, P50, QUEUE_LATENCY_MAX, 1, format_number},
    {"p99", "ns", 10, P99, QUEUE_LATENCY_MAX, 1, format_number},
    {"most", "us", 12, MOST, QUEUE_LATENCY_MAX, 1e-3, format_number},
    {"round trips", "in all", 14, LATENCIES, QUEUE_ITEMS, 1, format_count},
    {0},
};

static const struct scenario {
    const char *name, *title;
    const char *note;
    const char *left_out; /* why a queue may have no runs in a case */
    const struct column *columns;
} scenarios[] = {
    {"flat", "Flat out",
     "A producer and the consumers push and pop as fast as they can; every item was delivered, "
     "once,"
     " in order and undamaged.",
     "for one consumer only", flat_columns},
    {"full", "Full queue",
     "8-byte items, capacity 1K. Lost: displaced from a full queue, as the queue itself counts;"
     " all told: pushed = popped + lost + left.",
     "cannot be stopped there from outside", full_columns},
    {"low-rate", "Low rate",
     "16-byte items, capacity 1K. The producer sleeps between items, the consumer waits in a pop "
     "with"
     " a timeout; wake-up: from before the push to the pop's return.",
     "no pop with a timeout", low_rate_columns},
    {"round-trip", "Round trip",
     "8-byte items, one at a time through a queue there and another back; both sides spin.", "",
     round_trip_columns},
};

struct table {
    FILE *file;
    const struct queue_set *set;
    const struct queue_case_name *at;
};

static const struct scenario *find_scenario(const char *name)
{
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
        if (strcmp(scenarios[i].name, name) == 0)
            return &scenarios[i];
    }
    return NULL;
}

static void flat_title(const char *place, char title[QUEUES_TITLE_BYTES])
{
    unsigned bytes, consumers;
    char capacity[8];

    if (sscanf(place, "%uB/%7[^/]/%u", &bytes, capacity, &consumers) == 3)
        snprintf(title, QUEUES_TITLE_BYTES, "%u-byte items, capacity %s, %u consumer%s", bytes,
                 capacity, consumers, consumers == 1 ? "" : "s");
}

void queues_title(const struct queue_case_name *at, char title[QUEUES_TITLE_BYTES])
{
    snprintf(title, QUEUES_TITLE_BYTES, "%s", at->place);
    if (strcmp(at->scenario, "flat") == 0)
        flat_title(at->place, title);
    if (strcmp(at->scenario, "low-rate") == 0)
        snprintf(title, QUEUES_TITLE_BYTES, "%s items a second", at->place);
    if (strcmp(at->place, "stopped") == 0)
        snprintf(title, QUEUES_TITLE_BYTES, "consumer stopped");
    if (strcmp(at->place, "slow") == 0)
        snprintf(title, QUEUES_TITLE_BYTES, "consumer slow, 1 us of work an item");
    if (strcmp(at->place, "paused") == 0)
        snprintf(title, QUEUES_TITLE_BYTES, "consumer stopped, in the middle of a pop");
}

static void range_text(const struct column *column, double median, struct stats_summary rounds,
                       char text[CELL_BYTES])
{
    if (rounds.count > 1)
        snprintf(text, CELL_BYTES, "%s (%s..%s)", column->format(median * column->scale).text,
                 column->format(rounds.min * column->scale).text,
                 column->format(rounds.max * column->scale).text);
    else
        snprintf(text, CELL_BYTES, "%s", column->format(median * column->scale).text);
}

static void ratio_text(const struct table *table, const struct column *column, const char *queue,
                       char text[CELL_BYTES])
{
    struct results_series first, this;

    queues_figure(table->set, table->at, table->set->queues[0], column->figure, &first);
    queues_figure(table->set, table->at, queue, column->figure, &this);
    struct stats_ratio ratio = stats_paired_ratio(first.value, this.value, table->set->rounds);
    if (ratio.count > 1 && strcmp(queue, table->set->queues[0]) != 0)
        snprintf(text, CELL_BYTES, "%s (%s..%s)", format_ratio(ratio.median).text,
                 format_ratio(ratio.low).text, format_ratio(ratio.high).text);
    else
        snprintf(text, CELL_BYTES, "%s", format_ratio(ratio.median).text);
}

static void accounted_text(struct stats_summary unaccounted, char text[CELL_BYTES])
{
    double worst = fmax(fabs(unaccounted.min), fabs(unaccounted.max));

    if (worst == 0)
        snprintf(text, CELL_BYTES, "yes");
    else
        snprintf(text, CELL_BYTES, "NO: %s", format_count(worst).text);
}

static void cell_text(const struct table *table, const struct column *column, const char *queue,
                      char text[CELL_BYTES])
{
    struct stats_summary summary = queues_summary(table->set, table->at, queue, column->figure);
    struct histogram latency;

    queues_latency(table->set, table->at, queue, &latency);
    double single = column->cell == MOST  ? summary.max
                    : column->cell == P99 ? fmin(histogram_quantile(&latency, 0.99), summary.max)
                    : column->cell == LATENCIES ? (double)histogram_total(&latency)
                                                : summary.median;
    switch (column->cell) {
    case RANGE:
        range_text(column, summary.median, summary, text);
        break;
    case P50:
        range_text(column, histogram_quantile(&latency, 0.5),
                   queues_quantile(table->set, table->at, queue, 0.5), text);
        break;
    case RATIO:
        ratio_text(table, column, queue, text);
        break;
    case ACCOUNTED:
        accounted_text(summary, text);
        break;
    default:
        snprintf(text, CELL_BYTES, "%s", column->format(single * column->scale).text);
    }
}

/* A ratio's heading says of which queue it is. */
static void put_heading(const struct table *table, const struct column *column)
{
    char text[CELL_BYTES] = "";

    if (column->cell == RATIO)
        snprintf(text, sizeof text, "%s ", table->set->queues[0]);
    strcat(text, column->heading);
    fprintf(table->file, " %*s", column->width - 1, text);
}

static void put_headings(const struct table *table, const struct column *columns)
{
    fprintf(table->file, "%-*s", QUEUE_WIDTH, "");
    for (const struct column *column = columns; column->heading; column++)
        put_heading(table, column);
    fprintf(table->file, "\n%-*s", QUEUE_WIDTH, "");
    for (const struct column *column = columns; column->heading; column++)
        fprintf(table->file, " %*s", column->width - 1, column->unit);
    fputc('\n', table->file);
}

static void put_queue(const struct table *table, const struct column *columns, const char *queue)
{
    char text[CELL_BYTES];

    fprintf(table->file, "  %-*s", QUEUE_WIDTH - 2, queue);
    for (const struct column *column = columns; column->heading; column++) {
        cell_text(table, column, queue, text);
        fprintf(table->file, " %*s", column->width - 1, text);
    }
    fputc('\n', table->file);
}

static void put_left_out(const struct table *table, const char *why)
{
    bool any = false;

    for (size_t q = 0; q < table->set->queue_count; q++) {
        const char *queue = table->set->queues[q];
        if (queues_has(table->set, table->at, queue))
            continue;
        fprintf(table->file, "%s%s", any ? ", " : "  left out: ", queue);
        any = true;
    }
    if (any)
        fprintf(table->file, " (%s)\n", why);
}

static void put_case(const struct table *table, const struct scenario *scenario)
{
    char title[QUEUES_TITLE_BYTES];

    queues_title(table->at, title);
    fprintf(table->file, "%s%s%s\n", scenario->title, title[0] ? ": " : "", title);
    put_headings(table, scenario->columns);
    for (size_t q = 0; q < table->set->queue_count; q++) {
        const char *queue = table->set->queues[q];
        if (queues_has(table->set, table->at, queue))
            put_queue(table, scenario->columns, queue);
    }
    put_left_out(table, scenario->left_out);
    fputc('\n', table->file);
}

/* How far the figures can be trusted. */
static void put_trust(FILE *file, const struct queue_set *set)
{
    const char *clock_ns = results_context_find(&set->context, "clock_ns");

    if (set->rounds == 1)
        fputs("One round shows no spread: take it for a first look.", file);
    else
        fprintf(file, "Medians of %" PRIu32 " rounds (least..most); %s of the ratios.", set->rounds,
                set->rounds >= STATS_INTERVAL_MIN ? "95% intervals" : "the range");
    if (clock_ns)
        fprintf(file,
                " A clock read takes %s ns; one is in every longest push, wake-up and round trip.",
                clock_ns);
    results_put_load(file, &set->context);
    if (set->failed_runs)
        fprintf(file, " %" PRIu32 " of the runs failed and are left out.", set->failed_runs);
    fputc('\n', file);
}

static void put_wrapped_trust(FILE *file, const struct queue_set *set)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);

    if (!out)
        return;
    put_trust(out, set);
    if (fclose(out) == 0)
        format_wrapped(file, text, WIDTH, 0);
    free(text);
}

void queues_print(FILE *file, const struct queue_set *set)
{
    const struct scenario *before = NULL;

    for (size_t c = 0; c < set->case_count; c++) {
        const struct scenario *scenario = find_scenario(set->cases[c].scenario);
        struct table table = {file, set, &set->cases[c]};
        if (!scenario)
            continue;
        if (scenario != before)
            format_wrapped(file, scenario->note, WIDTH, 0);
        if (scenario != before)
            fputs("\n\n", file);
        put_case(&table, scenario);
        before = scenario;
    }
    put_wrapped_trust(file, set);
}
