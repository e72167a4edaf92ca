#include "tests/damage.h"

#include "tests/test.h"

#include <stdio.h>
#include <string.h>

size_t damage_load(const char *name, unsigned char *data, size_t bytes_max)
{
    char path[4096];
    size_t size;

    snprintf(path, sizeof path, TEST_DATA "/%s", name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size = fread(data, 1, bytes_max, file);
    fclose(file);
    return size;
}

/* One change. Returns the new size. */
static size_t change(struct damage *damage, unsigned char *data, size_t size)
{
    struct random *random = &damage->random;
    size_t at = random_below(random, (uint32_t)size);
    size_t count = 1 + random_below(random, (uint32_t)(size - at));

    switch (random_below(random, 6)) {
    case 0: /* a bit */
        data[at] ^= (unsigned char)(1u << random_below(random, 8));
        return size;
    case 1: /* a byte that means something */
        data[at] = damage->pieces[random_below(random, damage->piece_count)];
        return size;
    case 2: /* any byte */
        data[at] = (unsigned char)random_below(random, 256);
        return size;
    case 3: /* the end is missing */
        return at > 0 ? at : size;
    case 4: /* a part is missing */
        memmove(data + at, data + at + count, size - at - count);
        return size > count ? size - count : size;
    default: /* a part comes twice */
        count = count < DAMAGE_GROWTH_MAX ? count : DAMAGE_GROWTH_MAX;
        memmove(data + at + count, data + at, size - at);
        return size + count;
    }
}

size_t damage_do(struct damage *damage, uint32_t changes_max, unsigned char *data, size_t size)
{
    for (uint32_t changes = random_between(&damage->random, 1, changes_max); changes > 0; changes--)
        size = change(damage, data, size);
    return size;
}
