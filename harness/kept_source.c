#include "harness/kept_source.h"

#include "harness/column_source.h"
#include "harness/temporary.h"

#include "synth_gen/tape_file.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char kept[TEMPORARY_BYTES];

static void forget(void)
{
    unlink(kept);
}

static void forget_and_end(int signal)
{
    unlink(kept);
    raise(signal); /* the default again, once this returns */
}

/* However this program ends, but for SIGKILL. */
static void forget_at_end(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = forget_and_end, .sa_flags = SA_RESETHAND}, before;

    atexit(forget);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        sigaction(signals[i], NULL, &before);
        if (before.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

static void keep(struct source *source, struct settings *settings)
{
    int error;

    temporary_file(".tape", kept);
    forget_at_end();
    error = tape_file_write(source, kept);
    if (error) {
        fprintf(stderr, "bench: warning: %s: %s; so each run reads %s again\n", kept,
                strerror(-error), settings->source);
        return;
    }
    settings->kept = kept;
}

void kept_source_open(struct settings *settings)
{
    struct source *source = settings_open_source(settings);

    /* One with gaps is refused by the first run. */
    if (strcmp(settings->source, "synth") != 0 && column_source_gaps(source) == 0)
        keep(source, settings);
    source_close(source);
}
