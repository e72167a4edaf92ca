/*
 * vcd_ids.h - from a VCD identifier code to the number of its signal.
 *
 * Codes of up to three characters, which is nearly all of them, index a table directly:
 * printable characters are the digits 1 to 94 of a number. Others are hashed.
 */
#ifndef SYNTH_GEN_VCD_IDS_H
#define SYNTH_GEN_VCD_IDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define VCD_IDS_NONE UINT32_MAX

struct vcd_ids_slot {
    char *code; /* NULL: free */
    size_t len;
    uint32_t hash;
    uint32_t id;
};

/* Start with zeros. */
struct vcd_ids {
    uint32_t *direct; /* [direct_count]; id + 1, or 0 */
    size_t direct_count;
    struct vcd_ids_slot *slots; /* [slot_count], a power of two or 0; open addressing */
    size_t slot_count, used;
};

/* Whether code consists of printable characters, 33 to 126. */
bool vcd_ids_valid(const char *code, size_t len);

/* The id of code, or VCD_IDS_NONE. */
uint32_t vcd_ids_find(const struct vcd_ids *ids, const char *code, size_t len);

/* Adds a valid code that is not there yet. Returns 0 or -ENOMEM. */
int vcd_ids_add(struct vcd_ids *ids, const char *code, size_t len, uint32_t id);

void vcd_ids_fini(struct vcd_ids *ids);

#endif
