#include "harness/drive.h"

#include "harness/column_source.h"
#include "harness/measure.h"
#include "harness/measure_perf.h"
#include "harness/paths.h"
#include "harness/proof.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The ends of the phases, read between them. */
struct moment {
    uint64_t wall_ns;
    struct measure_process process;
};

static struct moment now(void)
{
    struct moment moment;

    measure_process(&moment.process);
    moment.wall_ns = measure_wall_ns();
    return moment;
}

static double wall_ms(const struct moment *from, const struct moment *to)
{
    return (double)(to->wall_ns - from->wall_ns) / 1e6;
}

static double cpu_ms(const struct moment *from, const struct moment *to)
{
    return (double)(to->process.cpu_ns - from->process.cpu_ns) / 1e6;
}

/* What the processor counts for the run. */
struct counters {
    struct measure_perf producer, process;
};

/* Before any other thread is there. */
static void counters_open(struct counters *counters)
{
    measure_perf_open(&counters->producer, measure_processor, false);
    measure_perf_open(&counters->process, measure_processor, true);
}

static void counters_close(struct counters *counters)
{
    measure_perf_close(&counters->producer);
    measure_perf_close(&counters->process);
}

/* The figures from first on, and the share of the time that they are based on. */
static void fill_counts(double *figure, enum result_figure first,
                        const struct measure_count from[MEASURE_EVENTS],
                        const struct measure_count to[MEASURE_EVENTS], double events)
{
    double *share = &figure[RESULT_COUNTED_SHARE];

    for (int i = 0; i < MEASURE_EVENTS; i++) {
        figure[first + i] = measure_perf_between(&from[i], &to[i]) / events;
        *share = fmin(*share, measure_perf_share(&from[i], &to[i])); /* of those that are */
    }
}

/* What the producer has used so far. */
struct producer {
    struct measure_count count[MEASURE_EVENTS];
    uint64_t cpu_ns;
    double faults;
    double allocated;
};

/* In this order, and back to front at the end, so that the reading costs stay outside. */
static struct producer producer_begin(const struct counters *counters)
{
    struct producer producer;

    measure_perf_read(&counters->producer, producer.count);
    producer.allocated = measure_thread_allocated();
    producer.faults = measure_thread_minor_faults();
    producer.cpu_ns = measure_thread_cpu_ns();
    return producer;
}

static struct producer producer_end(const struct counters *counters)
{
    struct producer producer;

    producer.cpu_ns = measure_thread_cpu_ns();
    producer.faults = measure_thread_minor_faults();
    producer.allocated = measure_thread_allocated();
    measure_perf_read(&counters->producer, producer.count);
    return producer;
}

static void fill_close(double *figure, const struct ho_close_times *times)
{
    figure[RESULT_CLOSE_PUBLISH] = (double)times->publish_ns / 1e6;
    figure[RESULT_CLOSE_DRAIN] = (double)times->drain_ns / 1e6;
    figure[RESULT_CLOSE_ENCODE] = (double)times->encode_ns / 1e6;
    figure[RESULT_CLOSE_COMMIT] = (double)times->commit_ns / 1e6;
    figure[RESULT_CLOSE_JOIN] = (double)times->join_ns / 1e6;
}

static void fill_latency(struct result *result, const struct path *path)
{
    bool any = histogram_total(&path->latency.ns) > 0;

    result->figure[RESULT_LATENCY_MAX] = any ? (double)path->latency.ns_max : NAN;
    result->figure[RESULT_LATENCY_CLOCK] = any ? path->latency.clock_ns : NAN;
    result->latency = path->latency.ns;
}

static int fail(const struct drive *drive, const char *phase, int error, char *message)
{
    snprintf(message, DRIVE_MESSAGE_BYTES, "%s, path %s: %s: %s", drive->output, drive->path, phase,
             strerror(-error));
    return error;
}

/* What is left of a path that was driven. */
struct driven {
    struct path path; /* closed; its gap log is there */
    struct counters counters;
    struct ho_offload_stats stats;
};

