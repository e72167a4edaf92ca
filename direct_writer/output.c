#include "direct_writer/output.h"

#include "direct_writer/durable.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BUFFER_BYTES    ((size_t)256 << 10)
#define WRITE_BYTES_MAX ((size_t)1 << 30) /* macOS refuses more than INT_MAX */

struct output {
    int fd;
    int directory; /* where the file's name is */
    int error;     /* the first, negative */
    uint64_t offset;
    size_t buffered;
    unsigned char buffer[BUFFER_BYTES];
};

int output_open(const char *path, struct output **output)
{
    struct output *o = malloc(sizeof *o);
    int error;

    if (!o)
        return -ENOMEM;
    o->error = 0;
    o->offset = 0;
    o->buffered = 0;

    o->directory = durable_directory(path);
    if (o->directory < 0) {
        error = o->directory;
        goto free_output;
    }
    o->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (o->fd < 0) {
        error = -errno;
        goto close_directory;
    }
    *output = o;
    return 0;

close_directory:
    close(o->directory);
free_output:
    free(o);
    return error;
}

/* Past the buffer. */
static int write_all(struct output *output, const unsigned char *data, size_t bytes)
{
    while (bytes > 0 && !output->error) {
        ssize_t written = write(output->fd, data,
                                bytes < WRITE_BYTES_MAX ? bytes : WRITE_BYTES_MAX);

        if (written >= 0) {
            data += written;
            bytes -= (size_t)written;
        } else if (errno != EINTR) {
            output->error = -errno;
        }
    }
    return output->error;
}

int output_flush(struct output *output)
{
    size_t bytes = output->buffered;

    output->buffered = 0;
    return write_all(output, output->buffer, bytes);
}

int output_write(struct output *output, const void *data, size_t bytes)
{
    if (output->error)
        return output->error;
    output->offset += bytes;
    if (bytes > BUFFER_BYTES - output->buffered && output_flush(output))
        return output->error;
    if (bytes >= BUFFER_BYTES)
        return write_all(output, data, bytes);
    memcpy(output->buffer + output->buffered, data, bytes);
    output->buffered += bytes;
    return 0;
}

uint64_t output_offset(const struct output *output)
{
    return output->offset;
}

int output_sync(struct output *output)
{
    if (output->error || output_flush(output))
        return output->error;
    output->error = durable_sync(output->fd, output->directory);
    return output->error;
}

int output_close(struct output *output)
{
    int error;

    if (!output)
        return 0;
    output_flush(output);
    if (close(output->fd) < 0 && errno != EINTR && !output->error)
        output->error = -errno;
    close(output->directory);
    error = output->error;
    free(output);
    return error;
}
