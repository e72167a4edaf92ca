#include "synth_gen/vcd_ids.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS     94 /* '!' to '~' */
#define DIRECT_LEN 3

/* How many codes of up to len characters there are, and one for the code 0, which none has. */
static size_t direct_count(size_t len)
{
    size_t count = 1, power = 1;

    for (size_t i = 0; i < len; i++) {
        power *= DIGITS;
        count += power;
    }
    return count;
}

/* The number that a code of 1 to DIRECT_LEN characters stands for, or 0 for an invalid one. */
static size_t direct_index(const char *code, size_t len)
{
    size_t index = 0;

    while (len-- > 0) {
        unsigned digit = (unsigned char)code[len] - ' ';

        if (digit - 1 >= DIGITS)
            return 0;
        index = index * DIGITS + digit;
    }
    return index;
}

/* FNV-1a */
static uint32_t hash_of(const char *code, size_t len)
{
    uint32_t hash = 2166136261u;

    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (unsigned char)code[i]) * 16777619u;
    return hash;
}

/* The slot that holds code, or the free one where it belongs. */
static struct vcd_ids_slot *probe(const struct vcd_ids *ids, uint32_t hash, const char *code,
                                  size_t len)
{
    size_t mask = ids->slot_count - 1;

    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        struct vcd_ids_slot *slot = &ids->slots[i];

        if (!slot->code)
            return slot;
        if (slot->hash == hash && slot->len == len && memcmp(slot->code, code, len) == 0)
            return slot;
    }
}

bool vcd_ids_valid(const char *code, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)code[i] - 33u >= DIGITS)
            return false;
    return len > 0;
}

uint32_t vcd_ids_find(const struct vcd_ids *ids, const char *code, size_t len)
{
    if (len <= DIRECT_LEN) {
        size_t index = direct_index(code, len);

        /* 0 is none, and none - 1 is VCD_IDS_NONE */
        return index < ids->direct_count ? ids->direct[index] - 1 : VCD_IDS_NONE;
    }
    if (ids->slot_count == 0)
        return VCD_IDS_NONE;

    const struct vcd_ids_slot *slot = probe(ids, hash_of(code, len), code, len);
    return slot->code ? slot->id : VCD_IDS_NONE;
}

static int add_direct(struct vcd_ids *ids, size_t index, size_t len, uint32_t id)
{
    if (index >= ids->direct_count) {
        size_t count = direct_count(len);
        uint32_t *direct = realloc(ids->direct, count * sizeof *direct);

        if (!direct)
            return -ENOMEM;
        memset(direct + ids->direct_count, 0, (count - ids->direct_count) * sizeof *direct);
        ids->direct = direct;
        ids->direct_count = count;
    }
    ids->direct[index] = id + 1;
    return 0;
}

static int grow_slots(struct vcd_ids *ids)
{
    struct vcd_ids old = *ids;

    ids->slot_count = old.slot_count ? old.slot_count * 2 : 64;
    ids->slots = calloc(ids->slot_count, sizeof *ids->slots);
    if (!ids->slots) {
        *ids = old;
        return -ENOMEM;
    }
    for (size_t i = 0; i < old.slot_count; i++) {
        const struct vcd_ids_slot *slot = &old.slots[i];

        if (slot->code)
            *probe(ids, slot->hash, slot->code, slot->len) = *slot;
    }
    free(old.slots);
    return 0;
}

int vcd_ids_add(struct vcd_ids *ids, const char *code, size_t len, uint32_t id)
{
    char *copy;

    if (len <= DIRECT_LEN)
        return add_direct(ids, direct_index(code, len), len, id);

    if (ids->used >= ids->slot_count / 2) {
        int error = grow_slots(ids);

        if (error)
            return error;
    }
    copy = malloc(len);
    if (!copy)
        return -ENOMEM;
    memcpy(copy, code, len);

    uint32_t hash = hash_of(code, len);
    *probe(ids, hash, code,
           len) = (struct vcd_ids_slot){.code = copy, .len = len, .hash = hash, .id = id};
    ids->used++;
    return 0;
}

void vcd_ids_fini(struct vcd_ids *ids)
{
    for (size_t i = 0; i < ids->slot_count; i++)
        free(ids->slots[i].code);
    free(ids->slots);
    free(ids->direct);
    *ids = (struct vcd_ids){0};
}
