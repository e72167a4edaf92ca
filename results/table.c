/*
 * table.c - the table: paths as columns, one block a work situation.
 */
#include "results/format.h"
#include "results/results.h"

#include <math.h>
#include <string.h>

#define LABEL_WIDTH      25
#define COLUMN_WIDTH_MIN 15

/* Which paths a row speaks about; the others get a "-". */
enum row_scope { ALL_PATHS, WITH_WRITER, WITH_DISPATCHER, WITH_RING, NOT_BASE };

struct row {
    const char *label;
    enum row_scope scope;
    enum result_figure figure;
    struct format_text (*format)(double);
};

static const struct row wall_rows[] = {
    {"  produce, ns an event", ALL_PATHS, RESULT_PRODUCE_WALL, format_number},
    {"  setup to closed, ms", ALL_PATHS, RESULT_TOTAL_WALL, format_number},
};

static const struct row phase_rows[] = {
    {"  during setup, ms", ALL_PATHS, RESULT_SETUP_CPU, format_number},
    {"  during produce, ms", ALL_PATHS, RESULT_PRODUCE_CPU, format_number},
    {"  during close, ms", ALL_PATHS, RESULT_CLOSE_CPU, format_number},
};

static const struct row wait_rows[] = {
    {"  times", WITH_DISPATCHER, RESULT_PRODUCER_WAITS, format_count},
    {"  ms", WITH_DISPATCHER, RESULT_PRODUCER_WAIT, format_number},
};

static const struct row loss_rows[] = {
    {"  events", WITH_RING, RESULT_EVENTS_DROPPED, format_count},
    {"  chunks", WITH_RING, RESULT_CHUNKS_DROPPED, format_count},
    {"  gaps", WITH_RING, RESULT_GAPS, format_count},
};

static const struct row call_rows[] = {
    {"  open", ALL_PATHS, RESULT_OPEN_WALL, format_number},
    {"  setup", ALL_PATHS, RESULT_SETUP_WALL, format_number},
    {"  close", ALL_PATHS, RESULT_CLOSE_WALL, format_number},
    {"    publish", WITH_DISPATCHER, RESULT_CLOSE_PUBLISH, format_number},
    {"    drain", WITH_DISPATCHER, RESULT_CLOSE_DRAIN, format_number},
    {"    encode", WITH_WRITER, RESULT_CLOSE_ENCODE, format_number},
    {"    commit", WITH_WRITER, RESULT_CLOSE_COMMIT, format_number},
    {"    join", WITH_WRITER, RESULT_CLOSE_JOIN, format_number},
};

static const struct row memory_rows[] = {
    {"  peak of the process", ALL_PATHS, RESULT_PEAK_MEMORY, format_bytes},
    {"  producer's allocations", ALL_PATHS, RESULT_PRODUCER_ALLOCATED, format_bytes},
    {"  producer's page faults", ALL_PATHS, RESULT_PRODUCER_FAULTS, format_count},
};

static const struct row counter_rows[] = {
    {"  instructions, producer", ALL_PATHS, RESULT_PRODUCER_INSTRUCTIONS, format_number},
    {"    process", ALL_PATHS, RESULT_PROCESS_INSTRUCTIONS, format_number},
    {"  cycles, producer", ALL_PATHS, RESULT_PRODUCER_CYCLES, format_number},
    {"    process", ALL_PATHS, RESULT_PROCESS_CYCLES, format_number},
    {"  cache misses, producer", ALL_PATHS, RESULT_PRODUCER_CACHE_MISSES, format_number},
    {"    process", ALL_PATHS, RESULT_PROCESS_CACHE_MISSES, format_number},
    {"  TLB misses, producer", ALL_PATHS, RESULT_PRODUCER_TLB_MISSES, format_number},
    {"    process", ALL_PATHS, RESULT_PROCESS_TLB_MISSES, format_number},
    {"  share of time counted", ALL_PATHS, RESULT_COUNTED_SHARE, format_ratio},
};

static const struct row output_rows[] = {
    {"  size", WITH_WRITER, RESULT_OUTPUT_BYTES, format_bytes},
};

struct block {
    FILE *file;
    const struct result_set *set;
    uint32_t work_ns;
    int column_width;
};

static void put_label(const struct block *block, const char *label)
{
    fprintf(block->file, "%-*s", LABEL_WIDTH, label);
}

static void put_cell(const struct block *block, const char *text)
{
    fprintf(block->file, "%*s", block->column_width, text);
}

static void put_range(const struct block *block, double low, double high,
                      struct format_text (*format)(double))
{
    char text[2 * FORMAT_BYTES + 3];

    snprintf(text, sizeof text, "%s..%s", format(low).text, format(high).text);
    put_cell(block, text);
}

static void end_line(const struct block *block)
{
    fputc('\n', block->file);
}

