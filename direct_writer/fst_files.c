#include "direct_writer/fst_files.h"

#include "direct_writer/durable.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char zeros[4096];

/* Whether path can be written, and by which name without links: 0 or -errno. */
static int find_path(const char *path, char **resolved)
{
    struct stat status;
    int error = 0, fd = open(path, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0666);

    if (fd < 0)
        return -errno;
    if (fstat(fd, &status) < 0)
        error = -errno;
    else if (!S_ISREG(status.st_mode))
        error = -ESPIPE;
    close(fd);
    if (error)
        return error;
    *resolved = realpath(path, NULL);
    return *resolved ? 0 : -errno;
}

int fst_files_init(struct fst_files *files, const char *path)
{
    int error = find_path(path, &files->path);

    if (error)
        return error;
    files->fd = -1;
    files->directory = durable_directory(files->path);
    if (files->directory < 0) {
        error = files->directory;
        goto free_path;
    }
    files->hierarchy = malloc(strlen(files->path) + sizeof ".hier");
    if (!files->hierarchy) {
        error = -ENOMEM;
        goto close_directory;
    }
    sprintf(files->hierarchy, "%s.hier", files->path);
    return 0;

close_directory:
    close(files->directory);
free_path:
    free(files->path);
    return error;
}

int fst_files_attach(struct fst_files *files)
{
    files->fd = open(files->path, O_RDWR | O_CLOEXEC);
    return files->fd < 0 ? -errno : 0;
}

int fst_files_room(uint64_t bytes)
{
    FILE *file = tmpfile();
    int error = 0;

    if (!file)
        return -errno;
    while (bytes > 0 && !error) {
        size_t some = bytes < sizeof zeros ? (size_t)bytes : sizeof zeros;

        if (fwrite(zeros, 1, some, file) != some)
            error = -errno;
        bytes -= some;
    }
    if (fclose(file) != 0 && !error)
        error = -errno;
    return error;
}

/* Tries a write at fd's end. */
static int blame(int fd)
{
    off_t end = lseek(fd, 0, SEEK_END);
    size_t done = 0;
    int error = end < 0 ? -errno : 0;

    while (!error && done < sizeof zeros) {
        ssize_t written = pwrite(fd, zeros, sizeof zeros - done, end + (off_t)done);

        if (written < 0)
            error = -errno;
        else
            done += (size_t)written;
    }
    if (done > 0 && ftruncate(fd, end) < 0)
        error = -errno;
    return error ? error : -EIO;
}

int fst_files_blame(const struct fst_files *files)
{
    return blame(files->fd);
}

int fst_files_hierarchy(const struct fst_files *files, uint64_t bytes)
{
    struct stat status;
    int fd = open(files->hierarchy, O_WRONLY | O_CLOEXEC), error = 0;

    if (fd < 0 || fstat(fd, &status) < 0)
        error = -errno;
    else if ((uint64_t)status.st_size != bytes)
        error = blame(fd);
    if (fd >= 0)
        close(fd);
    return error;
}

int fst_files_sync(const struct fst_files *files)
{
    return durable_sync(files->fd, files->directory);
}

void fst_files_fini(struct fst_files *files)
{
    if (files->fd >= 0)
        close(files->fd);
    close(files->directory);
    free(files->hierarchy);
    free(files->path);
}
