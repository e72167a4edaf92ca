#include "synth_gen/input.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Some seconds' worth. A small file can stand for any number of bytes. */
#define CHECK_BYTES_MAX (UINT64_C(1) << 31)

ssize_t input_read_file(struct input *input, void *buffer, size_t bytes)
{
    size_t got;

    errno = 0;
    got = fread(buffer, 1, bytes, input->file);
    if (got == 0 && ferror(input->file))
        return errno ? -errno : -EIO;
    return (ssize_t)got;
}

ssize_t input_damaged(struct input *input, const char *damage)
{
    input->damage = damage;
    return -EBADMSG;
}

static void plain_restart(struct input *input)
{
    (void)input;
}

static void plain_free(struct input *input)
{
    free(input);
}

static const struct input_ops plain_ops = {
    .read = input_read_file,
    .restart = plain_restart,
    .free = plain_free,
};

static struct input *plain_new(void)
{
    struct input *input = calloc(1, sizeof *input);

    if (input)
        input->ops = &plain_ops;
    return input;
}

static bool ends_in(const char *name, const char *suffix)
{
    size_t len = strlen(name), suffix_len = strlen(suffix);

    return len >= suffix_len && strcmp(name + len - suffix_len, suffix) == 0;
}

int input_open(FILE *file, const char *name, struct input **input)
{
    struct input *opened = ends_in(name, ".gz")    ? input_gzip_new()
                           : ends_in(name, ".zst") ? input_zstd_new()
                                                   : plain_new();

    if (!opened)
        return -ENOMEM;
    opened->file = file;
    *input = opened;
    return 0;
}

int input_rewind(struct input *input)
{
    if (fseek(input->file, 0, SEEK_SET) != 0)
        return -errno;
    input->ops->restart(input);
    return 0;
}

bool input_is_damaged(struct input *input)
{
    char buffer[16384];
    uint64_t left = CHECK_BYTES_MAX;
    ssize_t got = 1;

    while (input->ops->checks && !input->damage && got > 0 && left > 0) {
        got = input_read(input, buffer, sizeof buffer);
        left -= sizeof buffer;
    }
    return input->damage;
}

void input_close(struct input *input)
{
    if (input)
        input->ops->free(input);
}
