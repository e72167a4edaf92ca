#include "synth_gen/vcd.h"
#include "synth_gen/vcd_reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* About what one takes beside its text, in tables that double as they grow. */
#define DECLARATION_BYTES 256

/* Appends a token to reader->text at *used, behind a blank if it is not the first. */
static int append(struct vcd_reader *reader, size_t *used, const struct vcd_token *token)
{
    size_t bytes = *used + token->len + 2;

    if (bytes > reader->text_bytes) {
        char *text = bytes * 2 > reader->memory_max ? NULL : realloc(reader->text, bytes * 2);

        if (!text)
            return vcd_report_error(&reader->report, reader->tokens.line, -ENOMEM);
        reader->text = text;
        reader->text_bytes = bytes * 2;
    }
    if (*used > 0)
        reader->text[(*used)++] = ' ';
    memcpy(reader->text + *used, token->text, token->len);
    *used += token->len;
    return 0;
}

/* Adds a declaration of so many bytes of text to what they all take. */
static int charge(struct vcd_reader *reader, size_t bytes)
{
    reader->declared_bytes += 2 * bytes + DECLARATION_BYTES;
    if (reader->declared_bytes <= reader->memory_max)
        return 0;
    vcd_report_fail(&reader->report, reader->tokens.line,
                    "the declarations do not fit in %llu MiB of memory",
                    (unsigned long long)(reader->memory_max >> 20));
    return -ENOMEM;
}

/* Everything up to $end, as words with one blank between, in reader->text. */
static int collect(struct vcd_reader *reader, const char *keyword)
{
    struct vcd_token token = {.text = "", .len = 0};
    size_t used = 0;
    bool more;
    int error = append(reader, &used, &token);

    while (!error) {
        error = vcd_reader_inside(reader, keyword, &token, &more);
        if (error)
            break;
        if (!more) {
            reader->text[used] = 0;
            return charge(reader, used);
        }
        if (memchr(token.text, 0, token.len))
            return vcd_report_fail(&reader->report, token.line, "a NUL byte inside %s", keyword);
        error = append(reader, &used, &token);
    }
    return error;
}

/* Cuts the first word off *rest; "" where none is left. */
static char *word(char **rest)
{
    char *first = *rest, *blank = strchr(first, ' ');

    if (blank)
        *blank = 0;
    *rest = blank ? blank + 1 : first + strlen(first);
    return first;
}

/* A power of ten and a unit, "10 ns" or "10ns", as the exponent of seconds. */
static bool parse_timescale(const char *text, int32_t *timescale)
{
    static const char *const units[] = {"s", "ms", "us", "ns", "ps", "fs"};
    int32_t zeros = 0;

    if (*text++ != '1')
        return false;
    for (; *text == '0' && zeros < 9; text++)
        zeros++;
    if (*text == ' ')
        text++;
    for (int32_t i = 0; i < 6; i++)
        if (strcmp(text, units[i]) == 0) {
            *timescale = zeros - 3 * i;
            return true;
        }
    return false;
}

static int declare_timescale(struct vcd_reader *reader, uint64_t line)
{
    int32_t timescale;
    int error = collect(reader, "$timescale");

    if (error)
        return error;
    if (!parse_timescale(reader->text, &timescale))
        return vcd_report_fail(&reader->report, line,
                               "timescale \"%s\" is not 1, 10 or 100 of s to fs",
                               vcd_report_quote(reader->text, strlen(reader->text)).text);
    if (reader->has_timescale && timescale != reader->timescale) {
        vcd_report_warn(&reader->report, VCD_ODD_DECLARATION, line,
                        "a second $timescale is ignored");
        return 0;
    }
    reader->timescale = timescale;
    reader->has_timescale = true;
    return 0;
}

static int declare_scope(struct vcd_reader *reader, uint64_t line)
{
    struct ho_scope scope = {.parent = reader->scope};
    int error = collect(reader, "$scope");
    char *rest = reader->text;

    if (error)
        return error;
    scope.type = word(&rest);
    scope.name = rest;
    if (!*scope.name)
        vcd_report_warn(&reader->report, VCD_ODD_DECLARATION, line, "a scope without a name");
    error = vcd_dictionary_scope(&reader->dictionary, &scope);
    if (error)
        return vcd_report_error(&reader->report, reader->tokens.line, error);
    reader->scope = reader->dictionary.scope_count - 1;
    return 0;
}

static int declare_upscope(struct vcd_reader *reader, uint64_t line)
{
    int error = collect(reader, "$upscope");

    if (error)
        return error;
    if (*reader->text)
        return vcd_report_fail(&reader->report, line, "$upscope without $end");
    if (reader->scope == HO_NO_SCOPE)
        vcd_report_warn(&reader->report, VCD_ODD_STRUCTURE, line, "$upscope outside of any scope");
    else
        reader->scope = reader->dictionary.scopes[reader->scope].parent;
    return 0;
}

