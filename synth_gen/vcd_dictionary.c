#include "synth_gen/vcd_dictionary.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_BYTES ((size_t)64 << 10)

struct vcd_dictionary_text {
    struct vcd_dictionary_text *next;
    size_t used, size;
    char bytes[];
};

/* Makes room for one more behind count elements. Arrays are full at the powers of two. */
static int grow(void *array, uint32_t count, size_t element_bytes)
{
    void *old, *new;

    if ((count & (count - 1)) != 0)
        return 0;
    if (count > UINT32_MAX / 2)
        return -EOVERFLOW;
    memcpy(&old, array, sizeof old);
    new = realloc(old, (count ? (size_t)count * 2 : 1) * element_bytes);
    if (!new)
        return -ENOMEM;
    memcpy(array, &new, sizeof new);
    return 0;
}

/* A copy of text that lives as long as the dictionary, or NULL. */
static const char *keep(struct vcd_dictionary *dictionary, const char *text)
{
    struct vcd_dictionary_text *texts = dictionary->texts;
    size_t bytes = strlen(text) + 1;
    char *copy;

    if (!texts || texts->size - texts->used < bytes) {
        size_t size = bytes > TEXT_BYTES ? bytes : TEXT_BYTES;

        texts = malloc(sizeof *texts + size);
        if (!texts)
            return NULL;
        *texts = (struct vcd_dictionary_text){.next = dictionary->texts, .size = size};
        dictionary->texts = texts;
    }
    copy = texts->bytes + texts->used;
    memcpy(copy, text, bytes);
    texts->used += bytes;
    return copy;
}

int vcd_dictionary_signal(struct vcd_dictionary *dictionary, const struct ho_signal *signal)
{
    int error = grow(&dictionary->signals, dictionary->signal_count, sizeof *signal);

    if (error)
        return error;
    dictionary->signals[dictionary->signal_count++] = *signal;
    return 0;
}

int vcd_dictionary_scope(struct vcd_dictionary *dictionary, const struct ho_scope *scope)
{
    struct ho_scope kept = *scope;
    int error = grow(&dictionary->scopes, dictionary->scope_count, sizeof *scope);

    if (error)
        return error;
    kept.name = keep(dictionary, scope->name);
    kept.type = keep(dictionary, scope->type);
    if (!kept.name || !kept.type)
        return -ENOMEM;
    dictionary->scopes[dictionary->scope_count++] = kept;
    return 0;
}

int vcd_dictionary_variable(struct vcd_dictionary *dictionary, const struct ho_variable *variable)
{
    struct ho_variable kept = *variable;
    uint32_t count = dictionary->variable_count;
    int error = grow(&dictionary->variables, count, sizeof *variable);

    if (error)
        return error;
    kept.name = keep(dictionary, variable->name);
    /* Neighbours mostly are of one type. */
    if (count > 0 && strcmp(dictionary->variables[count - 1].type, variable->type) == 0)
        kept.type = dictionary->variables[count - 1].type;
    else
        kept.type = keep(dictionary, variable->type);
    if (!kept.name || !kept.type)
        return -ENOMEM;
    dictionary->variables[dictionary->variable_count++] = kept;
    return 0;
}

struct ho_dictionary vcd_dictionary_view(const struct vcd_dictionary *dictionary, int32_t timescale)
{
    return (struct ho_dictionary){
        .signals = dictionary->signals,
        .scopes = dictionary->scopes,
        .variables = dictionary->variables,
        .signal_count = dictionary->signal_count,
        .scope_count = dictionary->scope_count,
        .variable_count = dictionary->variable_count,
        .timescale = timescale,
    };
}

void vcd_dictionary_fini(struct vcd_dictionary *dictionary)
{
    for (struct vcd_dictionary_text *text = dictionary->texts, *next; text; text = next) {
        next = text->next;
        free(text);
    }
    free(dictionary->signals);
    free(dictionary->scopes);
    free(dictionary->variables);
    *dictionary = (struct vcd_dictionary){0};
}
