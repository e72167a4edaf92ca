#include "synth_gen/vcd_value.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Long enough for every double written out in full. */
#define REAL_BYTES_MAX 1280

/* A digit in lower case, or 0 for what is none. */
static const char digits[256] = {
    ['0'] = '0', ['1'] = '1', ['-'] = '-', ['x'] = 'x', ['X'] = 'x',
    ['z'] = 'z', ['Z'] = 'z', ['u'] = 'u', ['U'] = 'u', ['w'] = 'w',
    ['W'] = 'w', ['l'] = 'l', ['L'] = 'l', ['h'] = 'h', ['H'] = 'h',
};

int vcd_value_logic(const char *text, size_t len, uint32_t width, char *out)
{
    size_t extended;
    unsigned bad = 0;

    if (len == 0)
        return -EINVAL;
    if (len > width)
        return -EOVERFLOW;
    extended = width - len;
    for (size_t i = 0; i < len; i++) {
        char digit = digits[(unsigned char)text[i]];

        bad |= digit == 0;
        out[extended + i] = digit;
    }
    if (bad)
        return -EINVAL;
    memset(out, out[extended] == '1' ? '0' : out[extended], extended);
    return 0;
}

bool vcd_value_unknown(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (digits[(unsigned char)text[i]] != 'x' && digits[(unsigned char)text[i]] != 'z')
            return false;
    return len > 0;
}

/* inf, infinity and nan, with or without a sign. */
static bool named_real(const char *text, size_t len, double *value)
{
    bool negative = len > 0 && text[0] == '-';
    size_t sign = negative || (len > 0 && text[0] == '+');

    text += sign;
    len -= sign;
    if (len == 3 && strncasecmp(text, "nan", 3) == 0)
        *value = copysign(NAN, negative ? -1.0 : 1.0);
    else if ((len == 3 && strncasecmp(text, "inf", 3) == 0) ||
             (len == 8 && strncasecmp(text, "infinity", 8) == 0))
        *value = negative ? -INFINITY : INFINITY;
    else
        return false;
    return true;
}

bool vcd_value_real(const char *text, size_t len, double *value)
{
    /* strtod takes the locale's decimal point and no other. */
    const char *point = localeconv()->decimal_point;
    size_t point_len = strlen(point), at = 0;
    char number[REAL_BYTES_MAX];
    char *end;

    if (named_real(text, len, value))
        return true;
    for (size_t i = 0; i < len; i++) {
        if (at + point_len + 1 > sizeof number)
            return false;
        if (text[i] == '.') {
            memcpy(number + at, point, point_len);
            at += point_len;
        } else if (text[i] != 0 && strchr("0123456789+-eE", text[i])) {
            number[at++] = text[i];
        } else {
            return false;
        }
    }
    number[at] = 0;
    *value = strtod(number, &end);
    return at > 0 && end == number + at;
}

int vcd_value_time(const char *text, size_t len, uint64_t *time, bool *fraction)
{
    uint64_t value = 0;
    size_t i = 0;

    for (; i < len && text[i] >= '0' && text[i] <= '9'; i++) {
        unsigned digit = (unsigned)(text[i] - '0');

        if (value > (UINT64_MAX - digit) / 10)
            return -EOVERFLOW;
        value = value * 10 + digit;
    }
    *fraction = i < len;
    if (i == 0)
        return -EINVAL;
    if (i < len && text[i++] != '.')
        return -EINVAL;
    for (; i < len; i++)
        if (text[i] != '0')
            return -EINVAL;
    *time = value;
    return 0;
}
