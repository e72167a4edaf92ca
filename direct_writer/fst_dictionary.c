#include "direct_writer/fst_dictionary.h"

#include "direct_writer/varint.h"

#include <assert.h>
#include <errno.h>
#include <fstapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of a signal in the library's temporary files, beside its value: where that is, and its length. */
#define PLACE_BYTES (16 + 5)

struct declaring {
    const struct ho_dictionary *dictionary;
    void *writer;
    struct fst_signal *signals;
    struct fst_declared *declared;
    uint32_t open;  /* the innermost scope that is open, or HO_NO_SCOPE */
    uint32_t begun; /* scopes[0] to scopes[begun - 1] were opened at least once */
    uint32_t *way;  /* from a scope to be opened up to one that is open */
};

/* In the order of enum fstScopeType and enum fstVarType: the words that readers print. */
static const char *const scope_words[] = {
    "module",
    "task",
    "function",
    "begin",
    "fork",
    "generate",
    "struct",
    "union",
    "class",
    "interface",
    "package",
    "program",
    "vhdl_architecture",
    "vhdl_procedure",
    "vhdl_function",
    "vhdl_record",
    "vhdl_process",
    "vhdl_block",
    "vhdl_for_generate",
    "vhdl_if_generate",
    "vhdl_generate",
    "vhdl_package",
};
static const char *const variable_words[] = {
    "event",   "integer",   "parameter", "real",   "real_parameter", "reg",     "supply0",
    "supply1", "time",      "tri",       "triand", "trior",          "trireg",  "tri0",
    "tri1",    "wand",      "wire",      "wor",    "port",           "sparray", "realtime",
    "string",  "bit",       "logic",     "int",    "shortint",       "longint", "byte",
    "enum",    "shortreal",
};

static_assert(sizeof scope_words / sizeof *scope_words == FST_ST_MAX + 1, "one word a type");
static_assert(sizeof variable_words / sizeof *variable_words == FST_VT_MAX + 1, "one word a type");

static uint32_t find_word(const char *const *words, uint32_t count, const char *word,
                          uint32_t otherwise)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return otherwise;
}

/* The declared type if it says the signal's kind, else one that does. */
static enum fstVarType type_of(enum ho_kind kind, const char *declared)
{
    uint32_t type = find_word(variable_words, FST_VT_MAX + 1, declared, FST_VT_VCD_WIRE);
    bool real = type == FST_VT_VCD_REAL || type == FST_VT_VCD_REAL_PARAMETER ||
                type == FST_VT_VCD_REALTIME || type == FST_VT_SV_SHORTREAL;

    switch (kind) {
    case HO_REAL:
        return real ? (enum fstVarType)type : FST_VT_VCD_REAL;
    case HO_STRING:
        return FST_VT_GEN_STRING;
    case HO_EVENT:
        return FST_VT_VCD_EVENT;
    default:
        /* The library takes a third of a port's width: its values have another shape. */
        if (real || type == FST_VT_VCD_EVENT || type == FST_VT_GEN_STRING ||
            type == FST_VT_VCD_PORT)
            return FST_VT_VCD_WIRE;
        return (enum fstVarType)type;
    }
}

static bool is_vector(const struct ho_signal *signal)
{
    return signal->kind == HO_BITS || signal->kind == HO_LOGIC;
}

static uint64_t varint_bytes(uint64_t value)
{
    unsigned char bytes[VARINT_BYTES_MAX];

    return (uint64_t)(varint_put(bytes, value) - bytes);
}

static void open_scope(struct declaring *declaring, uint32_t scope)
{
    const struct ho_scope *s = &declaring->dictionary->scopes[scope];
    uint32_t type = find_word(scope_words, FST_ST_MAX + 1, s->type, FST_ST_VCD_MODULE);

    fstWriterSetScope(declaring->writer, (enum fstScopeType)type, s->name, NULL);
    declaring->declared->scopes++;
    declaring->declared->hierarchy_bytes += strlen(s->name) + 4;
    declaring->open = scope;
}

static void close_scope(struct declaring *declaring)
{
    fstWriterSetUpscope(declaring->writer);
    declaring->declared->hierarchy_bytes++;
    declaring->open = declaring->dictionary->scopes[declaring->open].parent;
}

/* Closes and opens scopes until target is the innermost. A parent's index is smaller than
 * its child's, so the larger of two indices is never the common ancestor. */
static void move_to(struct declaring *declaring, uint32_t target)
{
    uint32_t common = target;
    size_t depth = 0; /* of target below common */

    while (declaring->open != common) {
        if (common == HO_NO_SCOPE || (declaring->open != HO_NO_SCOPE && declaring->open > common)) {
            close_scope(declaring);
        } else {
            declaring->way[depth++] = common;
            common = declaring->dictionary->scopes[common].parent;
        }
    }
    while (depth-- > 0)
        open_scope(declaring, declaring->way[depth]);
}

