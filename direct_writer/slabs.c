#include "direct_writer/slabs.h"

#include "ring/pages.h"

#include <stdlib.h>

#define REGION_BYTES ((size_t)2 << 20)

static size_t class_bytes(unsigned class)
{
    return (size_t)SLABS_PIECE_MIN << class;
}

/* SLABS_CLASSES if there is none so large. */
static unsigned class_of(size_t bytes)
{
    unsigned class = 0;

    while (class < SLABS_CLASSES && class_bytes(class) < bytes)
        class ++;
    return class;
}

/* What is left of the region before is lost: less than the largest piece. */
static int add_region(struct slabs *slabs)
{
    struct slabs_region *region = ho_pages_alloc(REGION_BYTES);

    if (!region)
        return -1;
    region->next = slabs->regions;
    slabs->regions = region;
    slabs->at = (unsigned char *)region + SLABS_PIECE_MIN;
    slabs->end = (unsigned char *)region + REGION_BYTES;
    return 0;
}

void *slabs_alloc(struct slabs *slabs, size_t bytes)
{
    unsigned class = class_of(bytes);
    struct slabs_piece *piece;
    size_t size;

    if (class == SLABS_CLASSES)
        return malloc(bytes);
    piece = slabs->free[class];
    if (piece) {
        slabs->free[class] = piece->next;
        return piece;
    }
    size = class_bytes(class);
    if ((size_t)(slabs->end - slabs->at) < size && add_region(slabs))
        return NULL;
    slabs->at += size;
    return slabs->at - size;
}

void slabs_free(struct slabs *slabs, void *memory, size_t bytes)
{
    unsigned class = class_of(bytes);
    struct slabs_piece *piece = memory;

    if (!piece)
        return;
    if (class == SLABS_CLASSES) {
        free(memory);
        return;
    }
    piece->next = slabs->free[class];
    slabs->free[class] = piece;
}

void slabs_fini(struct slabs *slabs)
{
    while (slabs->regions) {
        struct slabs_region *next = slabs->regions->next;

        ho_pages_free(slabs->regions, REGION_BYTES);
        slabs->regions = next;
    }
    *slabs = (struct slabs){0};
}
