/*
 * What others read in our VCD: GTKWave's vcd2fst reads it, fst2vcd writes what was read as VCD
 * again. Skipped where they are not installed.
 *
 * FST keeps neither the order inside a time nor repeated values, so that what is compared is, for
 * each signal, what it was after each time.
 */
#include "tests/test.h"

#include "direct_writer/vcd.h"
#include "synth_gen/vcd.h"
#include "tests/direct_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIGNALS_MAX 16
#define VALUE_BYTES 512
#define STEPS       400

/* Every signal's value after each time, as text. */
struct fold {
    struct ho_sink sink;
    const struct ho_dictionary *dictionary;
    struct folded {
        FILE *file;
        char *text;
        size_t bytes;
        uint64_t time;
        char now[VALUE_BYTES], told[VALUE_BYTES];
        bool changed;
    } signals[SIGNALS_MAX];
    uint64_t end;
};

static void fold_init(struct fold *fold, const struct ho_sink_ops *ops)
{
    *fold = (struct fold){.sink = {ops}};
    for (size_t i = 0; i < SIGNALS_MAX; i++) {
        fold->signals[i].file = open_memstream(&fold->signals[i].text, &fold->signals[i].bytes);
        assert_non_null(fold->signals[i].file);
    }
}

static void fold_fini(struct fold *fold)
{
    for (size_t i = 0; i < SIGNALS_MAX; i++)
        free(fold->signals[i].text);
}

/* Its time is over. */
static void tell(struct folded *signal, bool event)
{
    if (signal->changed && (event || strcmp(signal->now, signal->told) != 0))
        fprintf(signal->file, "@%llu=%s\n", (unsigned long long)signal->time, signal->now);
    strcpy(signal->told, signal->now);
    signal->changed = false;
}

static void value_text(const struct ho_signal *signal, const void *value, uint32_t len, char *text)
{
    const unsigned char *bytes = value;
    double real;

    assert_true(len < VALUE_BYTES && signal->width < VALUE_BYTES);
    text[0] = 0;
    switch (signal->kind) {
    case HO_BITS:
        for (uint32_t i = signal->width; i-- > 0;)
            strcat(text, bytes[i / 8] >> i % 8 & 1 ? "1" : "0");
        break;
    case HO_REAL:
        memcpy(&real, value, sizeof real);
        sprintf(text, "%a", real);
        break;
    case HO_EVENT:
        break;
    default:
        memcpy(text, value, len);
        text[len] = 0;
    }
}

static int fold_setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    struct fold *fold = (struct fold *)sink;

    assert_true(dictionary->signal_count <= SIGNALS_MAX);
    fold->dictionary = dictionary;
    return 0;
}

static int fold_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                       uint32_t len)
{
    struct fold *fold = (struct fold *)sink;
    const struct ho_signal *signal = &fold->dictionary->signals[id];
    struct folded *folded = &fold->signals[id];

    if (time != folded->time)
        tell(folded, signal->kind == HO_EVENT);
    value_text(signal, value, len, folded->now);
    folded->time = fold->end = time;
    folded->changed = true;
    return 0;
}

static int fold_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    (void)mark;
    ((struct fold *)sink)->end = time;
    return 0;
}

static int fold_cut(struct ho_sink *sink)
{
    (void)sink;
    return 0;
}

static int fold_close(struct ho_sink *sink, struct ho_close_times *times)
{
    struct fold *fold = (struct fold *)sink;

    (void)times;
    for (size_t i = 0; i < SIGNALS_MAX; i++) {
        if (i < fold->dictionary->signal_count)
            tell(&fold->signals[i], fold->dictionary->signals[i].kind == HO_EVENT);
        fclose(fold->signals[i].file);
    }
    return 0;
}

static const struct ho_sink_ops fold_ops = {
    .name = "fold",
    .setup = fold_setup,
    .change = fold_change,
    .mark = fold_mark,
    .cut = fold_cut,
    .close = fold_close,
};

static const struct ho_signal signals[] = {
    {1, HO_BITS},   {2, HO_BITS},  {33, HO_BITS}, {64, HO_BITS},   {65, HO_BITS},
    {300, HO_BITS}, {1, HO_LOGIC}, {9, HO_LOGIC}, {200, HO_LOGIC}, {64, HO_REAL},
    {0, HO_STRING}, {0, HO_EVENT}, {1, HO_LOGIC},
};

#define SIGNALS (sizeof signals / sizeof *signals)

static const struct ho_scope scopes[] = {
    {"top", "module", HO_NO_SCOPE}, {"inner", "task", 0}, {"other", "module", HO_NO_SCOPE}};

static const struct ho_variable variables[] = {
    {"bit", "wire", 0, 0, 1},
    {"pair [1:0]", "reg", 0, 1, 2},
    {"w33 [32:0]", "reg", 1, 2, 33},
    {"w64 [63:0]", "wire", 1, 3, 64},
    {"w65 [64:0]", "wire", 2, 4, 65},
    {"w300 [299:0]", "wire", 2, 5, 300},
    {"digit", "wire", 0, 6, 1},
    {"l9 [8:0]", "wire", 0, 7, 9},
    {"l200 [199:0]", "wire", 2, 8, 200},
    {"r", "real", 1, 9, 64},
    {"s", "string", 1, 10, 0},
    {"e", "event", 1, 11, 0},
    {"never", "wire", 2, 12, 1},
    {"alias", "wire", 2, 0, 1},
};

