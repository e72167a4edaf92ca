#include "harness/temporary.h"

#include "harness/die.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void name_file(const char *folder, const char *suffix, char name[TEMPORARY_BYTES])
{
    snprintf(name, TEMPORARY_BYTES, "%.400s/handoff-%ld%s", folder, (long)getpid(),
             suffix ? suffix : "");
}

void temporary_file(const char *suffix, char name[TEMPORARY_BYTES])
{
    const char *folder = getenv("TMPDIR");

    name_file(folder && folder[0] ? folder : "/tmp", suffix, name);
}

void temporary_memory_file(const char *suffix, char name[TEMPORARY_BYTES])
{
    if (access("/dev/shm", W_OK) == 0)
        name_file("/dev/shm", suffix, name);
    else
        temporary_file(suffix, name);
}

/* Makes the folder; false if it was there. */
static bool make(const char *name)
{
    if (mkdir(name, 0777) == 0)
        return true;
    if (errno != EEXIST)
        die("%s: %s", name, strerror(errno));
    return false;
}

static void fresh_run_folder(char name[TEMPORARY_BYTES])
{
    char stamp[32];
    time_t now = time(NULL);
    struct tm local;

    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", localtime_r(&now, &local));
    make(HANDOFF_ROOT "/results/runs");
    for (unsigned again = 0;; again++) {
        int used = snprintf(name, TEMPORARY_BYTES, HANDOFF_ROOT "/results/runs/%s", stamp);

        if (again)
            snprintf(name + used, TEMPORARY_BYTES - (size_t)used, "-%u", again + 1);
        if (make(name))
            return;
    }
}

void temporary_run_folder(const char *out, char name[TEMPORARY_BYTES])
{
    if (!out) {
        fresh_run_folder(name);
        return;
    }
    snprintf(name, TEMPORARY_BYTES, "%s", out);
    make(name);
}
