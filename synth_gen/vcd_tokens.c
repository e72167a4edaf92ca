#include "synth_gen/vcd_tokens.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUFFER_BYTES ((size_t)256 << 10)

int vcd_tokens_init(struct vcd_tokens *tokens, struct input *input, uint64_t memory_max)
{
    *tokens = (struct vcd_tokens){
        .input = input, .size = BUFFER_BYTES, .size_max = memory_max, .line = 1};
    tokens->buffer = malloc(tokens->size + 1);
    if (!tokens->buffer)
        return -ENOMEM;
    tokens->buffer[0] = 0;
    return 0;
}

void vcd_tokens_fini(struct vcd_tokens *tokens)
{
    free(tokens->buffer);
    *tokens = (struct vcd_tokens){0};
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Moves what must stay to the front, then reads more behind it. Returns 1, 0 at the end of
 * the file, or -errno. */
static int refill(struct vcd_tokens *tokens)
{
    ssize_t got;

    memmove(tokens->buffer, tokens->buffer + tokens->keep, tokens->end - tokens->keep);
    tokens->at -= tokens->keep;
    tokens->end -= tokens->keep;
    tokens->keep = 0;
    if (tokens->end == tokens->size) {
        size_t size = tokens->size * 2;
        char *buffer;

        if (size > VCD_TOKEN_BYTES_MAX)
            return -EMSGSIZE;
        buffer = size > tokens->size_max ? NULL : realloc(tokens->buffer, size + 1);
        if (!buffer)
            return -ENOMEM;
        tokens->buffer = buffer;
        tokens->size = size;
    }
    got = input_read(tokens->input, tokens->buffer + tokens->end, tokens->size - tokens->end);
    if (got > 0)
        tokens->end += (size_t)got;
    tokens->buffer[tokens->end] = 0;
    return got > 0 ? 1 : (int)got;
}

/* Leaves at on the first byte of a token. Unless something before it is held, only what
 * follows must stay. Returns as refill does. */
static int skip_blanks(struct vcd_tokens *tokens, bool held)
{
    for (;;) {
        const char *p = tokens->buffer + tokens->at;
        int got;

        for (; is_blank(*p); p++)
            tokens->line += *p == '\n';
        tokens->at = (size_t)(p - tokens->buffer);
        if (!held)
            tokens->keep = tokens->at;
        if (tokens->at < tokens->end)
            return 1;
        got = refill(tokens);
        if (got <= 0)
            return got;
    }
}

static int scan(struct vcd_tokens *tokens, bool held, struct vcd_token *token)
{
    int got = skip_blanks(tokens, held);
    size_t start = tokens->at - tokens->keep; /* behind keep, which a refill moves */

    if (got <= 0)
        return got;
    for (;;) {
        const char *p = tokens->buffer + tokens->at;

        while ((unsigned char)*p > ' ')
            p++;
        tokens->at = (size_t)(p - tokens->buffer);
        if (is_blank(*p))
            break;
        if (tokens->at < tokens->end) { /* a control byte that is no blank */
            tokens->at++;
            continue;
        }
        got = refill(tokens);
        if (got < 0)
            return got;
        if (got == 0)
            break;
    }
    start += tokens->keep;
    *token = (struct vcd_token){
        .text = tokens->buffer + start,
        .len = tokens->at - start,
        .line = tokens->line,
        .last = got == 0,
    };
    return 1;
}

int vcd_tokens_peek(struct vcd_tokens *tokens, int *error)
{
    int got = skip_blanks(tokens, false);

    *error = got < 0 ? got : 0;
    return got > 0 ? (unsigned char)tokens->buffer[tokens->at] : EOF;
}

int vcd_tokens_next(struct vcd_tokens *tokens, struct vcd_token *token)
{
    return scan(tokens, false, token);
}

int vcd_tokens_pair(struct vcd_tokens *tokens, struct vcd_token *first, struct vcd_token *second)
{
    int got;

    tokens->keep = (size_t)(first->text - tokens->buffer);
    got = scan(tokens, true, second);
    first->text = tokens->buffer + tokens->keep;
    return got;
}
