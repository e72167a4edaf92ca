#include "synth_gen/tape.h"

#include "ring/record.h"
#include "ring/replay.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Each block is twice as large as the one before, from the first to the largest. */
#define BLOCK_BYTES_MIN ((size_t)64 << 10)
#define BLOCK_BYTES_MAX ((size_t)4 << 20)

#define PREFETCH_BYTES 4096

struct tape_block {
    struct tape_block *next;
    size_t used, size; /* bytes */
    uint64_t records[];
};

/* Room for bytes more, in one block; NULL when memory is out. */
static unsigned char *reserve(struct tape *tape, size_t bytes)
{
    struct tape_block *block = tape->last;

    if (!block || block->size - block->used < bytes) {
        size_t size = block ? 2 * block->size : BLOCK_BYTES_MIN;

        if (size > BLOCK_BYTES_MAX)
            size = BLOCK_BYTES_MAX;
        if (size < bytes)
            size = bytes;
        block = malloc(sizeof *block + size);
        if (!block)
            return NULL;
        *block = (struct tape_block){.size = size};
        if (tape->last)
            tape->last->next = block;
        else
            tape->first = block;
        tape->last = block;
    }
    return (unsigned char *)block->records + block->used;
}

static int append(struct tape *tape, uint32_t id, uint32_t len, const void *value)
{
    size_t bytes = ho_record_bytes(len & ~HO_RECORD_CONTROL);
    unsigned char *at = reserve(tape, bytes);

    if (!at)
        return -ENOMEM;
    ho_record_put(at, id, len, value);
    tape->last->used += bytes;
    tape->bytes += bytes;
    return 0;
}

static int append_time(struct tape *tape, uint64_t time)
{
    if (tape->timed && time == tape->time)
        return 0;
    tape->timed = true;
    tape->time = time;
    return append(tape, HO_CONTROL_TIME, HO_RECORD_CONTROL | sizeof time, &time);
}

int tape_change(struct tape *tape, uint64_t time, uint32_t id, const void *value, uint32_t len)
{
    int error = len & HO_RECORD_CONTROL ? -EMSGSIZE : append_time(tape, time);

    if (error)
        return error;
    tape->events++;
    return append(tape, id, len, value);
}

int tape_refer(struct tape *tape, uint64_t time, uint32_t id, const void *value, uint32_t len)
{
    struct ho_spill spill = {.value = (void *)(uintptr_t)value, .id = id, .len = len};
    int error = append_time(tape, time);

    if (error)
        return error;
    tape->events++;
    return append(tape, HO_CONTROL_SPILL, HO_RECORD_CONTROL | sizeof spill, &spill);
}

int tape_mark(struct tape *tape, uint64_t time, enum ho_mark mark)
{
    uint64_t word = mark;
    int error = append_time(tape, time);

    return error ? error : append(tape, HO_CONTROL_MARK, HO_RECORD_CONTROL | sizeof word, &word);
}

int tape_cut(struct tape *tape)
{
    return append(tape, HO_CONTROL_CUT, HO_RECORD_CONTROL, NULL);
}

/* What a tape refers to is not its own. */
static void leave(void *owner, const struct ho_spill *spill)
{
    (void)owner;
    (void)spill;
}

/* Changes are made here, in a loop as short as it can be, since it is part of what is timed;
 * everything else is a replay. */
static int play_block(const struct tape_block *block, struct ho_replay *replay)
{
    const unsigned char *at = (const unsigned char *)block->records, *end = at + block->used;
    int error = 0;

    while (at < end && !error) {
        uint64_t header;
        uint32_t len;

        memcpy(&header, at, sizeof header);
        len = (uint32_t)(header >> 32);
        if (len & HO_RECORD_CONTROL) {
            size_t bytes = ho_record_bytes(len & ~HO_RECORD_CONTROL);

            error = ho_replay_chunk(replay, at, bytes);
            at += bytes;
        } else {
            const unsigned char *value = at + sizeof header;

            at += ho_record_bytes(len);
            __builtin_prefetch(at + PREFETCH_BYTES);
            error = ho_sink_change(replay->sink, replay->time, (uint32_t)header, value, len);
        }
    }
    return error;
}

int tape_play(const struct tape *tape, struct ho_sink *sink)
{
    struct ho_replay replay = {.sink = sink, .unspill = leave};
    int error = 0;

    for (struct tape_block *block = tape->first; block && !error; block = block->next)
        error = play_block(block, &replay);
    return error;
}

int tape_check(const struct tape *tape, struct ho_sink *sink)
{
    struct ho_replay replay = {.sink = sink}; /* a pointer in a file is no value */
    int error = 0;

    for (struct tape_block *block = tape->first; block && !error; block = block->next)
        error = ho_replay_chunk(&replay, (const unsigned char *)block->records, block->used);
    return error;
}

int tape_write(const struct tape *tape, FILE *file)
{
    for (struct tape_block *block = tape->first; block; block = block->next)
        if (block->used && fwrite(block->records, block->used, 1, file) != 1)
            return -errno;
    return 0;
}

int tape_read(struct tape *tape, FILE *file, uint64_t bytes)
{
    unsigned char *at = reserve(tape, bytes);

    if (!at)
        return -ENOMEM;
    tape->last->used = bytes;
    tape->bytes = bytes;
    return fread(at, 1, bytes, file) == bytes ? 0 : -EBADMSG;
}

void tape_fini(struct tape *tape)
{
    for (struct tape_block *block = tape->first, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    *tape = (struct tape){0};
}

uint64_t tape_memory_max(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);

    return pages > 0 && page_bytes > 0 ? (uint64_t)pages * (uint64_t)page_bytes : UINT64_MAX;
}
