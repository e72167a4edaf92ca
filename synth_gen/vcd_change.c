#include "synth_gen/vcd_change.h"

#include "synth_gen/vcd_value.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

static int emit(struct vcd_reader *reader, uint32_t id, const void *value, uint32_t len)
{
    struct tape *tape = &reader->tape;
    int error;

    if (reader->restart)
        return 0;
    if (reader->declared_bytes + tape->bytes + len > reader->memory_max) {
        vcd_report_fail(&reader->report, reader->tokens.line,
                        "the changes do not fit in %llu MiB of memory",
                        (unsigned long long)(reader->memory_max >> 20));
        return -ENOMEM;
    }
    error = tape_change(tape, reader->time, id, value, len);
    if (!error && reader->cut_every > 0 && tape->events % reader->cut_every == 0)
        error = tape_cut(tape);
    return error ? vcd_report_error(&reader->report, reader->tokens.line, error) : 0;
}

int vcd_change_mark(struct vcd_reader *reader, enum ho_mark mark)
{
    int error = reader->restart ? 0 : tape_mark(&reader->tape, reader->time, mark);

    return error ? vcd_report_error(&reader->report, reader->tokens.line, error) : 0;
}

static int change_logic(struct vcd_reader *reader, uint32_t id, uint32_t width,
                        const struct vcd_change *change)
{
    int error;

    if (width > reader->value_bytes) {
        char *value = realloc(reader->value, width);

        if (!value)
            return vcd_report_error(&reader->report, reader->tokens.line, -ENOMEM);
        reader->value = value;
        reader->value_bytes = width;
    }
    error = vcd_value_logic(change->text, change->len, width, reader->value);
    if (!error)
        return emit(reader, id, reader->value, width);
    if (error == -EOVERFLOW)
        return vcd_report_fail(&reader->report, change->line,
                               "a value of %zu bits for \"%s\", which has %u", change->len,
                               vcd_report_quote(change->code, change->code_len).text, width);
    return vcd_report_fail(&reader->report, change->line, "\"%s\" is no value of bits",
                           vcd_report_quote(change->text, change->len).text);
}

static int change_real(struct vcd_reader *reader, uint32_t id, const struct vcd_change *change)
{
    double value = NAN;

    if (change->form == VCD_FORM_LOGIC && vcd_value_unknown(change->text, change->len))
        vcd_report_warn(&reader->report, VCD_ODD_VALUE, change->line,
                        "an unknown real is taken as nan");
    else if (change->form == VCD_FORM_LOGIC || !vcd_value_real(change->text, change->len, &value))
        return vcd_report_fail(&reader->report, change->line, "\"%s\" is no real number",
                               vcd_report_quote(change->text, change->len).text);
    return emit(reader, id, &value, sizeof value);
}

int vcd_change_apply(struct vcd_reader *reader, const struct vcd_change *change)
{
    uint32_t id = vcd_ids_find(&reader->ids, change->code, change->code_len);
    struct ho_signal *signal;

    if (id == VCD_IDS_NONE)
        return vcd_report_fail(&reader->report, change->line, "%sunknown identifier \"%s\"",
                               change->last ? "truncated: " : "",
                               vcd_report_quote(change->code, change->code_len).text);
    signal = &reader->dictionary.signals[id];
    if (change->form == VCD_FORM_STRING && signal->kind != HO_STRING) {
        vcd_report_warn(&reader->report, VCD_ODD_VALUE, change->line,
                        "\"%s\" is given a string: all its values are kept as text",
                        vcd_report_quote(change->code, change->code_len).text);
        *signal = (struct ho_signal){.kind = HO_STRING};
        reader->restart = true;
        tape_fini(&reader->tape);
    }
    switch (signal->kind) {
    case HO_REAL:
        return change_real(reader, id, change);
    case HO_STRING:
        return emit(reader, id, change->text, (uint32_t)change->len);
    case HO_EVENT:
        return emit(reader, id, NULL, 0);
    default:
        break;
    }
    if (change->form == VCD_FORM_REAL)
        return vcd_report_fail(&reader->report, change->line,
                               "a real number for \"%s\", which has bits",
                               vcd_report_quote(change->code, change->code_len).text);
    return change_logic(reader, id, signal->width, change);
}