static struct ho_signal signal_of(const char *type, uint32_t width)
{
    static const char *const reals[] = {"real", "realtime", "shortreal", "real_parameter"};

    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        if (strcmp(type, reals[i]) == 0)
            return (struct ho_signal){.kind = HO_REAL, .width = 64};
    if (strcmp(type, "string") == 0)
        return (struct ho_signal){.kind = HO_STRING};
    if (strcmp(type, "event") == 0)
        return (struct ho_signal){.kind = HO_EVENT};
    return (struct ho_signal){.kind = HO_LOGIC, .width = width ? width : 1};
}

/* The first variable of code: a new signal. */
static int add_signal(struct vcd_reader *reader, const char *code, struct ho_signal signal,
                      uint32_t *id)
{
    int error;

    *id = reader->dictionary.signal_count;
    if (*id < reader->known_count && reader->known[*id].kind == HO_STRING)
        signal = reader->known[*id];
    error = vcd_dictionary_signal(&reader->dictionary, &signal);
    if (!error)
        error = vcd_ids_add(&reader->ids, code, strlen(code), *id);
    return error ? vcd_report_error(&reader->report, reader->tokens.line, error) : 0;
}

/* One more variable of signal id, which must be as wide as the widest of them. */
static int add_alias(struct vcd_reader *reader, uint64_t line, const struct ho_signal *alias,
                     uint32_t id)
{
    struct ho_signal *signal = &reader->dictionary.signals[id];

    if (signal->kind != HO_LOGIC || alias->kind != HO_LOGIC || alias->width <= signal->width)
        return 0;
    if (reader->body)
        return vcd_report_fail(&reader->report, line,
                               "a wider name for a signal that has values already");
    signal->width = alias->width;
    return 0;
}

static bool parse_width(const char *text, uint32_t *width)
{
    char *end;
    unsigned long long value = strtoull(text, &end, 10);

    if (*text < '0' || *text > '9' || *end || value > UINT32_MAX)
        return false;
    *width = (uint32_t)value;
    return true;
}

static int declare_variable(struct vcd_reader *reader, uint64_t line)
{
    struct ho_variable variable = {.scope = reader->scope};
    struct ho_signal signal;
    const char *width, *code;
    int error = collect(reader, "$var");
    char *rest = reader->text;

    if (error)
        return error;
    variable.type = word(&rest);
    width = word(&rest);
    code = word(&rest);
    variable.name = rest;
    if (!*code)
        return vcd_report_fail(&reader->report, line,
                               "$var needs a type, a width, an identifier, a name");
    if (!vcd_ids_valid(code, strlen(code)))
        return vcd_report_fail(&reader->report, line,
                               "identifier \"%s\" holds bytes outside 33 to 126",
                               vcd_report_quote(code, strlen(code)).text);
    if (!parse_width(width, &variable.width))
        return vcd_report_fail(&reader->report, line, "width \"%s\" is no number of bits",
                               vcd_report_quote(width, strlen(width)).text);
    signal = signal_of(variable.type, variable.width);
    if (signal.width > VCD_WIDTH_MAX)
        return vcd_report_fail(&reader->report, line, "a variable of %u bits; %u are supported",
                               signal.width, VCD_WIDTH_MAX);
    if (signal.kind == HO_LOGIC && variable.width == 0) {
        vcd_report_warn(&reader->report, VCD_ODD_DECLARATION, line, "a width of 0 is taken as 1");
        variable.width = 1;
    }
    if (!*variable.name)
        vcd_report_warn(&reader->report, VCD_ODD_DECLARATION, line, "a variable without a name");
    if (reader->body)
        vcd_report_warn(&reader->report, VCD_ODD_STRUCTURE, line, "$var behind the declarations");

    variable.id = vcd_ids_find(&reader->ids, code, strlen(code));
    error = variable.id == VCD_IDS_NONE ? add_signal(reader, code, signal, &variable.id)
                                        : add_alias(reader, line, &signal, variable.id);
    if (error)
        return error;
    error = vcd_dictionary_variable(&reader->dictionary, &variable);
    return error ? vcd_report_error(&reader->report, reader->tokens.line, error) : 0;
}

int vcd_declare(struct vcd_reader *reader, const struct vcd_token *keyword)
{
    if (vcd_reader_is(keyword, "$var"))
        return declare_variable(reader, keyword->line);
    if (vcd_reader_is(keyword, "$scope"))
        return declare_scope(reader, keyword->line);
    if (vcd_reader_is(keyword, "$upscope"))
        return declare_upscope(reader, keyword->line);
    if (vcd_reader_is(keyword, "$timescale"))
        return declare_timescale(reader, keyword->line);
    return -ENOENT;
}
