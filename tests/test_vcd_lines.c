/* Every kind and width, beside a formatter that is slow and plain; text longer than any buffer. */
#include "tests/test.h"

#include "direct_writer/vcd.h"
#include "direct_writer/vcd_header.h"
#include "direct_writer/vcd_text.h"

#include <stdlib.h>
#include <string.h>

#define WIDTHS      140
#define SIGNALS     (2 * WIDTHS)
#define VALUES      12000
#define BYTES_MAX   (4 * VCD_TEXT_BYTES)
#define WIDE        (VCD_TEXT_BYTES + 3)
#define PLAIN_MAX   (16 << 20)
#define LEADING_MAX 9

static uint64_t random_state;

static uint32_t random_below(uint32_t limit)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((random_state >> 33) % limit);
}

/* What the sink is to write. */
static char *plain;
static size_t plain_used;

static void add(const char *text, size_t len)
{
    assert_true(plain_used + len < PLAIN_MAX);
    memcpy(plain + plain_used, text, len);
    plain_used += len;
}

/* digits is the value written out in full. */
static void add_value(uint32_t id, const char *digits, uint32_t width)
{
    char code[VCD_HEADER_CODE_BYTES];
    uint32_t from = 0;

    if (width > 1) {
        /* Digits that are like their neighbour to the right, or a 0 before a 1. */
        while (
            from + 1 < width && digits[from] != '1' &&
            (digits[from + 1] == digits[from] || (digits[from] == '0' && digits[from + 1] == '1')))
            from++;
        add("b", 1);
    }
    add(digits + from, width - from);
    if (width > 1)
        add(" ", 1);
    add(code, vcd_header_code(id, code));
    add("\n", 1);
}

/* digits with few or many that are alike in front. */
static void random_digits(char *digits, uint32_t width, const char *alphabet)
{
    uint32_t alike = random_below(3) ? random_below(LEADING_MAX) : random_below(width + 1);
    char front = alphabet[random_below((uint32_t)strlen(alphabet))];

    for (uint32_t i = 0; i < width; i++)
        digits[i] = i < alike ? front : alphabet[random_below((uint32_t)strlen(alphabet))];
}

/* What lies above the width is set, and must not be seen. */
static void pack(unsigned char *bytes, const char *digits, uint32_t width)
{
    memset(bytes, 0xff, (width + 7) / 8);
    for (uint32_t i = 0; i < width; i++)
        if (digits[width - 1 - i] == '0')
            bytes[i / 8] &= (unsigned char)~(1u << i % 8);
}

static void change(struct ho_sink *sink, const struct ho_dictionary *dictionary, uint32_t id,
                   char *digits)
{
    static unsigned char bits[BYTES_MAX / 8];
    const struct ho_signal *signal = &dictionary->signals[id];
    bool packed = signal->kind == HO_BITS;

    random_digits(digits, signal->width, packed ? "01" : "01xz-");
    if (packed)
        pack(bits, digits, signal->width);
    assert_int_equal(
        ho_sink_change(sink, 0, id, packed ? (void *)bits : digits, ho_signal_value_bytes(signal)),
        0);
    add_value(id, digits, signal->width);
}

static void expect_plain(char *text)
{
    static const char end[] = "$enddefinitions $end\n#0\n";
    const char *body = strstr(text, end);

    assert_non_null(body);
    body += strlen(end);
    assert_int_equal(strlen(body), plain_used);
    assert_memory_equal(body, plain, plain_used);
    free(text);
}

/* Opens a sink on memory. */
static struct ho_sink *begin(const struct ho_dictionary *dictionary, FILE **file, char **text,
                             size_t *bytes)
{
    struct ho_sink *sink;

    plain_used = 0;
    random_state = 1;
    *file = open_memstream(text, bytes);
    assert_non_null(*file);
    assert_int_equal(vcd_sink_open(*file, &sink), 0);
    assert_int_equal(ho_sink_setup(sink, dictionary), 0);
    return sink;
}