static bool applies(enum row_scope scope, const char *path)
{
    switch (scope) {
    case WITH_WRITER:
        return strcmp(path, "none") != 0;
    case WITH_DISPATCHER:
        return strncmp(path, "ring", 4) == 0 || strncmp(path, "queue", 5) == 0;
    case WITH_RING:
        return strncmp(path, "ring", 4) == 0;
    case NOT_BASE:
        return strcmp(path, "none") != 0 && strcmp(path, "direct") != 0;
    default:
        return true;
    }
}

/* So that every path's name has a blank before it. */
static int column_width(const struct result_set *set)
{
    int width = COLUMN_WIDTH_MIN;

    for (size_t p = 0; p < set->path_count; p++)
        if ((int)strlen(set->paths[p]) >= width)
            width = (int)strlen(set->paths[p]) + 1;
    return width;
}

/* The columns of a block: the paths that were run in its situation, but for the floor, which
 * has rows of its own. */
static const char *next_path(const struct block *block, size_t *at)
{
    while (*at < block->set->path_count) {
        const char *path = block->set->paths[(*at)++];
        if (results_has(block->set, path, block->work_ns) && strcmp(path, "floor") != 0)
            return path;
    }
    return NULL;
}

static void put_rows(const struct block *block, const char *title, const struct row *rows,
                     size_t count)
{
    if (title)
        fprintf(block->file, "%s\n", title);
    for (size_t r = 0; r < count; r++) {
        const char *path;
        put_label(block, rows[r].label);
        for (size_t p = 0; (path = next_path(block, &p));) {
            struct stats_summary figure = results_summary(block->set, path, block->work_ns,
                                                          rows[r].figure);
            put_cell(block,
                     applies(rows[r].scope, path) ? rows[r].format(figure.median).text : "-");
        }
        end_line(block);
    }
}

#define PUT_ROWS(block, title, rows) put_rows(block, title, rows, sizeof rows / sizeof *rows)

static void put_heading(const struct block *block)
{
    struct stats_summary events = {0, NAN, NAN, NAN};
    const char *path;

    for (size_t p = 0; p < block->set->path_count && isnan(events.median); p++)
        events = results_summary(block->set, block->set->paths[p], block->work_ns, RESULT_EVENTS);
    if (block->work_ns)
        fprintf(block->file, "%u ns of the producer's own work between events", block->work_ns);
    else
        fputs("No work between events", block->file);
    fprintf(block->file, " (%s events, ", format_count(events.median).text);
    if (block->set->rounds == 1)
        fputs("1 round)\n\n", block->file);
    else
        fprintf(block->file, "medians of %u rounds)\n\n", block->set->rounds);

    put_label(block, "");
    for (size_t p = 0; (path = next_path(block, &p));)
        put_cell(block, path);
    end_line(block);
}

/* A figure beside that of base. */
static void put_ratios(const struct block *block, const char *base, enum row_scope scope,
                       enum result_figure figure)
{
    bool intervals = block->set->rounds >= STATS_INTERVAL_MIN;
    char label[64];
    const char *path;

    snprintf(label, sizeof label, "    ratio to %s", base);
    put_label(block, label);
    for (size_t p = 0; (path = next_path(block, &p));) {
        struct stats_ratio ratio = results_ratio(block->set, path, base, block->work_ns, figure);
        put_cell(block, applies(scope, path) ? format_ratio(ratio.median).text : "-");
    }
    end_line(block);
    if (block->set->rounds == 1)
        return;

    put_label(block, intervals ? "    95% interval" : "    least..most");
    for (size_t p = 0; (path = next_path(block, &p));) {
        struct stats_ratio ratio = results_ratio(block->set, path, base, block->work_ns, figure);
        if (!applies(scope, path))
            put_cell(block, "-");
        else if (ratio.interval != intervals)
            put_cell(block, "n/a"); /* has fewer rounds than the others */
        else
            put_range(block, ratio.low, ratio.high, format_ratio);
    }
    end_line(block);
}

static void put_floor(const struct block *block)
{
    struct stats_summary floor = results_summary(block->set, "floor", block->work_ns,
                                                 RESULT_PRODUCER_CPU);

    put_label(block, "  floor, gross");
    fprintf(block->file, "%s (the same bytes put into the pool for nobody to read)\n",
            format_number(floor.median).text);
    put_ratios(block, "floor", WITH_DISPATCHER, RESULT_PRODUCER_CPU);
}

