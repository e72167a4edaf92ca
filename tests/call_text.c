#include "tests/call_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text_sink {
    struct ho_sink sink;
    const struct ho_dictionary *dictionary;
    FILE *file;
};

static int text_setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    ((struct text_sink *)sink)->dictionary = dictionary;
    return 0;
}

static int text_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                       uint32_t len)
{
    struct text_sink *text = (struct text_sink *)sink;
    uint64_t bits;

    fprintf(text->file, "@%" PRIu64 " %" PRIu32, time, id);
    switch (text->dictionary->signals[id].kind) {
    case HO_REAL:
        memcpy(&bits, value, sizeof bits);
        fprintf(text->file, "=#%016" PRIx64 "\n", bits);
        break;
    case HO_EVENT:
        fprintf(text->file, "%s\n", len == 0 ? "!" : "?");
        break;
    case HO_STRING:
        fputs("=<", text->file);
        for (uint32_t i = 0; i < len; i++) /* text ends at a 0 */
            fputc(((const char *)value)[i] ? ((const char *)value)[i] : '?', text->file);
        fputs(">\n", text->file);
        break;
    default:
        fputc('=', text->file);
        fwrite(value, 1, len, text->file);
        fputc('\n', text->file);
    }
    return 0;
}

static int text_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    static const char *const names[] = {"end", "off", "on"};

    fprintf(((struct text_sink *)sink)->file, "@%" PRIu64 " %s\n", time, names[mark]);
    return 0;
}

static int text_cut(struct ho_sink *sink)
{
    fputs("cut\n", ((struct text_sink *)sink)->file);
    return 0;
}

static int text_close(struct ho_sink *sink, struct ho_close_times *times)
{
    (void)times;
    return fclose(((struct text_sink *)sink)->file);
}

static const struct ho_sink_ops text_ops = {
    .name = "text",
    .setup = text_setup,
    .change = text_change,
    .mark = text_mark,
    .cut = text_cut,
    .close = text_close,
};

static FILE *open_text(char **text, size_t *bytes)
{
    FILE *file = open_memstream(text, bytes);

    if (!file)
        abort();
    return file;
}

char *call_text_calls(struct source *source)
{
    struct text_sink sink = {.sink = {&text_ops}};
    char *text;
    size_t bytes;

    sink.file = open_text(&text, &bytes);
    if (ho_sink_setup(&sink.sink, &source->dictionary) || source_drive(source, &sink.sink) ||
        ho_sink_close(&sink.sink, NULL))
        abort();
    return text;
}

char *call_text_dictionary(const struct ho_dictionary *dictionary)
{
    static const char *const kinds[] = {"bits", "logic", "real", "string", "event"};
    char *text;
    size_t bytes;
    FILE *file = open_text(&text, &bytes);

    for (uint32_t i = 0; i < dictionary->signal_count; i++)
        fprintf(file, "signal %u %s %u\n", i, kinds[dictionary->signals[i].kind],
                dictionary->signals[i].width);
    for (uint32_t i = 0; i < dictionary->scope_count; i++)
        fprintf(file, "scope %d %s '%s'\n", (int)dictionary->scopes[i].parent,
                dictionary->scopes[i].type, dictionary->scopes[i].name);
    for (uint32_t i = 0; i < dictionary->variable_count; i++) {
        const struct ho_variable *variable = &dictionary->variables[i];
        fprintf(file, "%d %s %u %u '%s'\n", (int)variable->scope, variable->type, variable->width,
                variable->id, variable->name);
    }
    fprintf(file, "timescale %d\n", dictionary->timescale);
    if (fclose(file) != 0)
        abort();
    return text;
}
