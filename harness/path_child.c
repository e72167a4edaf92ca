#include "harness/path_child.h"

#include "harness/child.h"
#include "harness/commands.h"

#include "direct_writer/writer.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The words behind a child's own "run". */
struct words {
    char text[SETTINGS_TEXT_BYTES];
    char path[64], work[32], loops[32];
    char output[640], proven[64];
    const char *argv[SETTINGS_SPECS + 9];
};

const char *path_child_suffix(const struct settings *settings)
{
    const char *suffix = writer_find(settings->writer)->suffix;

    return suffix ? suffix : "";
}

static void fill_words(const struct path_child *child, struct words *words)
{
    const char *path = strcmp(child->path, "direct-again") == 0 ? "direct" : child->path;
    struct settings settings = *child->settings;
    size_t count = 0;

    if (settings.kept)
        settings.source = settings.kept;
    snprintf(words->path, sizeof words->path, "--path=%s", path);
    snprintf(words->work, sizeof words->work, "--work-ns=%u", child->work_ns);
    snprintf(words->loops, sizeof words->loops, "--work-loops=%u", child->work_loops);
    snprintf(words->output, sizeof words->output, "--output=%s", child->output);

    words->argv[count++] = commands_program;
    words->argv[count++] = "run";
    words->argv[count++] = words->path;
    words->argv[count++] = words->work;
    words->argv[count++] = words->loops;
    words->argv[count++] = words->output;
    if (child->unchecked)
        words->argv[count++] = "--unchecked";
    if (child->proven) {
        snprintf(words->proven, sizeof words->proven, "--proven=%s", child->proven);
        words->argv[count++] = words->proven;
    }
    settings_words(&settings, words->text, words->argv + count);
}

/* Fills result from "key value" lines. */
static void read_lines(char *lines, struct result *result)
{
    char *next = lines, *line;
    uint32_t bucket;

    for (int i = 0; i < RESULT_FIGURES; i++)
        result->figure[i] = NAN;
    result->latency = (struct histogram){0};
    while ((line = strsep(&next, "\n"))) {
        char *value = strchr(line, ' ');

        if (!value)
            continue;
        *value++ = '\0';
        for (int i = 0; i < RESULT_FIGURES; i++)
            if (strcmp(line, result_figures[i].name) == 0)
                result->figure[i] = strtod(value, NULL);
        if (histogram_parse_name(line, &bucket))
            result->latency.count[bucket] += (uint32_t)strtoul(value, NULL, 10);
        if (strcmp(line, "output_xxh3") == 0)
            snprintf(result->output_xxh3, sizeof result->output_xxh3, "%s", value);
        if (strcmp(line, "source_xxh3") == 0)
            snprintf(result->source_xxh3, sizeof result->source_xxh3, "%s", value);
        if (strcmp(line, "decoded_xxh3") == 0)
            snprintf(result->decoded_xxh3, sizeof result->decoded_xxh3, "%s", value);
    }
}

/* Before it there may be lines about a full ring. */
static const char *last_line(char *text)
{
    size_t len = strlen(text);
    const char *newline;

    if (len && text[len - 1] == '\n')
        text[len - 1] = '\0';
    newline = strrchr(text, '\n');
    return newline ? newline + 1 : text;
}

static void explain(const struct path_child *child, int status, char *err,
                    char message[PATH_CHILD_MESSAGE_BYTES])
{
    const char *error = last_line(err);

    if (status < 0)
        snprintf(message, PATH_CHILD_MESSAGE_BYTES, "%.100s: %s", commands_program,
                 strerror(-status));
    else if (status > 128)
        snprintf(message, PATH_CHILD_MESSAGE_BYTES, "path %s: ended by signal %d (%s)", child->path,
                 status - 128, strsignal(status - 128));
    else
        snprintf(message, PATH_CHILD_MESSAGE_BYTES, "%.255s",
                 error + (strncmp(error, "bench: ", 7) ? 0 : 7));
}

int path_child_run(const struct path_child *child, struct result *result,
                   char message[PATH_CHILD_MESSAGE_BYTES])
{
    struct words words;
    struct child_output output;
    int status;

    fill_words(child, &words);
    status = child_run(words.argv, &output);
    if (!child->keep)
        unlink(child->output);
    if (status == 0 || status == 1) {
        read_lines(output.out, result);
        return 0;
    }
    explain(child, status, output.err, message);
    return -ECHILD;
}

void path_child_report(const struct result *result, struct gbench_state *state)
{
    double cpu_ns = result->figure[RESULT_PROCESS_CPU] * result->figure[RESULT_EVENTS];

    gbench_set_seconds(state, result->figure[RESULT_TOTAL_WALL] / 1e3, cpu_ns / 1e9);
    for (int i = 0; i < RESULT_FIGURES; i++)
        gbench_set_counter(state, result_figures[i].name, result->figure[i]);
    gbench_set_histogram(state, &result->latency);
    if (result->output_xxh3[0])
        gbench_set_label(state, result->output_xxh3);
}
