#include "direct_writer/column_dictionary.h"

#include "direct_writer/format.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The numbers of a scope or variable are followed by its name and its type, each ended by a
 * zero byte. */
#define SCOPE_NUMBERS            1
#define VARIABLE_NUMBERS         3
#define ENTRY_BYTES_MIN(numbers) ((numbers) * sizeof(uint32_t) + 2)

static size_t entry_bytes(unsigned numbers, const char *name, const char *type)
{
    return ENTRY_BYTES_MIN(numbers) + strlen(name) + strlen(type);
}

size_t column_dictionary_bytes(const struct ho_dictionary *d)
{
    size_t bytes = sizeof(struct format_dictionary) +
                   d->signal_count * sizeof(struct format_signal);

    for (uint32_t i = 0; i < d->scope_count; i++)
        bytes += entry_bytes(SCOPE_NUMBERS, d->scopes[i].name, d->scopes[i].type);
    for (uint32_t i = 0; i < d->variable_count; i++)
        bytes += entry_bytes(VARIABLE_NUMBERS, d->variables[i].name, d->variables[i].type);
    return bytes;
}

static unsigned char *put(unsigned char *at, const void *data, size_t bytes)
{
    memcpy(at, data, bytes);
    return at + bytes;
}

static unsigned char *entry_put(unsigned char *at, const uint32_t *number, unsigned numbers,
                                const char *name, const char *type)
{
    at = put(at, number, numbers * sizeof *number);
    at = put(at, name, strlen(name) + 1);
    return put(at, type, strlen(type) + 1);
}

void column_dictionary_encode(const struct ho_dictionary *d, unsigned char *raw)
{
    struct format_dictionary head = {d->timescale, d->signal_count, d->scope_count,
                                     d->variable_count};

    raw = put(raw, &head, sizeof head);
    for (uint32_t i = 0; i < d->signal_count; i++) {
        struct format_signal signal = {d->signals[i].width, d->signals[i].kind};

        raw = put(raw, &signal, sizeof signal);
    }
    for (uint32_t i = 0; i < d->scope_count; i++) {
        const struct ho_scope *scope = &d->scopes[i];

        raw = entry_put(raw, &scope->parent, SCOPE_NUMBERS, scope->name, scope->type);
    }
    for (uint32_t i = 0; i < d->variable_count; i++) {
        const struct ho_variable *variable = &d->variables[i];
        uint32_t number[VARIABLE_NUMBERS] = {variable->scope, variable->id, variable->width};

        raw = entry_put(raw, number, VARIABLE_NUMBERS, variable->name, variable->type);
    }
}

/* What is left to decode. */
struct input {
    const unsigned char *at, *end;
};

static bool take(struct input *input, void *data, size_t bytes)
{
    if ((size_t)(input->end - input->at) < bytes)
        return false;
    memcpy(data, input->at, bytes);
    input->at += bytes;
    return true;
}

static bool take_string(struct input *input, const char **string)
{
    const unsigned char *zero = memchr(input->at, 0, (size_t)(input->end - input->at));

    if (!zero)
        return false;
    *string = (const char *)input->at;
    input->at = zero + 1;
    return true;
}

static bool take_entry(struct input *input, uint32_t *number, unsigned numbers, const char **name,
                       const char **type)
{
    return take(input, number, numbers * sizeof *number) && take_string(input, name) &&
           take_string(input, type);
}

static bool decode(struct input *input, struct ho_signal *signals, struct ho_scope *scopes,
                   struct ho_variable *variables, const struct ho_dictionary *d)
{
    for (uint32_t i = 0; i < d->signal_count; i++) {
        struct format_signal signal;

        if (!take(input, &signal, sizeof signal))
            return false;
        signals[i] = (struct ho_signal){signal.width, (enum ho_kind)signal.kind};
    }
    for (uint32_t i = 0; i < d->scope_count; i++)
        if (!take_entry(input, &scopes[i].parent, SCOPE_NUMBERS, &scopes[i].name, &scopes[i].type))
            return false;
    for (uint32_t i = 0; i < d->variable_count; i++) {
        struct ho_variable *v = &variables[i];
        uint32_t number[VARIABLE_NUMBERS];

        if (!take_entry(input, number, VARIABLE_NUMBERS, &v->name, &v->type))
            return false;
        v->scope = number[0];
        v->id = number[1];
        v->width = number[2];
    }
    return input->at == input->end && ho_dictionary_valid(d);
}

int column_dictionary_decode(const unsigned char *raw, size_t bytes, struct ho_dictionary *d)
{
    struct input input = {raw, raw + bytes};
    struct format_dictionary head;
    struct ho_signal *signals;
    struct ho_scope *scopes;
    struct ho_variable *variables;

    /* Nothing is allocated for more entries than there are bytes. */
    if (!take(&input, &head, sizeof head) ||
        head.signal_count > bytes / sizeof(struct format_signal) ||
        head.scope_count > bytes / ENTRY_BYTES_MIN(SCOPE_NUMBERS) ||
        head.variable_count > bytes / ENTRY_BYTES_MIN(VARIABLE_NUMBERS))
        return -EBADMSG;

    signals = calloc(head.signal_count + (size_t)1, sizeof *signals);
    scopes = calloc(head.scope_count + (size_t)1, sizeof *scopes);
    variables = calloc(head.variable_count + (size_t)1, sizeof *variables);
    *d = (struct ho_dictionary){
        .signals = signals,
        .scopes = scopes,
        .variables = variables,
        .signal_count = head.signal_count,
        .scope_count = head.scope_count,
        .variable_count = head.variable_count,
        .timescale = head.timescale,
    };
    if (signals && scopes && variables && decode(&input, signals, scopes, variables, d))
        return 0;

    int error = signals && scopes && variables ? -EBADMSG : -ENOMEM;
    column_dictionary_fini(d);
    return error;
}

void column_dictionary_fini(struct ho_dictionary *d)
{
    /* Allocated by decode, so not constant. */
    free((void *)(uintptr_t)d->signals);
    free((void *)(uintptr_t)d->scopes);
    free((void *)(uintptr_t)d->variables);
    *d = (struct ho_dictionary){0};
}
