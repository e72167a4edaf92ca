#include "direct_writer/vcd_values.h"

#include "ring/record.h"

#include <locale.h>
#include <math.h>
#include <string.h>

/* "b", 64 digits, as many bytes as a store of 8 digits may be too long, a blank, the code. */
#define WORD_LINE_BYTES (1 + 64 + 8 + 1 + 8)

/* The digits of every byte. */
#define DIGITS_1(head) head "0", head "1"
#define DIGITS_2(head) DIGITS_1(head "0"), DIGITS_1(head "1")
#define DIGITS_3(head) DIGITS_2(head "0"), DIGITS_2(head "1")
#define DIGITS_4(head) DIGITS_3(head "0"), DIGITS_3(head "1")
#define DIGITS_5(head) DIGITS_4(head "0"), DIGITS_4(head "1")
#define DIGITS_6(head) DIGITS_5(head "0"), DIGITS_5(head "1")
#define DIGITS_7(head) DIGITS_6(head "0"), DIGITS_6(head "1")
static const char digits_of[256][8] = {DIGITS_7("0"), DIGITS_7("1")};

static enum vcd_form form_of(const struct ho_signal *signal)
{
    if (signal->kind == HO_BITS && signal->width <= 64)
        return signal->width == 1 ? VCD_FORM_BIT : VCD_FORM_WORD;
    if (signal->kind == HO_LOGIC && signal->width <= UINT8_MAX)
        return signal->width == 1 ? VCD_FORM_DIGIT : VCD_FORM_DIGITS;
    return signal->kind == HO_EVENT ? VCD_FORM_EVENT : VCD_FORM_OTHER;
}

struct vcd_signal vcd_values_signal(const struct ho_signal *signal, uint32_t id)
{
    struct vcd_signal s = {.width = (uint8_t)(signal->kind == HO_EVENT ? 0 : signal->width)};
    size_t len = vcd_header_code(id, s.code);

    s.code[len] = '\n';
    s.form = (uint8_t)((len + 1) << 4 | form_of(signal));
    return s;
}

/* The signal's code, which is the first in it, ends the line that its value began. Stores 8 bytes,
 * whatever is needed. */
static inline char *put_code(char *at, const struct vcd_signal *signal)
{
    memcpy(at, signal, 8);
    return at + (signal->form >> 4);
}

static inline void put_digit(struct vcd_text *text, const struct vcd_signal *signal, char digit)
{
    vcd_text_room(text, 1 + 8);
    text->at[0] = digit;
    text->at = put_code(text->at + 1, signal);
}

/* Behind a value of more than a digit. */
static void put_code_behind(struct vcd_text *text, const struct vcd_signal *signal)
{
    put_digit(text, signal, ' ');
}

/* Eight digits at a time, the first of them not 0. There are two cases, not eight: how many digits
 * a value has cannot be predicted, what is stored in vain costs less than a wrong guess. */
static void put_word(struct vcd_text *text, const struct vcd_signal *signal, uint64_t word)
{
    unsigned count;
    char *at;

    word &= ~UINT64_C(0) >> (64 - signal->width);
    count = 64 - (unsigned)__builtin_clzll(word | 1);
    word <<= 64 - count;

    vcd_text_room(text, WORD_LINE_BYTES);
    at = text->at;
    *at++ = 'b';
    for (unsigned i = 0; i < 32; i += 8)
        memcpy(at + i, digits_of[word >> (56 - i) & 255], 8);
    if (count > 32)
        for (unsigned i = 32; i < 64; i += 8)
            memcpy(at + i, digits_of[word >> (56 - i) & 255], 8);
    at += count;
    *at++ = ' ';
    text->at = put_code(at, signal);
}

/* The digits of more than 64 bits. */
static void put_bits(struct vcd_text *text, const unsigned char *bytes, uint32_t width)
{
    uint32_t count = (width - 1) / 8;
    unsigned top = bytes[count] & 255u >> (8 * (count + 1) - width);
    unsigned unused;

    while (top == 0 && count > 0)
        top = bytes[--count];
    unused = (unsigned)__builtin_clz(top | 1) - 24;
    vcd_text_put(text, "b", 1);
    vcd_text_put(text, digits_of[top] + unused, 8 - unused);
    while (count-- > 0) {
        vcd_text_room(text, 8);
        memcpy(text->at, digits_of[bytes[count]], 8);
        text->at += 8;
    }
}

/* How many digits at the front are like the first. */
static uint32_t leading(const char *digits, uint32_t width)
{
    uint64_t first = (unsigned char)digits[0] * UINT64_C(0x0101010101010101), eight;
    uint32_t count = 0;

    while (count + 8 <= width) {
        memcpy(&eight, digits + count, 8);
        if (eight != first)
            return count + (uint32_t)__builtin_ctzll(eight ^ first) / 8;
        count += 8;
    }
    while (count < width && digits[count] == digits[0])
        count++;
    return count;
}