static void put_producer(const struct block *block)
{
    static const struct row gross = {"  gross", ALL_PATHS, RESULT_PRODUCER_CPU, format_number};
    const char *path;

    put_rows(block, "Producer (the hot thread), CPU ns an event", &gross, 1);
    if (block->set->rounds > 1) {
        put_label(block, "    least..most");
        for (size_t p = 0; (path = next_path(block, &p));) {
            struct stats_summary cpu = results_summary(block->set, path, block->work_ns,
                                                       RESULT_PRODUCER_CPU);
            put_range(block, cpu.min, cpu.max, format_number);
        }
        end_line(block);
    }
    put_label(block, "  net of none");
    for (size_t p = 0; (path = next_path(block, &p));) {
        struct stats_summary net = results_net_summary(block->set, path, block->work_ns);
        put_cell(block, applies(WITH_WRITER, path) ? format_number(net.median).text : "-");
    }
    end_line(block);
    if (results_has(block->set, "floor", block->work_ns))
        put_floor(block);
}

static void put_process(const struct block *block)
{
    static const struct row process = {"  CPU ns an event", ALL_PATHS, RESULT_PROCESS_CPU,
                                       format_number};

    put_rows(block, "Process, all threads", &process, 1);
    if (results_has(block->set, "direct", block->work_ns))
        put_ratios(block, "direct", NOT_BASE, RESULT_PROCESS_CPU);
    PUT_ROWS(block, NULL, phase_rows);
}

/* Single calls, of the runs that timed some. */
static void put_calls(const struct block *block)
{
    static const struct {
        const char *label;
        double share;
    } quantiles[] = {{"  p50", 0.5},     {"  p90", 0.9},       {"  p99", 0.99},
                     {"  p99.9", 0.999}, {"  p99.99", 0.9999}, {"  longest", 1}};
    static const struct row clock = {"  the clock alone", ALL_PATHS, RESULT_LATENCY_CLOCK,
                                     format_count};
    const char *every = results_context_find(&block->set->context, "latency_every");
    const char *path;

    fprintf(block->file, "One call, ns (one in %s was timed, all rounds together)\n", every);
    for (size_t q = 0; q < sizeof quantiles / sizeof *quantiles; q++) {
        put_label(block, quantiles[q].label);
        for (size_t p = 0; (path = next_path(block, &p));)
            put_cell(block, format_count(results_latency_quantile(block->set, path, block->work_ns,
                                                                  quantiles[q].share))
                                .text);
        end_line(block);
    }
    put_rows(block, NULL, &clock, 1);
    fputs("  The clock's own time is in them, and the timing is in the CPU times above.\n",
          block->file);
}

/* Whether the machine had anything to count with. */
static void put_counters(const struct block *block)
{
    const char *path;
    bool any = false;

    for (size_t p = 0; (path = next_path(block, &p));)
        any |= results_summary(block->set, path, block->work_ns, RESULT_COUNTED_SHARE).count > 0;
    if (any) {
        PUT_ROWS(block, "Counted by the processor, an event, in user space", counter_rows);
        return;
    }
    put_label(block, "Processor's counters");
    fputs("not available\n", block->file);
}

/* Whether events could be lost, or were. */
static bool may_lose(const struct result_set *set)
{
    const char *on_full = results_context_find(&set->context, "on_full");
    bool lost = on_full && strcmp(on_full, "drop-oldest") == 0;

    for (size_t i = 0; i < set->run_count; i++)
        lost |= result_has_gaps(&set->runs[i]);
    return lost;
}

/* One line if all runs have the same output; else one for each run. Runs with gaps have none to
 * compare. */
static void put_hashes(const struct block *block)
{
    bool same = results_same_output(block->set);
    const char *which = may_lose(block->set) ? "every run without gaps" : "every run";

    if (!same) {
        put_label(block, "  XXH3-128");
        fputs("DIFFERENT\n", block->file);
    }
    for (size_t i = 0; i < block->set->run_count; i++) {
        const struct result *run = &block->set->runs[i];
        if (run->work_ns != block->work_ns || run->output_xxh3[0] == '\0' || result_has_gaps(run))
            continue;
        put_label(block, same ? "  XXH3-128" : "");
        fprintf(block->file, "%.16s... ", run->output_xxh3);
        if (same) {
            fprintf(block->file, "in %s\n", which);
            return;
        }
        fprintf(block->file, "%s, round %u\n", run->path, run->round + 1);
    }
}

static void print_block(const struct block *block)
{
    put_heading(block);
    put_producer(block);
    put_process(block);
    PUT_ROWS(block, "Wall clock", wall_rows);
    PUT_ROWS(block, "Producer waited for room", wait_rows);
    if (may_lose(block->set))
        PUT_ROWS(block, "Lost by the full ring", loss_rows);
    PUT_ROWS(block, "Calls on the producer, ms", call_rows);
    if (results_context_find(&block->set->context, "latency_every"))
        put_calls(block);
    PUT_ROWS(block, "Memory", memory_rows);
    put_counters(block);
    PUT_ROWS(block, "Output", output_rows);
    put_hashes(block);
}

void results_print(FILE *file, const struct result_set *set)
{
    for (size_t s = 0; s < set->situation_count; s++) {
        struct block block = {file, set, set->situations[s], column_width(set)};
        print_block(&block);
        fputc('\n', file);
    }
}
