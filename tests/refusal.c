#include "tests/refusal.h"

#include <stddef.h>

static _Thread_local unsigned attempts, refused_at; /* 0: none */

void refusal_start(unsigned at)
{
    attempts = 0;
    refused_at = at;
}

void refusal_end(void)
{
    refused_at = 0;
}

bool refusal_due(void)
{
    return refused_at && ++attempts == refused_at;
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
    return refusal_due() ? NULL : __real_malloc(size);
}

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size)
{
    return refusal_due() ? NULL : __real_calloc(count, size);
}

void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size)
{
    return refusal_due() ? NULL : __real_realloc(old, size);
}

void *__real_aligned_alloc(size_t align, size_t size);
void *__wrap_aligned_alloc(size_t align, size_t size);
void *__wrap_aligned_alloc(size_t align, size_t size)
{
    return refusal_due() ? NULL : __real_aligned_alloc(align, size);
}
