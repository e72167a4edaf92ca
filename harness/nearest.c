#include "harness/nearest.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define WORD_MAX 63

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Levenshtein's distance, row by row: how many letters must be put in, taken out or replaced. */
static size_t distance(const char *from, const char *to)
{
    size_t row[WORD_MAX + 1], length = strlen(to);

    if (length > WORD_MAX)
        return SIZE_MAX;
    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 0; from[i]; i++) {
        size_t diagonal = row[0];

        row[0] = i + 1;
        for (size_t j = 0; j < length; j++) {
            size_t replaced = diagonal + (from[i] != to[j]);

            diagonal = row[j + 1];
            row[j + 1] = least(replaced, least(row[j], diagonal) + 1);
        }
    }
    return row[length];
}

const char *nearest_word(const char *wrong, const char *const *words)
{
    size_t best = (strlen(wrong) + 2) / 3 + 1; /* further away is another word */
    const char *nearest = NULL;

    for (; *words; words++) {
        size_t edits = distance(wrong, *words);

        if (edits < best) {
            best = edits;
            nearest = *words;
        }
    }
    return nearest;
}