/* Leading digits that a reader puts back by itself are left out. Returns how many. */
static uint32_t left_out(const char *digits, uint32_t width)
{
    uint32_t from = digits[0] == '1' ? 0 : leading(digits, width) - 1;

    /* A 0 extends a 1 too, but nothing else. */
    return from + (digits[0] == '0' && from + 1 < width && digits[from + 1] == '1');
}

/* With room for it all made once. */
static void put_digits(struct vcd_text *text, const struct vcd_signal *signal, const char *digits)
{
    uint32_t from = left_out(digits, signal->width), count = signal->width - from;
    char *at;

    vcd_text_room(text, 1 + UINT8_MAX + 1 + 8);
    at = text->at;
    *at++ = 'b';
    memcpy(at, digits + from, count);
    at[count] = ' ';
    text->at = put_code(at + count + 1, signal);
}

static void put_many_digits(struct vcd_text *text, const char *digits, uint32_t width)
{
    uint32_t from = left_out(digits, width);

    vcd_text_put(text, "b", 1);
    vcd_text_put(text, digits + from, width - from);
}

static void put_real(struct vcd_text *text, const void *value)
{
    const char *local_point = localeconv()->decimal_point;
    char number[64], *point;
    double real;

    memcpy(&real, value, sizeof real);
    if (isnan(real))
        strcpy(number, signbit(real) ? "-nan" : "nan");
    else
        snprintf(number, sizeof number, "%.17g", real);
    vcd_text_put(text, "r", 1);
    point = strstr(number, local_point);
    if (point) { /* of the locale, one character or more */
        vcd_text_put(text, number, (size_t)(point - number));
        vcd_text_put(text, ".", 1);
        vcd_text_puts(text, point + strlen(local_point));
    } else {
        vcd_text_puts(text, number);
    }
}

static void put_string(struct vcd_text *text, const char *string, uint32_t len)
{
    uint32_t from = 0;

    vcd_text_put(text, "s", 1);
    for (uint32_t i = 0; i < len; i++) {
        char escape[8];

        if (string[i] != ' ' && (string[i] < '\t' || string[i] > '\r'))
            continue;
        vcd_text_put(text, string + from, i - from);
        snprintf(escape, sizeof escape, "\\%03o", (unsigned)string[i]);
        vcd_text_put(text, escape, 4);
        from = i + 1;
    }
    if (len > from)
        vcd_text_put(text, string + from, len - from);
}

static void put_other(struct vcd_text *text, const struct vcd_signal *signal,
                      const struct ho_signal *declared, const void *value, uint32_t len)
{
    switch (declared->kind) {
    case HO_BITS:
        put_bits(text, value, declared->width);
        break;
    case HO_LOGIC:
        put_many_digits(text, value, declared->width);
        break;
    case HO_REAL:
        put_real(text, value);
        break;
    case HO_STRING:
        put_string(text, value, len);
        break;
    case HO_EVENT:
        break;
    }
    put_code_behind(text, signal);
}

void vcd_values_put(struct vcd_text *text, const struct vcd_signal *signal,
                    const struct ho_signal *declared, const void *value, uint32_t len)
{
    switch ((enum vcd_form)(signal->form & 15)) {
    case VCD_FORM_BIT:
        put_digit(text, signal, (char)('0' + (*(const unsigned char *)value & 1)));
        break;
    case VCD_FORM_WORD:
        put_word(text, signal, ho_record_word(value, len));
        break;
    case VCD_FORM_DIGIT:
        put_digit(text, signal, *(const char *)value);
        break;
    case VCD_FORM_DIGITS:
        put_digits(text, signal, value);
        break;
    case VCD_FORM_EVENT:
        put_digit(text, signal, '1');
        break;
    case VCD_FORM_OTHER:
        put_other(text, signal, declared, value, len);
        break;
    }
}

void vcd_values_put_unknown(struct vcd_text *text, const struct vcd_signal *signal,
                            const struct ho_signal *declared)
{
    switch (declared->kind) {
    case HO_BITS:
    case HO_LOGIC:
        if (declared->width == 1) {
            put_digit(text, signal, 'x');
            return;
        }
        vcd_text_puts(text, "bx");
        break;
    case HO_REAL:
        put_real(text, &(double){NAN});
        break;
    case HO_STRING:
        vcd_text_puts(text, "s");
        break;
    case HO_EVENT:
        return;
    }
    put_code_behind(text, signal);
}
