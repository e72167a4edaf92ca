#include "synth_gen/fst_child.h"

#include "synth_gen/fst_library.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* Beyond what is counted for a block and for the signals: the declarations, the library's buffers,
 * those of zlib, the allocator's. */
#define MEMORY_SLACK_BYTES ((uint64_t)64 << 20)

#define READ_BYTES ((size_t)256 << 10)

/* The address space in use, or 0 where the system does not say. */
static uint64_t used_bytes(void)
{
    unsigned long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");

    if (file) {
        if (fscanf(file, "%llu", &pages) != 1)
            pages = 0;
        fclose(file);
    }
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void limit(int resource, uint64_t value)
{
    setrlimit(resource, &(struct rlimit){.rlim_cur = (rlim_t)value, .rlim_max = (rlim_t)value});
}

static void set_limits(uint64_t memory_max, uint64_t work_us)
{
    uint64_t used = used_bytes();
    struct itimerval timer = {.it_value = {.tv_sec = (time_t)(work_us / 1000000),
                                           .tv_usec = (suseconds_t)(work_us % 1000000)}};

    limit(RLIMIT_CORE, 0);
    if (used > 0 && memory_max < UINT64_MAX / 4) {
        limit(RLIMIT_AS, used + 2 * memory_max + MEMORY_SLACK_BYTES);
        limit(RLIMIT_FSIZE, memory_max + MEMORY_SLACK_BYTES);
    }
    /* Of processor time, so that a busy machine makes no difference. */
    setitimer(ITIMER_PROF, &timer, NULL);
}

/* The parent may have handlers for these (a test's runner jumps out of them). */
static void reset_signals(void)
{
    static const int signals[] = {SIGABRT, SIGBUS,  SIGFPE,  SIGILL, SIGPIPE,
                                  SIGPROF, SIGSEGV, SIGTRAP, SIGXFSZ};

    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], SIG_DFL);
}

/* The library calls exit, which is to end neither the streams that the parent has open nor
 * anything else of its. */
static void leave(void)
{
    _exit(EXIT_FAILURE);
}

static _Noreturn void run(int file, int messages, const struct fst_check *check,
                          uint64_t memory_max)
{
    char path[32];
    int null = open("/dev/null", O_RDWR);

    dup2(null, STDERR_FILENO); /* the library says there what it thinks of the file */
    atexit(leave);
    reset_signals();
    set_limits(memory_max, check->work_us);
    /* By its number: the library puts its own files beside FILE, and reads FILE.hier. */
    snprintf(path, sizeof path, "/dev/fd/%d", file);
    fst_library_read(path, check->first_values, messages);
    _exit(EXIT_SUCCESS);
}

int fst_child_start(struct fst_child *child, FILE *file, const struct fst_check *check,
                    uint64_t memory_max)
{
    int ends[2];

    if (pipe(ends) != 0)
        return -errno;
    child->messages = fdopen(ends[0], "r");
    child->pid = child->messages ? fork() : -1;
    if (child->pid == 0)
        run(fileno(file), ends[1], check, memory_max);
    close(ends[1]);
    if (child->pid < 0) {
        int error = -errno;

        if (child->messages)
            fclose(child->messages);
        else
            close(ends[0]);
        return error;
    }
    setvbuf(child->messages, NULL, _IOFBF, READ_BYTES);
    return 0;
}

int fst_child_end(struct fst_child *child)
{
    int status = 0;

    fclose(child->messages);
    kill(child->pid, SIGKILL);
    while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF;
}
