/* What the fuzzer does to any bytes, done to damaged copies of our own files. */
#include "tests/test.h"

#include "tests/fuzz_vcd.c"

#include <dirent.h>

#define FILE_BYTES_MAX 8192
#define MUTATIONS_EACH 64

static uint64_t random_state;

static uint32_t random_below(uint32_t limit)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((random_state >> 33) % limit);
}

/* One change of the size bytes at data, which has room for twice as many. Returns the new size. */
static size_t mutate(unsigned char *data, size_t size)
{
    static const char pieces[] = "0123456789#$xzbrs!\" \n\0\x7f-.";
    size_t at = random_below((uint32_t)size), count = 1 + random_below((uint32_t)(size - at));

    switch (random_below(5)) {
    case 0: /* a bit */
        data[at] ^= (unsigned char)(1u << random_below(8));
        return size;
    case 1: /* a character that means something */
        data[at] = (unsigned char)pieces[random_below(sizeof pieces)];
        return size;
    case 2: /* the end is missing */
        return at > 0 ? at : size;
    case 3: /* a part is missing */
        memmove(data + at, data + at + count, size - at - count);
        return size > count ? size - count : size;
    default: /* a part comes twice */
        count = count < 64 ? count : 64;
        memmove(data + at + count, data + at, size - at);
        return size + count;
    }
}

static size_t load(const char *name, unsigned char *data)
{
    char path[4096];
    size_t size;

    snprintf(path, sizeof path, TEST_DATA "/%s", name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size = fread(data, 1, FILE_BYTES_MAX, file);
    fclose(file);
    return size;
}

static void damaged_files_are_refused_or_read_never_worse(void **state)
{
    static unsigned char whole[FILE_BYTES_MAX], damaged[2 * FILE_BYTES_MAX];
    unsigned files = 0;

    (void)state;
    DIR *entries = opendir(TEST_DATA);
    assert_non_null(entries);
    for (struct dirent *entry; (entry = readdir(entries));) {
        size_t len = strlen(entry->d_name), whole_size;

        if (len < 4 || strcmp(entry->d_name + len - 4, ".vcd") != 0)
            continue;
        files++;
        whole_size = load(entry->d_name, whole);
        random_state = whole_size;
        for (unsigned i = 0; i < MUTATIONS_EACH; i++) {
            size_t size = whole_size;

            memcpy(damaged, whole, size);
            for (uint32_t times = 1 + random_below(4); times > 0; times--)
                size = mutate(damaged, size);
            LLVMFuzzerTestOneInput(damaged, size);
        }
    }
    closedir(entries);
    assert_true(files > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_files_are_refused_or_read_never_worse),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
