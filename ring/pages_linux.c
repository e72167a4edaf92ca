/* Linux backs a mapping by large pages if it is aligned to them and asks for it. */
#include "ring/pages.h"

#include "ring/cpu.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

/* Of x86-64, and of ARM64 with a granule of 4 KiB. With others it is merely an alignment. */
#define LARGE_PAGE ((size_t)2 << 20)

/* Less than a large page is not worth one. */
static size_t mapped_bytes(size_t bytes)
{
    return bytes < LARGE_PAGE ? 0 : (bytes + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1);
}

void *ho_pages_alloc(size_t bytes)
{
    size_t size = mapped_bytes(bytes), before;
    unsigned char *memory;

    if (size == 0)
        return aligned_alloc(HO_CACHE_LINE, (bytes + HO_CACHE_LINE) & ~(size_t)(HO_CACHE_LINE - 1));
    memory = mmap(NULL, size + LARGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                  0);
    if (memory == MAP_FAILED)
        return NULL;
    before = -(uintptr_t)memory & (LARGE_PAGE - 1);
    if (before)
        munmap(memory, before);
    munmap(memory + before + size, LARGE_PAGE - before);
    madvise(memory + before, size, MADV_HUGEPAGE); /* refused: small pages it is */
    return memory + before;
}

void ho_pages_free(void *memory, size_t bytes)
{
    size_t size = mapped_bytes(bytes);

    if (size == 0)
        free(memory);
    else if (memory)
        munmap(memory, size);
}
