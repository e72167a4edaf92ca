#include "synth_gen/fst_library.h"

#include "ring/sink.h"
#include "synth_gen/fst_out.h"
#include "synth_gen/vcd.h"

#include <errno.h>
#include <fstapi.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A name of so many bytes may be what the library has left of a longer one. */
#define NAME_BYTES_CUT 513

/* A real in the library's text, and more. */
#define REAL_TEXT_BYTES 32

/* The values of a signal. */
struct shape {
    enum ho_kind kind;
    uint32_t bytes; /* as the library hands them out; 0 for HO_STRING */
    bool seen;      /* there was a value */
};

struct library {
    void *context;
    struct shape *shapes; /* [signal_count] */
    uint32_t signal_count, declared_count;
    uint64_t variable_count;
    uint64_t first, time; /* of the file, of the last change */
    bool first_due;       /* values at the first time are to be asked for */
    uint32_t longest;     /* bytes of a value */
    uint32_t mark_next, mark_count;
    struct fst_out out;
};

/* The words of VCD, by number. */
static const char *const variable_types[] = {
    "event",   "integer",   "parameter", "real",   "real_parameter", "reg",     "supply0",
    "supply1", "time",      "tri",       "triand", "trior",          "trireg",  "tri0",
    "tri1",    "wand",      "wire",      "wor",    "port",           "sparray", "realtime",
    "string",  "bit",       "logic",     "int",    "shortint",       "longint", "byte",
    "enum",    "shortreal",
};
static const char *const scope_types[] = {
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

static void check_name(struct library *library, uint32_t bytes)
{
    if (bytes >= NAME_BYTES_CUT)
        fst_out_warn(&library->out,
                     "a name of 513 bytes, which may be longer: the FST library cuts names");
}

static void declare_scope(struct library *library, const struct fstHier *entry)
{
    if (entry->u.scope.typ >= sizeof scope_types / sizeof *scope_types)
        fst_out_fail(&library->out, "damaged: a scope of unknown type %u", entry->u.scope.typ);
    check_name(library, entry->u.scope.name_length);
    fst_out_named(&library->out, (struct fst_message){.what = FST_SCOPE},
                  scope_types[entry->u.scope.typ], entry->u.scope.name);
}

/* What the first variable of a signal says of its values. */
static struct ho_signal shape_signal(uint8_t type, uint32_t length)
{
    switch ((enum fstVarType)type) {
    case FST_VT_VCD_REAL:
    case FST_VT_VCD_REAL_PARAMETER:
    case FST_VT_VCD_REALTIME:
    case FST_VT_SV_SHORTREAL:
        return (struct ho_signal){.kind = HO_REAL, .width = 64};
    case FST_VT_VCD_EVENT:
        return (struct ho_signal){.kind = length > 0 ? HO_EVENT : HO_STRING};
    default:
        return (struct ho_signal){.kind = length > 0 ? HO_LOGIC : HO_STRING, .width = length};
    }
}

static void declare_signal(struct library *library, uint8_t type, uint32_t length)
{
    struct ho_signal signal = shape_signal(type, length);

    if (library->declared_count == library->signal_count)
        fst_out_fail(&library->out, "damaged: more signals are declared than there are");
    if (signal.kind != HO_REAL && length > VCD_WIDTH_MAX)
        fst_out_fail(&library->out, "a variable of %u bits; %u are supported", length,
                     VCD_WIDTH_MAX);
    library->shapes[library->declared_count++] = (struct shape){
        .kind = signal.kind, .bytes = signal.kind == HO_REAL ? sizeof(double) : length};
    if (length > library->longest)
        library->longest = length;
    fst_out_put(&library->out,
                (struct fst_message){.what = FST_SIGNAL, .id = signal.kind, .width = signal.width},
                NULL);
}

static void declare_variable(struct library *library, const struct fstHier *entry)
{
    uint8_t type = entry->u.var.typ;
    struct fst_message message = {
        .what = FST_VARIABLE, .id = entry->u.var.handle - 1, .width = entry->u.var.length};

    if (type == FST_VT_VCD_PORT)
        fst_out_fail(&library->out, "port values (extended VCD) are not supported");
    if (!entry->u.var.is_alias)
        declare_signal(library, type, entry->u.var.length);
    if (message.id >= library->declared_count)
        fst_out_fail(&library->out, "damaged: a variable of an unknown signal");
    if (library->shapes[message.id].kind == HO_REAL)
        message.width = type == FST_VT_SV_SHORTREAL ? 32 : 64;
    library->variable_count++;
    check_name(library, entry->u.var.name_length);
    fst_out_named(&library->out, message, variable_types[type], entry->u.var.name);
}

static void declare(struct library *library)
{
    const struct fstHier *entry;

    while ((entry = fstReaderIterateHier(library->context))) {
        if (entry->htyp == FST_HT_SCOPE)
            declare_scope(library, entry);
        else if (entry->htyp == FST_HT_UPSCOPE)
            fst_out_put(&library->out, (struct fst_message){.what = FST_UPSCOPE}, NULL);
        else if (entry->htyp == FST_HT_VAR)
            declare_variable(library, entry);
    }
    if (library->declared_count != library->signal_count ||
        library->variable_count != fstReaderGetVarCount(library->context))
        fst_out_fail(&library->out, "damaged: the declarations are not complete");
}

/* How many distinct times there are, those without a change too. Only the library's own VCD
 * states these: it is made with no signal in it, and "#TIME" lines are counted. */
static void count_times(struct library *library, uint64_t end_time)
{
    FILE *text = tmpfile();
    uint64_t count = 0, last = 0;
    char bytes[4096];
    ssize_t got;

    if (!text)
        fst_out_error(&library->out, errno);
    fstReaderClrFacProcessMaskAll(library->context);
    fstReaderIterBlocks2(library->context, NULL, NULL, NULL, text);
    lseek(fileno(text), 0, SEEK_SET); /* the library has not written to the stream, but past it */
    while ((got = read(fileno(text), bytes, sizeof bytes)) > 0)
        for (ssize_t i = 0; i < got; i++) {
            if (bytes[i] == '#') {
                count++;
                last = 0;
            } else if (bytes[i] >= '0' && bytes[i] <= '9') {
                last = last * 10 + (uint64_t)(bytes[i] - '0');
            }
        }
    fclose(text);
    if (last != end_time)
        fst_out_warn(&library->out, "its last time is not the one at which it says that it ends");
    fst_out_put(&library->out, (struct fst_message){.what = FST_TIMES, .number = count}, NULL);
}

/* Pauses of the recording, and their ends, up to time. */
static void put_marks(struct library *library, uint64_t time)
{
    for (; library->mark_next < library->mark_count; library->mark_next++) {
        uint64_t at = fstReaderGetDumpActivityChangeTime(library->context, library->mark_next);
        bool on = fstReaderGetDumpActivityChangeValue(library->context, library->mark_next);

        if (at > time)
            return;
        fst_out_put(&library->out,
                    (struct fst_message){
                        .what = FST_MARK, .number = at, .id = on ? HO_MARK_ON : HO_MARK_OFF},
                    NULL);
    }
}

static void put_first_values(struct library *library);

static void put_change(struct library *library, uint64_t time, fstHandle handle, const void *value,
                       uint32_t len)
{
    if (library->first_due && time > library->first)
        put_first_values(library);
    library->shapes[handle - 1].seen = true;
    if (time != library->time)
        put_marks(library, time);
    library->time = time;
    fst_out_put(
        &library->out,
        (struct fst_message){.what = FST_CHANGE, .number = time, .id = handle - 1, .len = len},
        value);
}

static _Noreturn void fail_shape(struct library *library)
{
    fst_out_fail(&library->out, "damaged: a value is not as its signal is declared");
}

static struct shape shape_of(struct library *library, fstHandle handle)
{
    if (handle - 1 >= library->signal_count)
        fail_shape(library);
    return library->shapes[handle - 1];
}

/* The library's copy of a value ends with a 0, but for reals: so its length can be seen. */
static void change(void *user, uint64_t time, fstHandle handle, const unsigned char *value)
{
    struct library *library = user;
    struct shape shape = shape_of(library, handle);

    if (shape.kind == HO_STRING ||
        (shape.kind != HO_REAL && strnlen((const char *)value, shape.bytes + 1) != shape.bytes))
        fail_shape(library);
    if (shape.kind != HO_EVENT)
        put_change(library, time, handle, value, shape.bytes);
    else if (*value != 'x')
        put_change(library, time, handle, NULL, 0);
}

/* Where the file begins with its first time, the library does not tell the values of before. They
 * are asked for, of signals that do not change at that time; what nobody has set is x or nan. */
static void put_first_values(struct library *library)
{
    char *text = malloc(library->longest + REAL_TEXT_BYTES);

    if (!text)
        fst_out_error(&library->out, ENOMEM);
    library->first_due = false;
    for (fstHandle i = 1; i <= library->signal_count; i++) {
        struct shape shape = library->shapes[i - 1];
        double real;

        if (shape.seen ||
            !fstReaderGetValueFromHandleAtTime(library->context, library->first, i, text))
            continue;
        if (shape.kind != HO_REAL && strspn(text, "x") != strlen(text))
            change(library, library->first, i, (const unsigned char *)text);
        real = shape.kind == HO_REAL ? strtod(text, NULL) : NAN;
        if (!isnan(real))
            put_change(library, library->first, i, &real, sizeof real);
    }
    free(text);
}

static void change_varying(void *user, uint64_t time, fstHandle handle, const unsigned char *value,
                           uint32_t len)
{
    struct library *library = user;

    if (shape_of(library, handle).kind != HO_STRING)
        fail_shape(library);
    put_change(library, time, handle, value, len);
}

static void open_file(struct library *library, const char *path)
{
    int64_t zero;

    if (access(path, R_OK) != 0)
        fst_out_error(&library->out, errno);
    library->context = fstReaderOpen(path);
    if (!library->context)
        fst_out_fail(&library->out, "damaged: the FST library cannot open it");
    zero = fstReaderGetTimezero(library->context);
    if (zero != 0)
        fst_out_fail(&library->out, "times that begin at %lld (timezero) are not supported",
                     (long long)zero);
    library->signal_count = fstReaderGetMaxHandle(library->context);
    library->mark_count = fstReaderGetNumberDumpActivityChanges(library->context);
    library->shapes = calloc(library->signal_count, sizeof *library->shapes);
    if (!library->shapes)
        fst_out_error(&library->out, ENOMEM);
}

void fst_library_read(const char *path, bool first_values, int fd)
{
    static struct library library;
    uint64_t end_time;

    library.out.fd = fd;
    setlocale(LC_NUMERIC, "C"); /* the library prints some numbers, which are read here */
    open_file(&library, path);
    end_time = fstReaderGetEndTime(library.context);
    fst_out_put(&library.out,
                (struct fst_message){.what = FST_TIMESCALE,
                                     .number = (uint64_t)fstReaderGetTimescale(library.context)},
                NULL);
    declare(&library);
    count_times(&library, end_time);
    library.time = UINT64_MAX; /* none yet */
    library.first = fstReaderGetStartTime(library.context);
    library.first_due = first_values;
    fstReaderSetFacProcessMaskAll(library.context);
    fstReaderIterBlocksSetNativeDoublesOnCallback(library.context, 1);
    fstReaderIterBlocks2(library.context, change, change_varying, &library, NULL);
    if (library.first_due)
        put_first_values(&library);
    put_marks(&library, UINT64_MAX);
    fst_out_put(&library.out, (struct fst_message){.what = FST_END, .number = end_time}, NULL);
    fst_out_flush(&library.out);
}
