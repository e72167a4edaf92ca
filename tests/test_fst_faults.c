/* The system says no at every allocation of the FST source: the caller is told, and nothing leaks
 * (run under Address Sanitizer, this shows it). */
#include "tests/test.h"

#include "synth_gen/fst.h"
#include "tests/refusal.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int open_and_close(const char *path, unsigned refuse_at, char message[SOURCE_MESSAGE_BYTES])
{
    struct source_options options = {.name = path};
    struct source *source = NULL;
    FILE *file = fopen(path, "rb");
    int error;

    assert_non_null(file);
    refusal_start(refuse_at);
    error = fst_open_stream(file, UINT64_MAX, &options, &source, message);
    refusal_end();
    source_close(source);
    fclose(file);
    return error;
}

static void every_refused_allocation_is_reported(void **state)
{
    static const char path[] = TEST_DATA "/wrapped.fst";
    char message[SOURCE_MESSAGE_BYTES];
    unsigned at = 1;
    int error;

    (void)state;
    while ((error = open_and_close(path, at, message)) != 0) {
        assert_int_equal(error, -ENOMEM);
        assert_non_null(strstr(message, strerror(ENOMEM)));
        at++;
    }
    assert_in_range(at, 10, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_refused_allocation_is_reported),
    };

    if (pthread_atfork(NULL, NULL, refusal_end) != 0) /* the library's are its own affair */
        return EXIT_FAILURE;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
