#include "ring/dictionary.h"

#include <stddef.h>

uint32_t ho_signal_value_bytes(const struct ho_signal *signal)
{
    switch (signal->kind) {
    case HO_BITS:
        return signal->width / 8 + (signal->width % 8 != 0);
    case HO_LOGIC:
        return signal->width;
    case HO_REAL:
        return sizeof(double);
    case HO_STRING:
        return UINT32_MAX;
    case HO_EVENT:
        return 0;
    }
    return UINT32_MAX;
}

static bool signal_valid(const struct ho_signal *signal)
{
    switch (signal->kind) {
    case HO_BITS:
    case HO_LOGIC:
        return signal->width > 0 && signal->width < UINT32_MAX;
    case HO_REAL:
        return signal->width == 64;
    case HO_STRING:
    case HO_EVENT:
        return signal->width == 0;
    }
    return false;
}

bool ho_dictionary_valid(const struct ho_dictionary *d)
{
    for (uint32_t i = 0; i < d->signal_count; i++)
        if (!signal_valid(&d->signals[i]))
            return false;

    for (uint32_t i = 0; i < d->scope_count; i++) {
        const struct ho_scope *scope = &d->scopes[i];
        if (!scope->name || !scope->type || (scope->parent != HO_NO_SCOPE && scope->parent >= i))
            return false;
    }

    for (uint32_t i = 0; i < d->variable_count; i++) {
        const struct ho_variable *variable = &d->variables[i];
        if (!variable->name || !variable->type || variable->id >= d->signal_count ||
            (variable->scope != HO_NO_SCOPE && variable->scope >= d->scope_count))
            return false;
    }
    return true;
}
