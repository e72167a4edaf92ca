#include "tests/workload.h"

#include <stdlib.h>

static const struct ho_signal signals[] = {{.kind = HO_STRING}};

const struct ho_dictionary workload_dictionary = {.signals = signals, .signal_count = 1};

static uint32_t draw(uint64_t *seed, uint32_t below)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*seed >> 32) * below >> 32);
}

static uint32_t draw_length(const struct workload *workload, uint64_t *seed)
{
    static const uint32_t small[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17};
    uint32_t largest = workload->chunk_bytes - 8; /* that fits in a chunk */

    if (workload->larger_in && draw(seed, workload->larger_in) == 0)
        return largest + 1 + draw(seed, 3 * workload->chunk_bytes);
    if (draw(seed, 16) == 0)
        return largest - draw(seed, largest < 24 ? largest : 24);
    return small[draw(seed, sizeof small / sizeof *small)];
}

int workload_drive(const struct workload *workload, struct ho_sink *sink)
{
    unsigned char *value = malloc((size_t)4 * workload->chunk_bytes);
    uint64_t seed = workload->seed, time = 0;
    int error = 0;

    if (!value)
        abort();
    for (uint32_t i = 0; i < 4 * workload->chunk_bytes; i++)
        value[i] = (unsigned char)draw(&seed, 256);

    for (uint32_t call = 0; call < workload->calls && !error; call++) {
        if (draw(&seed, 4) == 0)
            time += draw(&seed, 3) == 0 ? UINT64_C(1) << draw(&seed, 40) : 1;
        if (workload->cut_in && draw(&seed, workload->cut_in) == 0) {
            error = ho_sink_cut(sink);
        } else if (draw(&seed, 64) == 0) {
            error = ho_sink_mark(sink, time, (enum ho_mark)draw(&seed, 3));
        } else {
            uint32_t len = draw_length(workload, &seed);

            value[0] = (unsigned char)call;
            error = ho_sink_change(sink, time, draw(&seed, UINT32_MAX), value, len);
        }
    }
    free(value);
    return error;
}
