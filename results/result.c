/*
 * result.c - the figures' names and the names of the benchmarks that carry them.
 */
#include "results/result.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PREFIX "compare/"
#define WORK   "/work_ns:"

const struct result_figure_info result_figures[RESULT_FIGURES] = {
    [RESULT_EVENTS] = {"events", ""},
    [RESULT_PRODUCER_CPU] = {"producer_cpu_ns_per_event", "ns/event"},
    [RESULT_PROCESS_CPU] = {"process_cpu_ns_per_event", "ns/event"},
    [RESULT_SETUP_CPU] = {"setup_process_cpu_ms", "ms"},
    [RESULT_PRODUCE_CPU] = {"produce_process_cpu_ms", "ms"},
    [RESULT_CLOSE_CPU] = {"close_process_cpu_ms", "ms"},
    [RESULT_PRODUCE_WALL] = {"produce_wall_ns_per_event", "ns/event"},
    [RESULT_TOTAL_WALL] = {"total_wall_ms", "ms"},
    [RESULT_OPEN_WALL] = {"open_wall_ms", "ms"},
    [RESULT_SETUP_WALL] = {"setup_wall_ms", "ms"},
    [RESULT_CLOSE_WALL] = {"close_wall_ms", "ms"},
    [RESULT_CLOSE_PUBLISH] = {"close_publish_ms", "ms"},
    [RESULT_CLOSE_DRAIN] = {"close_drain_ms", "ms"},
    [RESULT_CLOSE_ENCODE] = {"close_encode_ms", "ms"},
    [RESULT_CLOSE_COMMIT] = {"close_commit_ms", "ms"},
    [RESULT_CLOSE_JOIN] = {"close_join_ms", "ms"},
    [RESULT_PRODUCER_WAITS] = {"producer_waits", ""},
    [RESULT_PRODUCER_WAIT] = {"producer_wait_ms", "ms"},
    [RESULT_EVENTS_DROPPED] = {"events_dropped", ""},
    [RESULT_CHUNKS_DROPPED] = {"chunks_dropped", ""},
    [RESULT_GAPS] = {"gaps", ""},
    [RESULT_PRODUCER_ALLOCATED] = {"producer_allocated_bytes", "bytes"},
    [RESULT_PRODUCER_FAULTS] = {"producer_minor_faults", ""},
    [RESULT_VOLUNTARY_SWITCHES] = {"voluntary_switches", ""},
    [RESULT_INVOLUNTARY_SWITCHES] = {"involuntary_switches", ""},
    [RESULT_PEAK_MEMORY] = {"peak_memory_bytes", "bytes"},
    [RESULT_OUTPUT_BYTES] = {"output_bytes", "bytes"},
    [RESULT_PRODUCER_INSTRUCTIONS] = {"producer_instructions_per_event", "/event"},
    [RESULT_PRODUCER_CYCLES] = {"producer_cycles_per_event", "/event"},
    [RESULT_PRODUCER_CACHE_MISSES] = {"producer_cache_misses_per_event", "/event"},
    [RESULT_PRODUCER_TLB_MISSES] = {"producer_tlb_misses_per_event", "/event"},
    [RESULT_PROCESS_INSTRUCTIONS] = {"process_instructions_per_event", "/event"},
    [RESULT_PROCESS_CYCLES] = {"process_cycles_per_event", "/event"},
    [RESULT_PROCESS_CACHE_MISSES] = {"process_cache_misses_per_event", "/event"},
    [RESULT_PROCESS_TLB_MISSES] = {"process_tlb_misses_per_event", "/event"},
    [RESULT_COUNTED_SHARE] = {"counted_share", ""},
    [RESULT_LATENCY_MAX] = {"latency_max_ns", "ns"},
    [RESULT_LATENCY_CLOCK] = {"latency_clock_ns", "ns"},
};

bool result_has_gaps(const struct result *result)
{
    return result->figure[RESULT_GAPS] > 0; /* an older file's are NAN */
}

void result_name(const struct result *result, char name[RESULT_NAME_BYTES])
{
    if (result->work_ns == 0)
        snprintf(name, RESULT_NAME_BYTES, PREFIX "%s", result->path);
    else
        snprintf(name, RESULT_NAME_BYTES, PREFIX "%s" WORK "%" PRIu32, result->path,
                 result->work_ns);
}

bool result_parse_name(const char *name, struct result *result)
{
    if (strncmp(name, PREFIX, strlen(PREFIX)) != 0)
        return false;
    name += strlen(PREFIX);

    size_t length = strcspn(name, "/");
    if (length == 0 || length >= sizeof result->path)
        return false;
    memcpy(result->path, name, length);
    result->path[length] = '\0';
    result->work_ns = 0;
    if (name[length] == '\0')
        return true;

    name += length;
    if (strncmp(name, WORK, strlen(WORK)) != 0)
        return false;
    name += strlen(WORK);
    length = strspn(name, "0123456789");
    result->work_ns = (uint32_t)strtoul(name, NULL, 10);
    return length > 0 && length < 10 && name[length] == '\0';
}
