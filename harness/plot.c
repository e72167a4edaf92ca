#include "harness/plot.h"

#include "harness/plot_data.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Room for a path of this program's making; longer ones fail with -ENAMETOOLONG. */
struct name {
    char text[4096];
};

static int join(struct name *name, const char *folder, const char *file, const char *suffix)
{
    int length = snprintf(name->text, sizeof name->text, "%s/%s%s", folder, file, suffix);

    return length < (int)sizeof name->text ? 0 : -ENAMETOOLONG;
}

int plot_write(const char *folder, const char *name, plot_writer *write, const void *subject,
               size_t figure, struct plot_drawing *drawing, char message[PLOT_MESSAGE_BYTES])
{
    size_t length = strlen(drawing->figures);
    struct name path;

    int error = join(&path, folder, name, ".dat");
    FILE *file = error ? NULL : fopen(path.text, "w");
    if (!error && !file)
        error = -errno;
    if (!error && write(file, subject, figure) > 0)
        snprintf(drawing->figures + length, sizeof drawing->figures - length, " %s", name);
    if (file && fclose(file) != 0)
        error = -errno;
    if (error)
        snprintf(message, PLOT_MESSAGE_BYTES, "%.400s: %s", path.text, strerror(-error));
    return error;
}

/* Reads all that comes, and keeps its last line that says something. */
static void last_line(int from, char *line, size_t bytes)
{
    char text[4096];
    size_t length = 0;
    FILE *file = fdopen(from, "r");

    line[0] = '\0';
    if (!file) {
        close(from);
        return;
    }
    while (fgets(text, sizeof text, file)) {
        length = strcspn(text, "\n");
        text[length] = '\0';
        if (text[strspn(text, " \t^")] != '\0')
            snprintf(line, bytes, "%s", text + strspn(text, " \t"));
    }
    fclose(file);
}

/* Runs gnuplot, and waits for it. complaint: the last line that it wrote to stderr. */
static int run_gnuplot(char *const argv[], char *complaint, size_t bytes)
{
    posix_spawn_file_actions_t actions;
    int ends[2], status;
    pid_t child;

    if (pipe(ends) != 0)
        return -errno;
    int error = -posix_spawn_file_actions_init(&actions);
    if (error)
        goto close_ends;
    error = -posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    if (!error)
        error = -posix_spawn_file_actions_addclose(&actions, ends[0]);
    if (!error)
        error = -posix_spawnp(&child, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        goto close_ends;

    close(ends[1]);
    last_line(ends[0], complaint, bytes);
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            return -errno;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return -ENOENT; /* a system that finds out only in the child */
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -EIO;

close_ends:
    close(ends[0]);
    close(ends[1]);
    return error;
}

static int draw(const char *folder, const char *scripts, struct plot_drawing *drawing,
                char message[PLOT_MESSAGE_BYTES])
{
    struct name script, folder_copy, scripts_copy;
    char complaint[400] = "", gnuplot[] = "gnuplot", with[] = "-c";

    if (join(&script, scripts, "draw", ".gp") || join(&folder_copy, folder, "", "") ||
        join(&scripts_copy, scripts, "", "")) {
        snprintf(message, PLOT_MESSAGE_BYTES, "%.400s: %s", folder, strerror(ENAMETOOLONG));
        return -ENAMETOOLONG;
    }
    char *argv[] = {gnuplot,           with,          script.text,      folder_copy.text,
                    scripts_copy.text, drawing->note, drawing->figures, NULL};
    int error = run_gnuplot(argv, complaint, sizeof complaint);
    if (error == -ENOENT)
        snprintf(message, PLOT_MESSAGE_BYTES,
                 "gnuplot: not found; install it (gnuplot-nox) to draw the figures");
    else if (error)
        snprintf(message, PLOT_MESSAGE_BYTES, "gnuplot: %s",
                 complaint[0] ? complaint : strerror(-error));
    return error;
}

int plot_draw(const char *results_json, const char *scripts, char message[PLOT_MESSAGE_BYTES])
{
    struct plot_drawing drawing = {0};
    const char *slash = strrchr(results_json, '/');
    char *folder = slash ? strndup(results_json, (size_t)(slash - results_json)) : strdup(".");

    if (!folder) {
        snprintf(message, PLOT_MESSAGE_BYTES, "%s", strerror(ENOMEM));
        return -ENOMEM;
    }
    int error = plot_compare(results_json, folder, &drawing, message);
    if (error == -ENODATA)
        error = plot_queues(results_json, folder, &drawing, message);
    if (error == -ENODATA)
        error = plot_sweep(results_json, folder, &drawing, message);
    if (error == 0 && drawing.figures[0] != '\0')
        error = draw(folder, scripts, &drawing, message);
    free(folder);
    return error;
}
