#include "direct_writer/vcd_header.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct header {
    struct vcd_text *text;
    const struct ho_dictionary *dictionary;
    uint32_t open;  /* the innermost scope that is open, or HO_NO_SCOPE */
    uint32_t begun; /* scopes[0] to scopes[begun - 1] were opened at least once */
};

size_t vcd_header_code(uint32_t id, char code[VCD_HEADER_CODE_BYTES])
{
    uint64_t rest = (uint64_t)id + 1;
    size_t len = 0;

    /* The printable characters but '$', so that no code is ever a keyword. */
    while (rest > 0) {
        rest--;
        char c = (char)('!' + rest % 93);
        code[len++] = (char)(c + (c >= '$'));
        rest /= 93;
    }
    return len;
}

static bool is_one_word(const char *text)
{
    return *text && !strpbrk(text, " \t\n\v\f\r");
}

static void open_scope(struct header *header, uint32_t scope)
{
    const struct ho_scope *s = &header->dictionary->scopes[scope];

    vcd_text_puts(header->text, "$scope ");
    vcd_text_puts(header->text, is_one_word(s->type) ? s->type : "module");
    vcd_text_puts(header->text, " ");
    vcd_text_puts(header->text, s->name);
    vcd_text_puts(header->text, " $end\n");
    header->open = scope;
}

static void close_scope(struct header *header)
{
    vcd_text_puts(header->text, "$upscope $end\n");
    header->open = header->dictionary->scopes[header->open].parent;
}

/* Closes and opens scopes until target is the innermost. A parent's index is smaller than
 * its child's, so the larger of two indices is never the common ancestor. */
static void move_to(struct header *header, uint32_t target)
{
    const struct ho_scope *scopes = header->dictionary->scopes;
    uint32_t common = target;
    size_t depth = 0; /* of target below common */

    while (header->open != common) {
        if (common == HO_NO_SCOPE || (header->open != HO_NO_SCOPE && header->open > common)) {
            close_scope(header);
        } else {
            common = scopes[common].parent;
            depth++;
        }
    }
    while (depth-- > 0) {
        uint32_t scope = target;

        for (size_t i = 0; i < depth; i++)
            scope = scopes[scope].parent;
        open_scope(header, scope);
    }
}

/* Opens the scopes up to and with last that never were, in their order. */
static void begin_scopes(struct header *header, uint32_t last)
{
    for (; header->begun <= last; header->begun++) {
        move_to(header, header->dictionary->scopes[header->begun].parent);
        open_scope(header, header->begun);
    }
}

/* The declared type if it says the signal's kind, else one that does. */
static const char *type_of(const struct ho_signal *signal, const char *declared)
{
    static const char *const reals[] = {"real", "realtime", "shortreal", "real_parameter"};
    bool real = false;

    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        real = real || strcmp(declared, reals[i]) == 0;
    switch (signal->kind) {
    case HO_REAL:
        return real ? declared : "real";
    case HO_STRING:
        return "string";
    case HO_EVENT:
        return "event";
    default:
        if (real || strcmp(declared, "string") == 0 || strcmp(declared, "event") == 0)
            return "wire";
        return is_one_word(declared) ? declared : "wire";
    }
}

static bool is_vector(const struct ho_signal *signal)
{
    return signal->kind == HO_BITS || signal->kind == HO_LOGIC;
}

static void write_variable(struct header *header, const struct ho_variable *variable)
{
    const struct ho_signal *signal = &header->dictionary->signals[variable->id];
    char code[VCD_HEADER_CODE_BYTES];
    size_t len = vcd_header_code(variable->id, code);
    uint32_t width = variable->width;

    /* A wider variable, of an alias declared as another kind, would widen the signal. */
    if (is_vector(signal) && width > signal->width)
        width = signal->width;
    vcd_text_puts(header->text, "$var ");
    vcd_text_puts(header->text, type_of(signal, variable->type));
    vcd_text_puts(header->text, " ");
    vcd_text_number(header->text, width);
    vcd_text_puts(header->text, " ");
    vcd_text_put(header->text, code, len);
    vcd_text_puts(header->text, " ");
    vcd_text_puts(header->text, variable->name);
    vcd_text_puts(header->text, " $end\n");
}

static void write_variables(struct header *header, bool *shown)
{
    const struct ho_dictionary *dictionary = header->dictionary;

    for (uint32_t i = 0; i < dictionary->variable_count; i++) {
        const struct ho_variable *variable = &dictionary->variables[i];
        const struct ho_signal *signal = &dictionary->signals[variable->id];

        if (variable->scope != HO_NO_SCOPE)
            begin_scopes(header, variable->scope);
        move_to(header, variable->scope);
        write_variable(header, variable);
        if (!is_vector(signal) || variable->width >= signal->width)
            shown[variable->id] = true;
    }
    if (dictionary->scope_count > 0)
        begin_scopes(header, dictionary->scope_count - 1);
    move_to(header, HO_NO_SCOPE);
    for (uint32_t id = 0; id < dictionary->signal_count; id++) {
        char name[32];

        if (shown[id])
            continue;
        snprintf(name, sizeof name, "signal_%u", id);
        write_variable(header, &(struct ho_variable){.name = name,
                                                     .type = "wire",
                                                     .id = id,
                                                     .width = dictionary->signals[id].width});
    }
}

static bool write_timescale(struct vcd_text *text, int32_t timescale)
{
    static const char *const units[] = {"s", "ms", "us", "ns", "ps", "fs"};
    static const char *const numbers[] = {"1", "10", "100"};
    int32_t unit = (2 - timescale) / 3; /* -13 is 100 fs: -15 + 2 */

    if (timescale > 2 || timescale < -15)
        return false;
    vcd_text_puts(text, "$timescale ");
    vcd_text_puts(text, numbers[timescale + 3 * unit]);
    vcd_text_puts(text, " ");
    vcd_text_puts(text, units[unit]);
    vcd_text_puts(text, " $end\n");
    return true;
}

int vcd_header_write(struct vcd_text *text, const char *date,
                     const struct ho_dictionary *dictionary)
{
    struct header header = {.text = text, .dictionary = dictionary, .open = HO_NO_SCOPE};
    bool *shown = calloc((size_t)dictionary->signal_count + 1, sizeof *shown);

    if (!shown)
        return -ENOMEM;
    if (date) {
        vcd_text_puts(text, "$date ");
        vcd_text_puts(text, date);
        vcd_text_puts(text, " $end\n");
    }
    vcd_text_puts(text, "$version handoff $end\n");
    if (!write_timescale(text, dictionary->timescale)) {
        free(shown);
        return -EINVAL;
    }
    write_variables(&header, shown);
    vcd_text_puts(text, "$enddefinitions $end\n");
    free(shown);
    return 0;
}
