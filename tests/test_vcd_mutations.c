/* What the fuzzer does to any bytes, done to damaged copies of our own files. */
#include "tests/test.h"

#include "tests/damage.h"
#include "tests/fuzz_vcd.c"

#include <dirent.h>

#define FILE_BYTES_MAX 8192
#define MUTATIONS_EACH 80
#define CHANGES_MAX    4 /* in a mutation */

static void damaged_files_are_refused_or_read_never_worse(void **state)
{
    static const unsigned char pieces[] = "0123456789#$xzbrs!\" \n\0\x7f-.";
    static unsigned char whole[FILE_BYTES_MAX];
    static unsigned char damaged[FILE_BYTES_MAX + CHANGES_MAX * DAMAGE_GROWTH_MAX];
    unsigned files = 0;

    (void)state;
    DIR *entries = opendir(TEST_DATA);
    assert_non_null(entries);
    for (struct dirent *entry; (entry = readdir(entries));) {
        size_t len = strlen(entry->d_name);

        if (len < 4 || strcmp(entry->d_name + len - 4, ".vcd") != 0)
            continue;
        files++;
        size_t whole_size = damage_load(entry->d_name, whole, sizeof whole);
        struct damage damage = {random_start(whole_size, 0), pieces, sizeof pieces};
        for (unsigned i = 0; i < MUTATIONS_EACH; i++) {
            memcpy(damaged, whole, whole_size);
            LLVMFuzzerTestOneInput(damaged, damage_do(&damage, CHANGES_MAX, damaged, whole_size));
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
