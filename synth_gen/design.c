#include "synth_gen/design.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIGNALS_PER_SCOPE 16
#define DEPTH_MIN         4
#define DEPTH_MAX         12
#define ALIASES_MAX       3
#define NAME_BYTES        32 /* "sig4294967295 [4294967294:0]" */

struct builder {
    struct random random;
    struct design *design;
    struct ho_dictionary *dictionary;
    char *name;                       /* where the next one goes */
    uint32_t ancestor[DEPTH_MAX + 1]; /* by depth: the latest scope */
    uint32_t depth;                   /* of the latest scope */
};

/* A scope below the latest one that is less deep. */
static void add_scope(struct builder *b, uint32_t depth)
{
    uint32_t scope = b->dictionary->scope_count++;

    b->design->scopes[scope] = (struct ho_scope){
        .name = b->name,
        .type = "module",
        .parent = depth > 1 ? b->ancestor[depth - 1] : HO_NO_SCOPE,
    };
    b->name += snprintf(b->name, NAME_BYTES, "unit%u", scope) + 1;
    b->ancestor[depth] = scope;
    b->depth = depth;
}

/* The scope of the next signals: one deeper than the latest, or anywhere above. */
static void next_scope(struct builder *b)
{
    uint32_t depth = b->depth + 1;

    if (depth > DEPTH_MAX || (b->depth >= DEPTH_MIN && random_chance(&b->random, 1, 3)))
        depth = random_between(&b->random, DEPTH_MIN, b->depth);
    add_scope(b, depth);
}

static const char *variable_type(enum ho_kind kind)
{
    switch (kind) {
    case HO_REAL:
        return "real";
    case HO_STRING:
        return "string";
    case HO_EVENT:
        return "event";
    case HO_BITS:
    case HO_LOGIC:
        break;
    }
    return "wire";
}

static char *add_name(struct builder *b, uint32_t id, bool is_long)
{
    uint32_t width = b->dictionary->signals[id].width;
    enum ho_kind kind = b->dictionary->signals[id].kind;
    char *name = b->name;

    if (is_long) {
        memset(name, 'n', DESIGN_LONG_NAME_BYTES);
        b->name += DESIGN_LONG_NAME_BYTES;
        *b->name++ = 0;
    } else if (width > 1 && (kind == HO_BITS || kind == HO_LOGIC)) {
        b->name += snprintf(name, NAME_BYTES, "sig%u [%u:0]", id, width - 1) + 1;
    } else {
        b->name += snprintf(name, NAME_BYTES, "sig%u", id) + 1;
    }
    return name;
}

/* Declares the signal in the latest scope and in 0.8 of those above it: a port's names. */
static void add_variables(struct builder *b, uint32_t id, bool has_long_name)
{
    static const uint8_t aliases[20] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3};
    const struct ho_signal *signal = &b->dictionary->signals[id];
    uint32_t more = aliases[random_below(&b->random, 20)];
    const char *name = add_name(b, id, has_long_name);

    for (uint32_t i = 0; i <= more; i++)
        b->design->variables[b->dictionary->variable_count++] = (struct ho_variable){
            .name = name,
            .type = variable_type(signal->kind),
            .scope = b->ancestor[b->depth - i],
            .id = id,
            .width = signal->width,
        };
}

int design_init(struct design *design, const struct ho_signal *signals, uint32_t count,
                struct random random, struct ho_dictionary *dictionary)
{
    size_t scopes_max = (size_t)count / SIGNALS_PER_SCOPE + 1 + DEPTH_MIN;
    struct builder b = {
        .random = random,
        .design = design,
        .dictionary = dictionary,
    };

    design->scopes = calloc(scopes_max, sizeof *design->scopes);
    design->variables = calloc((size_t)count * (1 + ALIASES_MAX), sizeof *design->variables);
    design->names = malloc((count + scopes_max) * NAME_BYTES + DESIGN_LONG_NAME_BYTES);
    if (!design->scopes || !design->variables || !design->names)
        return -ENOMEM;

    b.name = design->names;
    *dictionary = (struct ho_dictionary){
        .signals = signals,
        .scopes = design->scopes,
        .variables = design->variables,
        .signal_count = count,
        .timescale = -9,
    };
    while (b.depth < DEPTH_MIN - 1)
        add_scope(&b, b.depth + 1);
    for (uint32_t id = 0; id < count; id++) {
        if (id % SIGNALS_PER_SCOPE == 0)
            next_scope(&b);
        add_variables(&b, id, id == count / 2);
    }
    return 0;
}

void design_fini(struct design *design)
{
    free(design->scopes);
    free(design->variables);
    free(design->names);
    *design = (struct design){0};
}
