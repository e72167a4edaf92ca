#include "harness/progress.h"

#include "harness/measure.h"

#include <stdio.h>
#include <unistd.h>

#define CLEAR "\r\033[K"

void progress_init(struct progress *progress, uint32_t total)
{
    *progress = (struct progress){
        .terminal = isatty(STDERR_FILENO), .total = total, .begun_ns = measure_wall_ns()};
}

void progress_show(const struct progress *progress, const char *what)
{
    unsigned elapsed = (unsigned)((measure_wall_ns() - progress->begun_ns) / 1000000000u);

    if (!progress->terminal)
        return;
    fprintf(stderr, CLEAR "run %u of %u: %s", progress->done + 1, progress->total, what);
    fprintf(stderr, "  %u:%02u", elapsed / 60, elapsed % 60);
    if (progress->done) {
        unsigned left = elapsed * (progress->total - progress->done) / progress->done;

        fprintf(stderr, ", about %u:%02u to go", left / 60, left % 60);
    }
    fflush(stderr);
}

void progress_part(const struct progress *progress, const char *what, uint64_t done, uint64_t total)
{
    unsigned elapsed = (unsigned)((measure_wall_ns() - progress->begun_ns) / 1000000000u);

    if (!progress->terminal)
        return;
    fprintf(stderr, CLEAR "%s", what);
    if (total)
        fprintf(stderr, ": %.0f %%", 100 * (double)done / (double)total);
    /* Back to the start: what is told of a file meanwhile names it, and so is longer. */
    fprintf(stderr, "  %u:%02u\r", elapsed / 60, elapsed % 60);
    fflush(stderr);
}

void progress_step(struct progress *progress)
{
    progress->done++;
}

void progress_clear(const struct progress *progress)
{
    if (progress->terminal)
        fputs(CLEAR, stderr);
}
