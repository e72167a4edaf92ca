#include "direct_writer/vcd_file.h"

#include "direct_writer/durable.h"

#include <errno.h>
#include <unistd.h>

int vcd_file_open(const char *path, struct vcd_file *file)
{
    int error;

    file->directory = durable_directory(path);
    if (file->directory < 0)
        return file->directory;
    file->stream = fopen(path, "we");
    if (!file->stream) {
        error = -errno;
        close(file->directory);
        return error;
    }
    setvbuf(file->stream, NULL, _IONBF, 0);
    return 0;
}

int vcd_file_sync(const struct vcd_file *file)
{
    return durable_sync(fileno(file->stream), file->directory);
}

int vcd_file_close(struct vcd_file *file)
{
    int error = fclose(file->stream) != 0 && errno != EINTR ? -errno : 0;

    close(file->directory);
    file->stream = NULL;
    return error;
}