/* Opens the scopes up to and with last that never were, in their order. */
static void begin_scopes(struct declaring *declaring, uint32_t last)
{
    for (; declaring->begun <= last; declaring->begun++) {
        move_to(declaring, declaring->dictionary->scopes[declaring->begun].parent);
        open_scope(declaring, declaring->begun);
    }
}

/* handle 0: a new signal, whose handle is returned. */
static uint32_t put_variable(struct declaring *declaring, enum fstVarType type, uint32_t length,
                             const char *name, uint32_t handle)
{
    struct fst_declared *declared = declaring->declared;

    declared->variables++;
    declared->hierarchy_bytes += strlen(name) + 3 + varint_bytes(length) + varint_bytes(handle);
    declared->handles += handle == 0;
    return fstWriterCreateVar(declaring->writer, type, FST_VD_IMPLICIT, length, name, handle);
}

/* A variable that shows all of a signal, which is thereby declared. */
static void put_own_variable(struct declaring *declaring, uint32_t id)
{
    struct fst_signal *signal = &declaring->signals[id];
    char name[32];

    snprintf(name, sizeof name, "signal_%u", id);
    signal->handle = put_variable(declaring, type_of(signal->kind, "wire"), signal->stored_bytes,
                                  name, 0);
}

static void write_variable(struct declaring *declaring, const struct ho_variable *variable)
{
    struct fst_signal *signal = &declaring->signals[variable->id];
    uint32_t length = signal->stored_bytes;

    /* The first variable of a signal decides how wide the signal is. */
    if (is_vector(&declaring->dictionary->signals[variable->id]) && variable->width < length) {
        if (!signal->handle)
            put_own_variable(declaring, variable->id);
        length = variable->width;
    }
    signal->handle = put_variable(declaring, type_of(signal->kind, variable->type), length,
                                  variable->name, signal->handle);
}

static void write_variables(struct declaring *declaring)
{
    const struct ho_dictionary *dictionary = declaring->dictionary;

    for (uint32_t i = 0; i < dictionary->variable_count; i++) {
        const struct ho_variable *variable = &dictionary->variables[i];

        if (variable->scope != HO_NO_SCOPE)
            begin_scopes(declaring, variable->scope);
        move_to(declaring, variable->scope);
        write_variable(declaring, variable);
    }
    if (dictionary->scope_count > 0)
        begin_scopes(declaring, dictionary->scope_count - 1);
    move_to(declaring, HO_NO_SCOPE);
    for (uint32_t id = 0; id < dictionary->signal_count; id++)
        if (!declaring->signals[id].handle)
            put_own_variable(declaring, id);
    if (dictionary->signal_count == 0)
        put_variable(declaring, FST_VT_GEN_STRING, 0, "no_signals", 0);
}

int fst_dictionary_measure(const struct ho_dictionary *dictionary, struct fst_signal *signals,
                           uint64_t *temporary_bytes)
{
    uint64_t total = 0;

    if (dictionary->timescale < INT8_MIN || dictionary->timescale > INT8_MAX)
        return -EINVAL;
    for (uint32_t id = 0; id < dictionary->signal_count; id++) {
        const struct ho_signal *signal = &dictionary->signals[id];

        signals[id] = (struct fst_signal){
            .value_bytes = ho_signal_value_bytes(signal),
            .stored_bytes = is_vector(signal)         ? signal->width
                            : signal->kind == HO_REAL ? sizeof(double)
                                                      : signal->kind == HO_EVENT,
            .kind = signal->kind,
        };
        if (signals[id].stored_bytes > FST_VALUE_BYTES_MAX)
            return -EFBIG;
        total += signals[id].stored_bytes;
    }
    *temporary_bytes = total + (uint64_t)dictionary->signal_count * PLACE_BYTES;
    return total > UINT32_MAX ? -EFBIG : 0;
}

int fst_dictionary_declare(const struct ho_dictionary *dictionary, void *writer,
                           struct fst_signal *signals, struct fst_declared *declared)
{
    struct declaring declaring = {
        .dictionary = dictionary,
        .writer = writer,
        .signals = signals,
        .declared = declared,
        .open = HO_NO_SCOPE,
        .way = malloc(((size_t)dictionary->scope_count + 1) * sizeof *declaring.way),
    };

    if (!declaring.way)
        return -ENOMEM;
    *declared = (struct fst_declared){0};
    fstWriterSetTimescale(writer, dictionary->timescale);
    write_variables(&declaring);
    free(declaring.way);
    return 0;
}
