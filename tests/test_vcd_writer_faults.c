/*
 * The VCD writer while the system fails, and writer and reader in a locale whose decimal point is
 * a comma: fwrite, fsync, and what knows the locale are replaced at link time.
 */
#include "tests/test.h"

#include "direct_writer/vcd.h"
#include "direct_writer/vcd_text.h"
#include "synth_gen/vcd.h"
#include "tests/direct_file.h"
#include "tests/sync_failure.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Which call fails, from 1, and how; 0: none. */
static unsigned writes, write_fails;
static int write_error;
static bool short_writes;
static const char *comma; /* the decimal point, or NULL for that of the system */

size_t __real_fwrite(const void *data, size_t bytes, size_t count, FILE *file);
size_t __wrap_fwrite(const void *data, size_t bytes, size_t count, FILE *file);
struct lconv *__real_localeconv(void);
struct lconv *__wrap_localeconv(void);
int __wrap_snprintf(char *text, size_t bytes, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
double __real_strtod(const char *text, char **end);
double __wrap_strtod(const char *text, char **end);

/* A short write is one that a signal has ended, or the disk. */
size_t __wrap_fwrite(const void *data, size_t bytes, size_t count, FILE *file)
{
    writes++;
    if (write_fails && writes >= write_fails) {
        errno = write_error;
        return 0;
    }
    if (short_writes && count > 1) {
        count = __real_fwrite(data, bytes, count / 2, file);
        errno = EINTR;
        return count;
    }
    return __real_fwrite(data, bytes, count, file);
}

struct lconv *__wrap_localeconv(void)
{
    static struct lconv lconv;

    lconv = *__real_localeconv();
    if (comma)
        lconv.decimal_point = (char *)(uintptr_t)comma;
    return &lconv;
}

int __wrap_snprintf(char *text, size_t bytes, const char *format, ...)
{
    va_list arguments;
    char *point;
    int len;

    va_start(arguments, format);
    len = vsnprintf(text, bytes, format, arguments);
    va_end(arguments);
    point = comma ? strchr(text, '.') : NULL;
    if (point) {
        memmove(point + strlen(comma), point + 1, strlen(point));
        memcpy(point, comma, strlen(comma));
    }
    return len;
}

/* Of a number that is all of text. */
double __wrap_strtod(const char *text, char **end)
{
    const char *point = comma ? strstr(text, comma) : NULL;
    char number[2000];
    double value;

    if (!comma)
        return __real_strtod(text, end);
    assert_true(strlen(text) < sizeof number);
    strcpy(number, text);
    if (point)
        sprintf(number + (point - text), ".%s", point + strlen(comma));
    value = __real_strtod(number, end);
    *end = (char *)(uintptr_t)text + (**end || strchr(text, '.') ? 0 : strlen(text));
    return value;
}

static int reset(void **state)
{
    (void)state;
    writes = write_fails = 0;
    sync_failure_start(0, 0);
    short_writes = false;
    comma = NULL;
    return 0;
}

static const struct ho_signal signals[] = {{64, HO_REAL}, {0, HO_STRING}, {100, HO_BITS}};
static const struct ho_dictionary dictionary = {.signals = signals, .signal_count = 3};

static double real_at(uint64_t time)
{
    return ldexp((double)time, (int)time - 200) / 3;
}

/* The same stream every time. Returns the first error, which close has to return too. */
static int write_file(const char *path)
{
    static char string[VCD_TEXT_BYTES + 1000];
    struct writer_options options = writer_options_defaults(path);
    struct ho_sink *sink;
    int error, close_error;

    memset(string, 'x', sizeof string);
    error = vcd_writer.open(&options, &sink, NULL);
    if (error)
        return error;
    error = ho_sink_setup(sink, &dictionary);
    for (uint64_t i = 0; i < 400 && !error; i++) {
        double real = real_at(i);

        error = ho_sink_change(sink, i, 0, &real, 8);
        if (!error)
            error = ho_sink_change(sink, i, 1, string,
                                   (uint32_t)(i % 100 == 50 ? sizeof string : i));
        if (!error && i % 100 == 99)
            error = ho_sink_cut(sink);
    }
    close_error = ho_sink_close(sink, NULL);
    if (error)
        assert_int_equal(close_error, error);
    return close_error;
}

static void expect_same_file(const char *path, const char *other)
{
    size_t bytes, other_bytes;
    unsigned char *data = direct_file_load(path, &bytes);
    unsigned char *other_data = direct_file_load(other, &other_bytes);

    assert_int_equal(bytes, other_bytes);
    assert_memory_equal(data, other_data, bytes);
    free(data);
    free(other_data);
}

static void interrupted_writes_are_finished(void **state)
{
    char *path = direct_file_path(), *whole = direct_file_path();
    unsigned needed;

    (void)state;
    assert_int_equal(write_file(whole), 0);
    needed = writes;
    reset(NULL);
    short_writes = true;
    assert_int_equal(write_file(path), 0);
    assert_true(writes > 5 * needed);
    expect_same_file(path, whole);
    direct_file_remove(path);
    direct_file_remove(whole);
}

static void a_write_that_fails_is_reported_and_sticks(void **state)
{
    static const int errors[] = {ENOSPC, EIO, 0};
    char *path = direct_file_path();
    unsigned needed;

    (void)state;
    assert_int_equal(write_file(path), 0);
    needed = writes;
    assert_true(needed >= 8);
    for (unsigned i = 0; i < 3; i++)
        for (unsigned nth = 1; nth <= needed; nth++) {
            reset(NULL);
            write_fails = nth;
            write_error = errors[i];
            assert_int_equal(write_file(path), errors[i] ? -errors[i] : -EIO);
            assert_int_equal(writes, nth);
            assert_int_equal(sync_failure_calls(), 0);
        }
    direct_file_remove(path);
}

static void a_sync_that_fails_is_reported(void **state)
{
    (void)state;
    sync_failure_expect_reported(write_file);
}

static int check_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                        uint32_t len)
{
    double real = real_at(time);

    (void)sink;
    (void)len;
    if (id == 0)
        assert_memory_equal(value, &real, sizeof real);
    return 0;
}

