/*
 * vcd_text.h - text on its way to a stream, handed over in large pieces.
 *
 * The first error sticks; text that comes after it is dropped.
 */
#ifndef DIRECT_WRITER_VCD_TEXT_H
#define DIRECT_WRITER_VCD_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define VCD_TEXT_BYTES ((size_t)64 << 10)

struct vcd_text {
    char *at; /* where the next character goes */
    char *buffer, *end;
    FILE *file;
    int error; /* the first, negative */
};

/* Returns 0 or -ENOMEM. file stays the caller's. */
int vcd_text_init(struct vcd_text *text, FILE *file);
void vcd_text_fini(struct vcd_text *text);

/* Makes an error stick. Returns the one that does. */
int vcd_text_fail(struct vcd_text *text, int error);

/* Hands over what was gathered. */
void vcd_text_drain(struct vcd_text *text);

/* The same, and the stream's own buffer too. Returns 0 or the sticking error. */
int vcd_text_flush(struct vcd_text *text);

/* Now bytes characters, far fewer than VCD_TEXT_BYTES, fit behind at. */
static inline void vcd_text_room(struct vcd_text *text, size_t bytes)
{
    if ((size_t)(text->end - text->at) < bytes)
        vcd_text_drain(text);
}

/* Any number of bytes; a text that a 0 ends; a number in decimal. */
void vcd_text_put(struct vcd_text *text, const void *bytes, size_t count);
void vcd_text_puts(struct vcd_text *text, const char *string);
void vcd_text_number(struct vcd_text *text, uint64_t number);

#endif
