#include "direct_writer/durable.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int durable_directory(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) + 1 : 0;
    char *name = malloc(length + 2);
    int directory;

    if (!name)
        return -ENOMEM;
    memcpy(name, path, length);
    strcpy(name + length, ".");
    directory = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0)
        directory = -errno;
    free(name);
    return directory;
}

/* Some file systems, pipes and devices cannot be synced, and say EINVAL: that is no loss. */
static int sync_descriptor(int fd)
{
    int result;

    do
        result = fsync(fd);
    while (result < 0 && errno == EINTR);
    return result < 0 && errno != EINVAL ? -errno : 0;
}

int durable_sync(int file, int directory)
{
    int error = sync_descriptor(file), directory_error = sync_descriptor(directory);

    return error ? error : directory_error;
}
