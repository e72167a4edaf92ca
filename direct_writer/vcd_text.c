#include "direct_writer/vcd_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_BYTES_MAX 20

int vcd_text_init(struct vcd_text *text, FILE *file)
{
    char *buffer = malloc(VCD_TEXT_BYTES);

    *text = (struct vcd_text){.file = file};
    if (!buffer)
        return -ENOMEM;
    text->at = text->buffer = buffer;
    text->end = buffer + VCD_TEXT_BYTES;
    return 0;
}

void vcd_text_fini(struct vcd_text *text)
{
    free(text->buffer);
}

int vcd_text_fail(struct vcd_text *text, int error)
{
    if (!text->error)
        text->error = error;
    return text->error;
}

/* Past the buffer. An interrupted write goes on. */
static void write_all(struct vcd_text *text, const char *bytes, size_t count)
{
    while (count > 0 && !text->error) {
        size_t written;

        errno = 0;
        written = fwrite(bytes, 1, count, text->file);
        bytes += written;
        count -= written;
        if (count > 0 && errno == EINTR)
            clearerr(text->file);
        else if (count > 0)
            vcd_text_fail(text, errno ? -errno : -EIO);
    }
}

void vcd_text_drain(struct vcd_text *text)
{
    size_t count = (size_t)(text->at - text->buffer);

    text->at = text->buffer;
    write_all(text, text->buffer, count);
}

int vcd_text_flush(struct vcd_text *text)
{
    vcd_text_drain(text);
    errno = 0;
    while (!text->error && fflush(text->file) != 0) {
        if (errno != EINTR)
            vcd_text_fail(text, errno ? -errno : -EIO);
        clearerr(text->file);
    }
    return text->error;
}

void vcd_text_put(struct vcd_text *text, const void *bytes, size_t count)
{
    if ((size_t)(text->end - text->at) < count) {
        vcd_text_drain(text);
        if (count > VCD_TEXT_BYTES) {
            write_all(text, bytes, count);
            return;
        }
    }
    if (count > 0)
        memcpy(text->at, bytes, count);
    text->at += count;
}

void vcd_text_puts(struct vcd_text *text, const char *string)
{
    vcd_text_put(text, string, strlen(string));
}

void vcd_text_number(struct vcd_text *text, uint64_t number)
{
    char digits[NUMBER_BYTES_MAX], *first = digits + sizeof digits;

    do
        *--first = (char)('0' + number % 10);
    while (number /= 10);
    vcd_text_put(text, first, (size_t)(digits + sizeof digits - first));
}
