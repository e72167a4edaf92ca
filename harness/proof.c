#include "harness/proof.h"

#include "direct_writer/writer.h"
#include "harness/cut_out.h"
#include "harness/file_hash.h"
#include "harness/nothing.h"
#include "harness/plain_trace.h"
#include "harness/stream_hash.h"
#include "harness/trace_open.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Who decodes the output. */
enum decoder { BY_NOBODY, BY_WRITER, BY_SOURCE };

struct proof {
    const struct drive *drive;
    const struct path *path;
    const struct ho_offload_stats *stats;
    const struct writer *writer;
    enum decoder decoder;
    char *message;
};

/* The same bytes decode to the same stream: once is enough. */
static bool is_proven(const struct proof *proof, const struct result *result)
{
    const char *proven = proof->drive->proven;

    return proven && proof->stats->gaps == 0 && strcmp(result->output_xxh3, proven) == 0;
}

static enum decoder decoder_of(const struct proof *proof)
{
    const struct writer *writer = proof->writer;

    if (!paths_writes(proof->drive->path))
        return BY_NOBODY;
    if (writer->read)
        return BY_WRITER;
    if (trace_readable(writer->suffix) && proof->stats->gaps == 0 &&
        trace_ends_with(proof->drive->output, writer->suffix))
        return BY_SOURCE;
    return BY_NOBODY;
}

static int fail(const struct proof *proof, const char *phase, int error)
{
    snprintf(proof->message, DRIVE_MESSAGE_BYTES, "%s, path %s: %s: %s", proof->drive->output,
             proof->drive->path, phase, strerror(-error));
    return error;
}

/* Whether all that came out of the source was either written or told as lost. */
static int check_accounts(const struct proof *proof, const struct cut_out *source)
{
    const struct ho_offload_stats *stats = proof->stats;
    const struct gap_log *log = &proof->path->gap_log;
    const struct {
        const char *what;
        uint64_t is, should_be;
    } accounts[] = {
        {"events appended", stats->events_appended, source->events},
        {"events replayed or dropped", stats->events_replayed + stats->events_dropped,
         source->events},
        {"events told as lost", log->events_lost, stats->events_dropped},
        /* Without drops there is no log. */
        {"events written", log->inner ? log->events : source->events, stats->events_replayed},
        {"cuts", log->inner ? log->cuts : source->cuts, source->cuts},
        {"gaps", log->count, stats->gaps},
    };

    for (size_t i = 0; i < sizeof accounts / sizeof *accounts; i++) {
        if (accounts[i].is == accounts[i].should_be)
            continue;
        snprintf(proof->message, DRIVE_MESSAGE_BYTES, "%s, path %s: %s: %" PRIu64 ", not %" PRIu64,
                 proof->drive->output, proof->drive->path, accounts[i].what, accounts[i].is,
                 accounts[i].should_be);
        return -EBADMSG;
    }
    return 0;
}

/* The source, without what was lost on the path. */
static int feed_source(const struct proof *proof, struct ho_sink *sink)
{
    struct source *source = proof->drive->source;
    struct cut_out cut_out;
    int error;

    cut_out_init(&cut_out, &proof->path->gap_log, sink);
    error = ho_sink_setup(&cut_out.sink, &source->dictionary);
    if (!error)
        error = source_drive(source, &cut_out.sink);
    if (error)
        return fail(proof, error == -ERANGE ? "the time of a lost event" : "hashing the source",
                    error);
    return proof->path->offload ? check_accounts(proof, &cut_out) : 0;
}

static int feed_written(const struct proof *proof, struct ho_sink *sink)
{
    char reason[WRITER_MESSAGE_BYTES] = "";
    int error = proof->writer->read(proof->drive->output, sink, reason);

    if (error)
        snprintf(proof->message, DRIVE_MESSAGE_BYTES, "%s",
                 reason[0] ? reason : "reading the output back failed");
    return error;
}

static int feed_trace(const struct proof *proof, struct ho_sink *sink)
{
    struct source_options options = source_options_defaults();
    char reason[SOURCE_MESSAGE_BYTES];
    struct source *trace;
    int error;

    options.name = proof->drive->output;
    error = trace_open(&options, &trace, reason);
    if (error) {
        snprintf(proof->message, DRIVE_MESSAGE_BYTES, "reading the output back: %s", reason);
        return error;
    }
    error = ho_sink_setup(sink, &trace->dictionary);
    if (!error)
        error = source_drive(trace, sink);
    source_close(trace);
    return error ? fail(proof, "hashing the output", error) : 0;
}

static int hash_stream(const struct proof *proof,
                       int (*feed)(const struct proof *, struct ho_sink *), char hex[33])
{
    bool plain = proof->decoder == BY_SOURCE;
    struct ho_sink *hash, *sink;
    int error = stream_hash_open(&hash);

    if (error)
        return fail(proof, "hashing", error);
    sink = hash;
    if (plain)
        error = plain_trace_open(hash, &sink);
    if (error) {
        ho_sink_close(hash, NULL);
        return fail(proof, "hashing", error);
    }
    error = feed(proof, sink);
    if (!error && plain) {
        error = plain_trace_end(sink);
        if (error)
            fail(proof, "hashing", error);
    }
    if (!error)
        stream_hash_result(hash, hex);
    ho_sink_close(sink, NULL);
    return error;
}

int proof_run(const struct drive *drive, const struct path *path,
              const struct ho_offload_stats *stats, struct result *result,
              char message[DRIVE_MESSAGE_BYTES])
{
    struct proof proof = {
        .drive = drive,
        .path = path,
        .stats = stats,
        .writer = writer_find(drive->settings->writer),
        .message = message,
    };
    char source_xxh3[33] = "";
    uint64_t bytes;
    int error = 0;

    if (paths_writes(drive->path) && proof.writer->suffix) {
        error = file_hash(drive->output, result->output_xxh3, &bytes);
        if (error)
            return fail(&proof, "hashing the output", error);
        result->figure[RESULT_OUTPUT_BYTES] = (double)bytes;
    }
    if (is_proven(&proof, result))
        return path->offload ? feed_source(&proof, &nothing_sink) : 0;
    proof.decoder = decoder_of(&proof);
    if (proof.decoder != BY_NOBODY)
        error = hash_stream(&proof, proof.decoder == BY_WRITER ? feed_written : feed_trace,
                            result->decoded_xxh3);
    if (!error && (proof.decoder != BY_NOBODY || path->offload))
        error = hash_stream(&proof, feed_source, source_xxh3);
    if (proof.decoder != BY_NOBODY)
        memcpy(result->source_xxh3, source_xxh3, sizeof source_xxh3);
    return error;
}
