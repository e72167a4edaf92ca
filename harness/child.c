#include "harness/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* A pipe's end in this process, and what came out of it so far. */
struct stream {
    int fd; /* -1 once it ended */
    char *text;
    size_t size, used;
    bool keep_end; /* when it is full, the beginning goes; else what comes is dropped */
};

static void stream_take(struct stream *stream, const char *bytes, size_t count)
{
    size_t room = stream->size - 1 - stream->used;

    if (count > room && stream->keep_end) {
        size_t keep = stream->size / 2;

        if (stream->used > keep) {
            memmove(stream->text, stream->text + stream->used - keep, keep);
            stream->used = keep;
        }
        room = stream->size - 1 - stream->used;
    }
    if (count > room)
        count = room;
    memcpy(stream->text + stream->used, bytes, count);
    stream->used += count;
    stream->text[stream->used] = '\0';
}

static void stream_read(struct stream *stream)
{
    char bytes[512];
    ssize_t count = read(stream->fd, bytes, sizeof bytes);

    if (count > 0) {
        stream_take(stream, bytes, (size_t)count);
    } else if (count == 0 || errno != EINTR) {
        close(stream->fd);
        stream->fd = -1;
    }
}

static void read_both(struct stream *out, struct stream *err)
{
    while (out->fd >= 0 || err->fd >= 0) {
        struct pollfd fds[] = {{.fd = out->fd, .events = POLLIN},
                               {.fd = err->fd, .events = POLLIN}};

        if (poll(fds, 2, -1) < 0)
            continue; /* EINTR: the child got the signal too, and will end */
        if (fds[0].revents)
            stream_read(out);
        if (fds[1].revents)
            stream_read(err);
    }
}

static int spawn(const char *const argv[], const int out[2], const int err[2], pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);

    if (error)
        return -error;
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err[1], STDERR_FILENO);
    for (int end = 0; end < 2; end++) {
        posix_spawn_file_actions_addclose(&actions, out[end]);
        posix_spawn_file_actions_addclose(&actions, err[end]);
    }
    /* It does not write to the words; its type is older than const. */
    error = posix_spawnp(pid, argv[0], &actions, NULL, (char **)(uintptr_t)argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    return -error;
}

static int wait_for(pid_t pid)
{
    int status;

    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return -errno;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int child_run(const char *const argv[], struct child_output *output)
{
    struct stream out = {.text = output->out, .size = sizeof output->out};
    struct stream err = {.text = output->err, .size = sizeof output->err, .keep_end = true};
    int out_pipe[2], err_pipe[2], error;
    pid_t pid;

    output->out[0] = output->err[0] = '\0';
    if (pipe(out_pipe))
        return -errno;
    if (pipe(err_pipe)) {
        error = -errno;
        close(out_pipe[0]);
        close(out_pipe[1]);
        return error;
    }
    error = spawn(argv, out_pipe, err_pipe, &pid);
    close(out_pipe[1]);
    close(err_pipe[1]);
    out.fd = out_pipe[0];
    err.fd = err_pipe[0];
    read_both(&out, &err); /* ends at once if nothing was started */
    return error ? error : wait_for(pid);
}
