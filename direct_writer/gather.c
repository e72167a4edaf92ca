#include "direct_writer/gather.h"

#include "direct_writer/varint.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_BYTES ((size_t)64 << 10) /* of a block, unless one run is larger */

static int submit(struct gather *g)
{
    struct pipeline_part *block = g->block;

    g->block = NULL;
    return block ? pipeline_submit(g->pipeline, block) : 0;
}

int gather_run(struct gather *g, uint32_t id, size_t bytes, unsigned char **rows)
{
    unsigned char head[2 * VARINT_BYTES_MAX], *at;
    size_t head_bytes = (size_t)(varint_put(varint_put(head, id), bytes) - head);
    size_t run_bytes = head_bytes + bytes;

    if (g->block && (g->apart || g->block->capacity - g->block->header.raw_bytes < run_bytes)) {
        int error = submit(g);

        if (error)
            return error;
    }
    if (!g->block) {
        bool exact = g->apart || run_bytes > BLOCK_BYTES;

        g->block = pipeline_part_new(FORMAT_BLOCK, exact ? run_bytes : BLOCK_BYTES);
        if (!g->block)
            return -ENOMEM;
        g->blocks++;
    }
    at = g->block->raw + g->block->header.raw_bytes;
    g->block->header.raw_bytes += run_bytes;
    g->raw_bytes += run_bytes;
    memcpy(at, head, head_bytes);
    *rows = at + head_bytes;
    return 0;
}

int gather_end(struct gather *g)
{
    return submit(g);
}

void gather_reset(struct gather *g)
{
    free(g->block);
    *g = (struct gather){.pipeline = g->pipeline, .apart = g->apart};
}