static int check_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    (void)sink;
    (void)time;
    (void)mark;
    return 0;
}

static void expect_reals(const char *path)
{
    static const struct ho_sink_ops ops = {.change = check_change, .mark = check_mark};
    struct ho_sink sink = {&ops};
    struct source_options options = {.name = path};
    char message[SOURCE_MESSAGE_BYTES] = "";
    struct source *source;

    vcd_open(&options, &source, message);
    assert_string_equal(message, "");
    assert_int_equal(source->events, 800);
    assert_int_equal(source_drive(source, &sink), 0);
    source_close(source);
}

static void a_real_has_a_point_in_every_locale(void **state)
{
    static const char *const commas[] = {",", "\xd9\xab"};
    char *path = direct_file_path(), *whole = direct_file_path();

    (void)state;
    assert_int_equal(write_file(whole), 0);
    for (size_t i = 0; i < sizeof commas / sizeof *commas; i++) {
        char text[32];

        comma = commas[i];
        snprintf(text, sizeof text, "%.17g", 0.5);
        assert_memory_equal(text + 1, comma, strlen(comma)); /* the locale is at work */
        assert_int_equal(write_file(path), 0);
        expect_same_file(path, whole);
        expect_reals(path);
    }
    direct_file_remove(path);
    direct_file_remove(whole);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, reset)
    const struct CMUnitTest tests[] = {
        TEST(interrupted_writes_are_finished),
        TEST(a_write_that_fails_is_reported_and_sticks),
        TEST(a_sync_that_fails_is_reported),
        TEST(a_real_has_a_point_in_every_locale),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
