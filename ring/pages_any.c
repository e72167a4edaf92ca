/* Anywhere: what the allocator gives. */
#include "ring/pages.h"

#include "ring/cpu.h"

#include <stdlib.h>

void *ho_pages_alloc(size_t bytes)
{
    return aligned_alloc(HO_CACHE_LINE, (bytes + HO_CACHE_LINE) & ~(size_t)(HO_CACHE_LINE - 1));
}

void ho_pages_free(void *memory, size_t bytes)
{
    (void)bytes;
    free(memory);
}
