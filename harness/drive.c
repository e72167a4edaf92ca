#include "harness/drive.h"

#include "direct_writer/writer.h"
#include "harness/file_hash.h"
#include "harness/measure.h"
#include "harness/paths.h"
#include "harness/stream_hash.h"

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

/* What the producer has used so far. */
struct producer {
    uint64_t cpu_ns;
    double faults;
    double allocated;
};

/* In this order, and back to front at the end, so that the reading costs stay outside. */
static struct producer producer_begin(void)
{
    struct producer producer;

    producer.allocated = measure_thread_allocated();
    producer.faults = measure_thread_minor_faults();
    producer.cpu_ns = measure_thread_cpu_ns();
    return producer;
}

static struct producer producer_end(void)
{
    struct producer producer;

    producer.cpu_ns = measure_thread_cpu_ns();
    producer.faults = measure_thread_minor_faults();
    producer.allocated = measure_thread_allocated();
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

static int fail(const struct drive *drive, const char *phase, int error, char *message)
{
    snprintf(message, DRIVE_MESSAGE_BYTES, "%s, path %s: %s: %s", drive->output, drive->path, phase,
             strerror(-error));
    return error;
}

int drive_measure(const struct drive *drive, struct result *result,
                  char message[DRIVE_MESSAGE_BYTES])
{
    double *figure = result->figure;
    /* An empty trace has no cost an event. */
    double events = drive->source->events ? (double)drive->source->events : NAN;
    struct ho_offload_stats stats = {0};
    struct ho_close_times times = {0};
    struct producer producing, produced;
    struct moment begun, opened, set_up, driven, closed;
    struct path path;
    const char *phase = "setup";
    int error, close_error;

    measure_reset_peak_memory(); /* where it cannot be done, loading the source counts too */
    begun = now();
    error = paths_open(drive->settings, drive->path, drive->output, drive->work_loops, &path,
                       message);
    if (error)
        return error;
    opened = now();
    error = ho_sink_setup(path.sink, &drive->source->dictionary);
    set_up = now();
    producing = producer_begin();
    if (!error) {
        phase = "writing";
        error = source_drive(drive->source, path.sink);
    }
    produced = producer_end();
    driven = now();
    if (path.offload)
        ho_offload_stats(path.offload, &stats);
    close_error = ho_sink_close(path.sink, &times);
    closed = now();
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
    figure[RESULT_PRODUCER_WAITS] = (double)stats.producer_waits;
    figure[RESULT_PRODUCER_WAIT] = (double)stats.producer_wait_ns / 1e6;
    figure[RESULT_PRODUCER_ALLOCATED] = produced.allocated - producing.allocated;
    figure[RESULT_PRODUCER_FAULTS] = produced.faults - producing.faults;
    figure[RESULT_VOLUNTARY_SWITCHES] = (double)(closed.process.voluntary_switches -
                                                 begun.process.voluntary_switches);
    figure[RESULT_INVOLUNTARY_SWITCHES] = (double)(closed.process.involuntary_switches -
                                                   begun.process.involuntary_switches);
    figure[RESULT_PEAK_MEMORY] = measure_peak_memory();
    figure[RESULT_OUTPUT_BYTES] = NAN;
    return 0;
}

static int hash_source(const struct drive *drive, struct ho_sink *hash, char *message)
{
    int error = ho_sink_setup(hash, &drive->source->dictionary);

    if (!error)
        error = source_drive(drive->source, hash);
    return error ? fail(drive, "hashing the source", error, message) : 0;
}

static int hash_output(const struct drive *drive, struct ho_sink *hash, char *message)
{
    char reason[WRITER_MESSAGE_BYTES] = "";
    int error = writer_find(drive->settings->writer)->read(drive->output, hash, reason);

    if (error)
        snprintf(message, DRIVE_MESSAGE_BYTES, "%s",
                 reason[0] ? reason : "reading the output back failed");
    return error;
}

static int hash_stream(const struct drive *drive,
                       int (*feed)(const struct drive *, struct ho_sink *, char *), char hex[33],
                       char *message)
{
    struct ho_sink *hash;
    int error = stream_hash_open(&hash);

    if (error)
        return fail(drive, "hashing", error, message);
    error = feed(drive, hash, message);
    if (!error)
        stream_hash_result(hash, hex);
    ho_sink_close(hash, NULL);
    return error;
}

int drive_check(const struct drive *drive, struct result *result, char message[DRIVE_MESSAGE_BYTES])
{
    const struct writer *writer = writer_find(drive->settings->writer);
    uint64_t bytes;
    int error;

    if (!paths_writes(drive->path) || !writer->suffix)
        return 0;
    error = file_hash(drive->output, result->output_xxh3, &bytes);
    if (error)
        return fail(drive, "hashing the output", error, message);
    result->figure[RESULT_OUTPUT_BYTES] = (double)bytes;
    if (!writer->read)
        return 0;
    error = hash_stream(drive, hash_output, result->decoded_xxh3, message);
    if (error)
        return error;
    return hash_stream(drive, hash_source, result->source_xxh3, message);
}

bool drive_decoded_to_source(const struct result *result)
{
    return strcmp(result->decoded_xxh3, result->source_xxh3) == 0;
}