static const struct ho_dictionary dictionary = {
    .signals = signals,
    .scopes = scopes,
    .variables = variables,
    .signal_count = SIGNALS,
    .scope_count = 3,
    .variable_count = sizeof variables / sizeof *variables,
    .timescale = -12,
};

static uint64_t random_state;

static uint32_t random_below(uint32_t limit)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((random_state >> 33) % limit);
}

static int change(struct ho_sink *sink, uint64_t time, uint32_t id)
{
    static const double reals[] = {0.1, -0.0, 1e300, 5e-324, INFINITY, -INFINITY, 1.0 / 3, -2.5};
    const struct ho_signal *signal = &signals[id];
    unsigned char bits[40];
    char text[VALUE_BYTES];

    switch (signal->kind) {
    case HO_BITS:
        for (size_t i = 0; i < sizeof bits; i++)
            bits[i] = (unsigned char)(random_below(3) ? random_below(256) : 0);
        if (signal->width % 8)
            bits[signal->width / 8] &= (unsigned char)((1u << signal->width % 8) - 1);
        return ho_sink_change(sink, time, id, bits, (signal->width + 7) / 8);
    case HO_LOGIC:
        for (uint32_t i = 0; i < signal->width; i++)
            text[i] = i > 0 && random_below(4) ? text[i - 1] : "01xz"[random_below(4)];
        return ho_sink_change(sink, time, id, text, signal->width);
    case HO_REAL:
        return ho_sink_change(sink, time, id, &reals[random_below(8)], 8);
    case HO_STRING:
        return ho_sink_change(sink, time, id, "state_of_the_machine", 1 + random_below(20));
    default:
        return ho_sink_change(sink, time, id, NULL, 0);
    }
}

/* The first time is without events, which vcd2fst loses there; "never" never changes. */
static void drive(struct ho_sink *sink)
{
    uint64_t time = 3;

    random_state = 1;
    assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    for (uint32_t id = 0; id < SIGNALS - 2; id++)
        assert_int_equal(change(sink, time, id), 0);
    for (unsigned step = 0; step < STEPS; step++) {
        time += 1 + random_below(1000);
        for (uint32_t changes = random_below(20); changes > 0; changes--)
            assert_int_equal(change(sink, time, random_below(SIGNALS - 1)), 0);
    }
    assert_int_equal(ho_sink_mark(sink, time + 77, HO_MARK_END), 0);
    assert_int_equal(ho_sink_close(sink, NULL), 0);
}

static char *sibling(const char *path, const char *name)
{
    char *other = malloc(strlen(path) + strlen(name) + 1);

    assert_non_null(other);
    strcpy(other, path);
    strcpy(strrchr(other, '/') + 1, name);
    return other;
}

static void run(const char *format, const char *from, const char *to)
{
    char command[8192];

    snprintf(command, sizeof command, format, from, to);
    assert_int_equal(system(command), 0);
}

static void fold_file(struct fold *fold, const char *path)
{
    struct source_options options = {.name = path};
    char message[SOURCE_MESSAGE_BYTES] = "";
    struct source *source;

    vcd_open(&options, &source, message);
    assert_string_equal(message, "");
    assert_int_equal(source->dictionary.signal_count, SIGNALS);
    assert_int_equal(source->dictionary.variable_count, dictionary.variable_count);
    assert_int_equal(source->dictionary.timescale, dictionary.timescale);
    for (uint32_t i = 0; i < dictionary.variable_count; i++) {
        assert_string_equal(source->dictionary.variables[i].name, variables[i].name);
        assert_int_equal(source->dictionary.variables[i].id, variables[i].id);
    }
    assert_int_equal(ho_sink_setup(&fold->sink, &source->dictionary), 0);
    assert_int_equal(source_drive(source, &fold->sink), 0);
    assert_int_equal(ho_sink_close(&fold->sink, NULL), 0);
    source_close(source);
}

static void gtkwave_reads_what_was_written(void **state)
{
    char *path = direct_file_path(), *fst = sibling(path, "t.fst"), *vcd = sibling(path, "t.vcd");
    struct writer_options options = writer_options_defaults(path);
    struct fold wrote, read;
    struct ho_sink *sink;

    (void)state;
    if (system("command -v vcd2fst >/dev/null && command -v fst2vcd >/dev/null") != 0)
        skip();
    fold_init(&wrote, &fold_ops);
    fold_init(&read, &fold_ops);
    drive(&wrote.sink);
    assert_int_equal(vcd_writer.open(&options, &sink, NULL), 0);
    drive(sink);
    run("vcd2fst -v '%s' -f '%s' >/dev/null 2>&1", path, fst);
    run("fst2vcd -f '%s' -o '%s' >/dev/null 2>&1", fst, vcd);
    fold_file(&read, vcd);
    for (uint32_t id = 0; id < SIGNALS - 1; id++) {
        assert_true(wrote.signals[id].bytes > 50);
        assert_string_equal(read.signals[id].text, wrote.signals[id].text);
    }
    assert_null(strpbrk(read.signals[SIGNALS - 1].text, "01z")); /* "never" */
    assert_int_equal(read.end, wrote.end);
    fold_fini(&wrote);
    fold_fini(&read);
    remove(fst);
    remove(vcd);
    free(fst);
    free(vcd);
    direct_file_remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gtkwave_reads_what_was_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
