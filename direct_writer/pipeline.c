#include "direct_writer/pipeline.h"

#include "direct_writer/output.h"

#include <errno.h>
#include <lz4.h>
#include <pthread.h>
#include <stdlib.h>

#define IN_FLIGHT_BYTES_MAX ((uint64_t)16 << 20)

/*
 * All parts in flight are one list, in the order of the file:
 *
 *    oldest -> ... -> untaken -> ... -> newest
 *    encoded or at     nobody has
 *    a worker's        them yet
 */
struct pipeline {
    struct output *output; /* whoever is writing; the producer once it is drained */
    uint32_t next_number;  /* producer */

    pthread_mutex_t mutex; /* protects all below */
    pthread_cond_t work;   /* there is an untaken part, or this is the end */
    pthread_cond_t room;   /* a part has left */
    struct pipeline_part *oldest, *untaken, *newest;
    uint64_t in_flight_bytes;
    bool writing; /* a worker is writing the oldest parts */
    bool ending;
    int error; /* the first, negative */

    uint32_t workers; /* running */
    pthread_t worker[];
};

struct pipeline_part *pipeline_part_new(uint32_t tag, size_t capacity)
{
    struct pipeline_part *part;

    if (capacity > SIZE_MAX - sizeof *part)
        return NULL;
    part = malloc(sizeof *part + capacity);
    if (part)
        *part = (struct pipeline_part){.header.tag = tag, .capacity = capacity};
    return part;
}

static void part_free(struct pipeline_part *part)
{
    free(part->stored);
    free(part);
}

/* Compresses where that shrinks, and checksums. */
static int encode(struct pipeline_part *part)
{
    size_t raw_bytes = part->header.raw_bytes;

    part->header.stored_bytes = raw_bytes;
    if (raw_bytes > 1 && raw_bytes <= LZ4_MAX_INPUT_SIZE) {
        /* Room for less than the raw bytes: LZ4 gives up where it would not shrink. */
        int room = (int)raw_bytes - 1, bytes;

        part->stored = malloc((size_t)room);
        if (!part->stored)
            return -ENOMEM;
        bytes = LZ4_compress_default((const char *)part->raw, (char *)part->stored, (int)raw_bytes,
                                     room);
        if (bytes > 0) {
            part->header.stored_bytes = (uint64_t)bytes;
        } else {
            free(part->stored);
            part->stored = NULL;
        }
    }
    part->header.checksum = format_checksum(&part->header, part->stored ? part->stored : part->raw);
    return 0;
}

static int write_part(struct output *output, const struct pipeline_part *part)
{
    int error;

    if (part->offset)
        *part->offset = output_offset(output);
    error = output_write(output, &part->header, sizeof part->header);
    if (error)
        return error;
    error = output_write(output, part->stored ? part->stored : part->raw,
                         part->header.stored_bytes);
    /* A segment that is ended shall be there even if nothing follows. */
    return error || part->header.tag != FORMAT_SEGMENT ? error : output_flush(output);
}

/* The mutex is held, except while writing. */
static void write_encoded(struct pipeline *p)
{
    if (p->writing)
        return; /* whoever writes looks again before it stops */
    p->writing = true;
    while (p->oldest && p->oldest->encoded) {
        struct pipeline_part *part = p->oldest;

        if (!p->error) {
            int error;

            pthread_mutex_unlock(&p->mutex);
            error = write_part(p->output, part);
            pthread_mutex_lock(&p->mutex);
            if (!p->error)
                p->error = error;
        }
        p->oldest = part->next;
        p->in_flight_bytes -= part->capacity;
        part_free(part);
        pthread_cond_signal(&p->room);
    }
    p->writing = false;
}

static void *work(void *argument)
{
    struct pipeline *p = argument;

    pthread_mutex_lock(&p->mutex);
    for (;;) {
        struct pipeline_part *part;

        while (!p->untaken && !p->ending)
            pthread_cond_wait(&p->work, &p->mutex);
        if (!p->untaken)
            break;
        part = p->untaken;
        p->untaken = part->next;
        if (!p->error) {
            int error;

            pthread_mutex_unlock(&p->mutex);
            error = encode(part);
            pthread_mutex_lock(&p->mutex);
            if (!p->error)
                p->error = error;
        }
        part->encoded = true;
        write_encoded(p);
    }
    pthread_mutex_unlock(&p->mutex);
    return NULL;
}

static void end_workers(struct pipeline *p)
{
    pthread_mutex_lock(&p->mutex);
    p->ending = true;
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->mutex);
    for (uint32_t i = 0; i < p->workers; i++)
        pthread_join(p->worker[i], NULL);
}

int pipeline_open(const char *path, uint32_t workers, struct pipeline **pipeline)
{
    struct format_header header = {.magic = FORMAT_MAGIC, .version = FORMAT_VERSION};
    struct pipeline *p = calloc(1, sizeof *p + workers * sizeof p->worker[0]);
    int error;

    if (!p)
        return -ENOMEM;
    error = output_open(path, &p->output);
    if (error)
        goto free_pipeline;
    error = output_write(p->output, &header, sizeof header);
    if (error)
        goto close_output;
    error = -pthread_mutex_init(&p->mutex, NULL);
    if (error)
        goto close_output;
    error = -pthread_cond_init(&p->work, NULL);
    if (error)
        goto destroy_mutex;
    error = -pthread_cond_init(&p->room, NULL);
    if (error)
        goto destroy_work;
    for (; p->workers < workers; p->workers++) {
        error = -pthread_create(&p->worker[p->workers], NULL, work, p);
        if (error)
            goto end;
    }
    *pipeline = p;
    return 0;

end:
    end_workers(p);
    pthread_cond_destroy(&p->room);
destroy_work:
    pthread_cond_destroy(&p->work);
destroy_mutex:
    pthread_mutex_destroy(&p->mutex);
close_output:
    output_close(p->output);
free_pipeline:
    free(p);
    return error;
}

int pipeline_submit(struct pipeline *p, struct pipeline_part *part)
{
    int error;

    part->header.number = p->next_number++;
    pthread_mutex_lock(&p->mutex);
    while (p->oldest && p->in_flight_bytes + part->capacity > IN_FLIGHT_BYTES_MAX)
        pthread_cond_wait(&p->room, &p->mutex);
    error = p->error;
    if (!error) {
        if (p->oldest)
            p->newest->next = part;
        else
            p->oldest = part;
        p->newest = part;
        if (!p->untaken)
            p->untaken = part;
        p->in_flight_bytes += part->capacity;
        pthread_cond_signal(&p->work);
    }
    pthread_mutex_unlock(&p->mutex);
    if (error)
        part_free(part);
    return error;
}

int pipeline_drain(struct pipeline *p)
{
    int error;

    pthread_mutex_lock(&p->mutex);
    while (p->oldest)
        pthread_cond_wait(&p->room, &p->mutex);
    error = p->error;
    pthread_mutex_unlock(&p->mutex);
    return error;
}

int pipeline_sync(struct pipeline *p)
{
    int error = pipeline_drain(p);

    return error ? error : output_sync(p->output);
}

int pipeline_close(struct pipeline *p)
{
    int error, close_error;

    if (!p)
        return 0;
    error = pipeline_drain(p);
    end_workers(p);
    pthread_cond_destroy(&p->room);
    pthread_cond_destroy(&p->work);
    pthread_mutex_destroy(&p->mutex);
    close_error = output_close(p->output);
    free(p);
    return error ? error : close_error;
}
