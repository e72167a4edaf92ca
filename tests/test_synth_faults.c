/* Memory runs out at every allocation of every profile: the caller is told, and nothing leaks
 * (run under Address Sanitizer, this shows it). */
#include "tests/test.h"

#include "synth_gen/source.h"
#include "tests/refusal.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void opening_fails_cleanly_whichever_allocation_fails(const char *profile)
{
    struct source_options options = source_options_defaults();
    struct source *source;
    char message[SOURCE_MESSAGE_BYTES];
    unsigned failures = 0;
    int error;

    options.profile = profile;
    options.signals = 50;
    options.events = 400000; /* more than a block of a tape */
    options.spill_every = 1000;
    options.spill_bytes = 100;
    do {
        refusal_start(failures + 1);
        error = source_open(&options, &source, message);
        refusal_end();
        if (error) {
            assert_int_equal(error, -ENOMEM);
            assert_string_equal(message + strlen(profile), ": out of memory");
            failures++;
        }
    } while (error);
    source_close(source);
    assert_in_range(failures, 7, 30);
}

static void a_generated_source_reports_a_lack_of_memory(void **state)
{
    (void)state;
    opening_fails_cleanly_whichever_allocation_fails("uniform");
}

static void a_prepared_source_reports_a_lack_of_memory(void **state)
{
    (void)state;
    opening_fails_cleanly_whichever_allocation_fails("rtl");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_generated_source_reports_a_lack_of_memory),
        cmocka_unit_test(a_prepared_source_reports_a_lack_of_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