static int measure(const struct drive *drive, struct driven *left, struct result *result,
                   char *message)
{
    double *figure = result->figure;
    /* An empty trace has no cost an event. */
    double events = drive->source->events ? (double)drive->source->events : NAN;
    struct ho_offload_stats *stats = &left->stats;
    struct ho_close_times times = {0};
    struct measure_count counting[MEASURE_EVENTS], counted[MEASURE_EVENTS];
    struct producer producing, produced;
    struct moment begun, opened, set_up, driven, closed;
    struct path *path = &left->path;
    const char *phase = "setup";
    int error, close_error;

    measure_reset_peak_memory(); /* where it cannot be done, loading the source counts too */
    measure_perf_read(&left->counters.process, counting);
    begun = now();
    error = paths_open(drive->settings, drive->path, drive->output, drive->work_loops, path,
                       message);
    if (error)
        return error;
    opened = now();
    error = ho_sink_setup(path->sink, &drive->source->dictionary);
    set_up = now();
    producing = producer_begin(&left->counters);
    if (!error) {
        phase = "writing";
        error = source_drive(drive->source, path->sink);
    }
    produced = producer_end(&left->counters);
    driven = now();
    close_error = paths_close(path, &times, stats);
    closed = now();
    measure_perf_read(&left->counters.process, counted);
    if (!error && close_error) {
        phase = "closing";
        error = close_error;
    }
    if (error)
        return fail(drive, phase, error, message);

    figure[RESULT_EVENTS] = (double)drive->source->events;
    figure[RESULT_PRODUCER_CPU] = (double)(produced.cpu_ns - producing.cpu_ns) / events;
    figure[RESULT_PROCESS_CPU] = cpu_ms(&begun, &closed) * 1e6 / events;
    figure[RESULT_SETUP_CPU] = cpu_ms(&opened, &set_up);
    figure[RESULT_PRODUCE_CPU] = cpu_ms(&set_up, &driven);
    figure[RESULT_CLOSE_CPU] = cpu_ms(&driven, &closed);
    figure[RESULT_PRODUCE_WALL] = wall_ms(&set_up, &driven) * 1e6 / events;
    figure[RESULT_TOTAL_WALL] = wall_ms(&opened, &closed);
    figure[RESULT_OPEN_WALL] = wall_ms(&begun, &opened);
    figure[RESULT_SETUP_WALL] = wall_ms(&opened, &set_up);
    figure[RESULT_CLOSE_WALL] = wall_ms(&driven, &closed);
    fill_close(figure, &times);
    figure[RESULT_PRODUCER_WAITS] = (double)stats->producer_waits;
    figure[RESULT_PRODUCER_WAIT] = (double)stats->producer_wait_ns / 1e6;
    figure[RESULT_EVENTS_DROPPED] = (double)stats->events_dropped;
    figure[RESULT_CHUNKS_DROPPED] = (double)stats->chunks_dropped;
    figure[RESULT_GAPS] = (double)stats->gaps;
    figure[RESULT_PRODUCER_ALLOCATED] = produced.allocated - producing.allocated;
    figure[RESULT_PRODUCER_FAULTS] = produced.faults - producing.faults;
    figure[RESULT_VOLUNTARY_SWITCHES] = (double)(closed.process.voluntary_switches -
                                                 begun.process.voluntary_switches);
    figure[RESULT_INVOLUNTARY_SWITCHES] = (double)(closed.process.involuntary_switches -
                                                   begun.process.involuntary_switches);
    figure[RESULT_PEAK_MEMORY] = measure_peak_memory();
    figure[RESULT_OUTPUT_BYTES] = NAN;
    figure[RESULT_COUNTED_SHARE] = NAN;
    fill_counts(figure, RESULT_PRODUCER_INSTRUCTIONS, producing.count, produced.count, events);
    fill_counts(figure, RESULT_PROCESS_INSTRUCTIONS, counting, counted, events);
    fill_latency(result, path);
    return 0;
}

/* What a ring loses, and what was lost before, could not be told apart. */
static int refuse_gaps(const struct drive *drive, char *message)
{
    uint64_t gaps = column_source_gaps(drive->source);

    if (gaps == 0)
        return 0;
    snprintf(message, DRIVE_MESSAGE_BYTES,
             "%s: events are missing in it (%" PRIu64 " gaps); it can be converted, not driven",
             drive->settings->source, gaps);
    return -EINVAL;
}

int drive_run(const struct drive *drive, struct result *result, char message[DRIVE_MESSAGE_BYTES])
{
    struct driven left = {0};
    int error = refuse_gaps(drive, message);

    if (error)
        return error;
    counters_open(&left.counters);
    error = measure(drive, &left, result, message);
    counters_close(&left.counters);
    if (!error && !drive->unchecked)
        error = proof_run(drive, &left.path, &left.stats, result, message);
    paths_fini(&left.path);
    return error;
}

bool drive_decoded_to_source(const struct result *result)
{
    return strcmp(result->decoded_xxh3, result->source_xxh3) == 0;
}
