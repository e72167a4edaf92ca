#include "tests/fst_contents.h"

#include <fstapi.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fst_contents_change {
    uint64_t time;
    uint32_t handle;
    size_t order; /* among all */
    char *value;
};

struct reading {
    struct fst_contents_list list;
    struct ho_signal *signals; /* by handle - 1 */
};

static void *need(void *pointer)
{
    if (!pointer)
        abort();
    return pointer;
}

static FILE *open_text(char **text)
{
    static size_t bytes;

    return need(open_memstream(text, &bytes));
}

static void put_value(FILE *file, const struct ho_signal *signal, const unsigned char *value,
                      uint32_t len)
{
    uint64_t bits;

    switch (signal->kind) {
    case HO_BITS:
        for (uint32_t bit = signal->width; bit-- > 0;)
            fputc('0' + (value[bit / 8] >> bit % 8 & 1), file);
        break;
    case HO_LOGIC:
        fwrite(value, 1, signal->width, file);
        break;
    case HO_REAL:
        memcpy(&bits, value, sizeof bits);
        fprintf(file, "#%016" PRIx64, bits);
        break;
    case HO_STRING:
        fputc('<', file);
        for (uint32_t i = 0; i < len; i++)
            fprintf(file, value[i] >= ' ' && value[i] < 127 ? "%c" : "\\%03o", value[i]);
        fputc('>', file);
        break;
    case HO_EVENT:
        fputc('!', file);
        break;
    }
}

void fst_contents_add(struct fst_contents_list *list, uint64_t time, uint32_t handle,
                      const struct ho_signal *signal, const void *value, uint32_t len)
{
    struct fst_contents_change *change;
    FILE *file;

    if (list->count == list->size) {
        list->size = 2 * list->size + 1024;
        list->changes = need(realloc(list->changes, list->size * sizeof *list->changes));
    }
    change = &list->changes[list->count];
    *change = (struct fst_contents_change){.time = time, .handle = handle, .order = list->count};
    file = open_text(&change->value);
    put_value(file, signal, value, len);
    fclose(file);
    list->count++;
}

static int compare(const void *a, const void *b)
{
    const struct fst_contents_change *x = a, *y = b;

    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    if (x->handle != y->handle)
        return x->handle < y->handle ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

char *fst_contents_text(struct fst_contents_list *list)
{
    char *text;
    FILE *file = open_text(&text);

    if (list->count > 0)
        qsort(list->changes, list->count, sizeof *list->changes, compare);
    for (size_t i = 0; i < list->count; i++) {
        const struct fst_contents_change *change = &list->changes[i];

        fprintf(file, "@%" PRIu64 " %" PRIu32 "%s%s\n", change->time, change->handle,
                change->value[0] == '!' ? "" : "=", change->value);
        free(change->value);
    }
    fclose(file);
    free(list->changes);
    *list = (struct fst_contents_list){0};
    return text;
}

static void take_varying(void *argument, uint64_t time, fstHandle handle,
                         const unsigned char *value, uint32_t len)
{
    struct reading *reading = argument;

    fst_contents_add(&reading->list, time, handle, &reading->signals[handle - 1], value, len);
}

static void take(void *argument, uint64_t time, fstHandle handle, const unsigned char *value)
{
    take_varying(argument, time, handle, value, 0);
}

/* What a variable that declares a signal says of it. */
static struct ho_signal signal_of(const struct fstHierVar *variable)
{
    switch (variable->typ) {
    case FST_VT_VCD_REAL:
    case FST_VT_VCD_REAL_PARAMETER:
    case FST_VT_VCD_REALTIME:
    case FST_VT_SV_SHORTREAL:
        return (struct ho_signal){64, HO_REAL};
    case FST_VT_GEN_STRING:
        return (struct ho_signal){0, HO_STRING};
    case FST_VT_VCD_EVENT:
        return (struct ho_signal){0, HO_EVENT};
    default:
        return (struct ho_signal){variable->length, HO_LOGIC};
    }
}

static char *read_declared(void *reader, struct ho_signal *signals)
{
    struct fstHier *entry;
    char *text;
    FILE *file = open_text(&text);

    fstReaderIterateHierRewind(reader);
    while ((entry = fstReaderIterateHier(reader))) {
        const struct fstHierVar *variable = &entry->u.var;

        if (entry->htyp == FST_HT_SCOPE)
            fprintf(file, "scope %d %s\n", entry->u.scope.typ, entry->u.scope.name);
        else if (entry->htyp == FST_HT_UPSCOPE)
            fputs("up\n", file);
        else
            fprintf(file, "%d %u %u %s\n", variable->typ, variable->length, variable->handle,
                    variable->name);
        if (entry->htyp == FST_HT_VAR && !variable->is_alias)
            signals[variable->handle - 1] = signal_of(variable);
    }
    fclose(file);
    return text;
}

static char *read_pauses(void *reader)
{
    char *text;
    FILE *file = open_text(&text);

    for (uint32_t i = 0; i < fstReaderGetNumberDumpActivityChanges(reader); i++)
        fprintf(file, "@%" PRIu64 " %s\n", fstReaderGetDumpActivityChangeTime(reader, i),
                fstReaderGetDumpActivityChangeValue(reader, i) ? "on" : "off");
    fclose(file);
    return text;
}

void fst_contents_init(struct fst_contents *contents, const char *path)
{
    void *reader = fstReaderOpen(path);
    struct reading reading = {0};

    *contents = (struct fst_contents){.opened = reader != NULL};
    if (!reader)
        return;
    contents->start = fstReaderGetStartTime(reader);
    contents->end = fstReaderGetEndTime(reader);
    contents->sections = fstReaderGetValueChangeSectionCount(reader);
    contents->timescale = fstReaderGetTimescale(reader);
    reading.signals = need(calloc(fstReaderGetMaxHandle(reader), sizeof *reading.signals));
    contents->declared = read_declared(reader, reading.signals);
    contents->pauses = read_pauses(reader);
    fstReaderSetFacProcessMaskAll(reader);
    fstReaderIterBlocksSetNativeDoublesOnCallback(reader, 1);
    if (!fstReaderIterBlocks2(reader, take, take_varying, &reading, NULL))
        abort();
    contents->changes = fst_contents_text(&reading.list);
    free(reading.signals);
    fstReaderClose(reader);
}

void fst_contents_fini(struct fst_contents *contents)
{
    free(contents->declared);
    free(contents->changes);
    free(contents->pauses);
}
