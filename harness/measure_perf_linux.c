#include "harness/measure_perf.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

const struct measure_event measure_processor[MEASURE_EVENTS] = {
    {PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
    {PERF_TYPE_HW_CACHE, PERF_COUNT_HW_CACHE_DTLB | PERF_COUNT_HW_CACHE_OP_READ << 8 |
                             PERF_COUNT_HW_CACHE_RESULT_MISS << 16},
};

/* Not in a group, which would be counted as a whole or not at all. */
static int open_event(const struct measure_event *event, bool threads)
{
    struct perf_event_attr attr = {
        .type = event->type,
        .size = sizeof attr,
        .config = event->config,
        .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
        .inherit = threads,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };

    return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

void measure_perf_open(struct measure_perf *perf, const struct measure_event event[MEASURE_EVENTS],
                       bool threads)
{
    for (int i = 0; i < MEASURE_EVENTS; i++)
        perf->fd[i] = open_event(&event[i], threads);
}

void measure_perf_close(struct measure_perf *perf)
{
    for (int i = 0; i < MEASURE_EVENTS; i++)
        if (perf->fd[i] >= 0)
            close(perf->fd[i]);
}

void measure_perf_read(const struct measure_perf *perf, struct measure_count count[MEASURE_EVENTS])
{
    for (int i = 0; i < MEASURE_EVENTS; i++) {
        uint64_t words[3]; /* value, time enabled, time running */

        count[i] = (struct measure_count){0};
        if (perf->fd[i] >= 0 && read(perf->fd[i], words, sizeof words) == sizeof words)
            count[i] = (struct measure_count){words[0], words[1], words[2]};
    }
}
