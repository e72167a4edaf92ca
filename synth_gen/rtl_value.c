#include "synth_gen/rtl_value.h"

#include <string.h>

enum pattern { COUNT, RANDOM, ZERO, SINGLE };

static enum pattern draw_pattern(struct random *random, bool is_zero)
{
    uint32_t draw = random_below(random, 100);

    if (draw < 45)
        return COUNT;
    if (draw < 80)
        return RANDOM;
    if (draw < 95)
        return is_zero ? RANDOM : ZERO;
    return SINGLE;
}

static uint64_t next_word(struct random *random, enum pattern pattern, uint64_t word, uint32_t i,
                          uint32_t single)
{
    switch (pattern) {
    case COUNT:
        return word + (i == 0);
    case RANDOM:
        return random_next(random);
    case SINGLE:
        return i == single / 64 ? (uint64_t)1 << single % 64 : 0;
    case ZERO:
        break;
    }
    return 0;
}

void rtl_value_bits(struct random *random, uint64_t *state, uint32_t width)
{
    uint32_t words = (width + 63) / 64, single;
    uint64_t bits = 0, differs = 0;
    enum pattern pattern;

    for (uint32_t i = 0; i < words; i++)
        bits |= state[i];
    pattern = draw_pattern(random, bits == 0);
    single = pattern == SINGLE ? random_below(random, width) : 0;
    for (uint32_t i = 0; i < words; i++) {
        uint64_t word = next_word(random, pattern, state[i], i, single);

        if (i == words - 1)
            word &= UINT64_MAX >> (-width & 63);
        differs |= word ^ state[i];
        state[i] = word;
    }
    if (!differs)
        state[0] ^= 1;
}

void rtl_value_real(struct random *random, uint64_t *state)
{
    double real, step = random_between(random, 1, 1000) * 0.125;

    memcpy(&real, state, sizeof real);
    real += random_chance(random, 1, 2) ? step : -step;
    memcpy(state, &real, sizeof real);
}

void rtl_value_print(const uint64_t *state, uint32_t width, char *text)
{
    for (uint32_t bit = width; bit-- > 0;)
        *text++ = (char)('0' + (state[bit / 64] >> bit % 64 & 1));
}

void rtl_value_letters(struct random *random, char *text, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        text[i] = (char)('a' + random_below(random, 26));
}