static void every_width_is_written_digit_by_digit(void **state)
{
    static struct ho_signal signals[SIGNALS];
    static char digits[WIDTHS];
    const struct ho_dictionary dictionary = {.signals = signals, .signal_count = SIGNALS};
    struct ho_sink *sink;
    size_t bytes;
    FILE *file;
    char *text;

    (void)state;
    for (uint32_t i = 0; i < SIGNALS; i++)
        signals[i] = (struct ho_signal){1 + i / 2, i % 2 ? HO_LOGIC : HO_BITS};
    sink = begin(&dictionary, &file, &text, &bytes);
    for (uint32_t i = 0; i < VALUES; i++)
        change(sink, &dictionary, random_below(SIGNALS), digits);
    assert_true(plain_used > 5 * VCD_TEXT_BYTES);
    assert_int_equal(ho_sink_close(sink, NULL), 0);
    fclose(file);
    expect_plain(text);
}

static void values_longer_than_the_buffer_are_whole(void **state)
{
    static const struct ho_signal signals[] = {{WIDE, HO_BITS}, {WIDE, HO_LOGIC}, {1, HO_BITS}};
    static char digits[WIDE];
    const struct ho_dictionary dictionary = {.signals = signals, .signal_count = 3};
    struct ho_sink *sink;
    size_t bytes;
    FILE *file;
    char *text;

    (void)state;
    sink = begin(&dictionary, &file, &text, &bytes);
    for (uint32_t i = 0; i < 60; i++)
        change(sink, &dictionary, random_below(3), digits);
    assert_int_equal(ho_sink_close(sink, NULL), 0);
    fclose(file);
    expect_plain(text);
}

/* Times of every length, the first and the last that there are. */
static void numbers_have_all_their_digits(void **state)
{
    static const struct ho_signal signals[] = {{0, HO_EVENT}};
    static const struct ho_dictionary dictionary = {.signals = signals, .signal_count = 1};
    static const char end[] = "$enddefinitions $end\n";
    char expected[2048], *at = expected, *text;
    struct ho_sink *sink;
    uint64_t power = 1;
    size_t bytes;
    FILE *file;

    (void)state;
    sink = begin(&dictionary, &file, &text, &bytes);
    for (int i = 0; i < 20; i++, power *= 10) {
        assert_int_equal(ho_sink_change(sink, power - 1, 0, NULL, 0), 0);
        assert_int_equal(ho_sink_change(sink, power, 0, NULL, 0), 0);
        at += sprintf(at, "#%llu\n1!\n#%llu\n1!\n", (unsigned long long)power - 1,
                      (unsigned long long)power);
    }
    assert_int_equal(ho_sink_change(sink, UINT64_MAX, 0, NULL, 0), 0);
    strcpy(at, "#18446744073709551615\n1!\n");
    assert_int_equal(ho_sink_close(sink, NULL), 0);
    fclose(file);
    assert_string_equal(strstr(text, end) + strlen(end), expected);
    free(text);
}

static void many_changes_at_once_are_the_same_as_one_by_one(void **state)
{
    static const struct ho_signal signals[] = {{1, HO_LOGIC}, {0, HO_STRING}};
    static const struct ho_dictionary dictionary = {.signals = signals, .signal_count = 2};
    static const struct ho_change changes[] = {
        {0, "1", 0, 1}, {0, "a b", 1, 3}, {4, "0", 0, 1}, {4, "1", 0, 1}, {3, "x", 0, 1},
    };
    struct ho_sink *sink;
    size_t bytes;
    FILE *file;
    char *text;

    (void)state;
    sink = begin(&dictionary, &file, &text, &bytes);
    assert_int_equal(ho_sink_changes(sink, changes, 0), 0);
    assert_int_equal(ho_sink_changes(sink, changes, 4), 0);
    assert_true(ho_sink_changes(sink, changes + 4, 1) < 0); /* time goes back */
    assert_true(ho_sink_changes(sink, changes + 3, 1) < 0);
    assert_true(ho_sink_close(sink, NULL) < 0);
    fclose(file);
    add("1!\nsa\\040b \"\n#4\n0!\n1!\n", 22);
    expect_plain(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_width_is_written_digit_by_digit),
        cmocka_unit_test(values_longer_than_the_buffer_are_whole),
        cmocka_unit_test(numbers_have_all_their_digits),
        cmocka_unit_test(many_changes_at_once_are_the_same_as_one_by_one),
    };
    int failed;

    plain = malloc(PLAIN_MAX);
    failed = plain ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
    free(plain);
    return failed;
}
