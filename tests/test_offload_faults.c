/* The system says no at every allocation and at every thread: the caller is told, and nothing
 * leaks (run under Address Sanitizer, this shows it). */
#include "tests/test.h"

#include "ring/offload.h"
#include "tests/recorder.h"
#include "tests/refusal.h"
#include "tests/workload.h"

#include <errno.h>
#include <pthread.h>
#include <unistd.h>

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument)
{
    return refusal_due() ? EAGAIN : __real_pthread_create(thread, attributes, start, argument);
}

/* A whole life with two spilled values; returns the first error. */
static int live(struct recorder *recorder, unsigned refuse_at)
{
    struct ho_offload_options options = {
        .chunks = 2, .chunk_bytes = 64, .budget_bytes = 128 + 1000};
    struct ho_offload *offload;
    static const char value[500];
    int error;

    refusal_start(refuse_at);
    error = ho_offload_open(&options, &recorder->sink, &offload);
    if (error)
        return error;
    error = ho_sink_setup(ho_offload_sink(offload), &workload_dictionary);
    for (int i = 0; i < 2 && !error; i++)
        error = ho_sink_change(ho_offload_sink(offload), 0, 0, value, sizeof value);
    refusal_end();
    if (error) /* sticks */
        assert_int_equal(ho_sink_change(ho_offload_sink(offload), 0, 0, "x", 1), error);
    assert_int_equal(ho_offload_close(offload, NULL, NULL), error);
    return error;
}

static void each_refused_allocation_is_told_and_nothing_leaks(void **state)
{
    struct recorder recorder;
    unsigned refusals = 0;
    int error;

    (void)state;
    do {
        recorder_init(&recorder);
        error = live(&recorder, refusals + 1);
        assert_true(error == 0 || error == -ENOMEM || error == -EAGAIN);
        recorder_fini(&recorder);
        refusals++;
    } while (error);
    /* offload, two queues, used, pool, dispatcher, two values; then none is refused */
    assert_int_equal(refusals, 8 + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_refused_allocation_is_told_and_nothing_leaks),
    };

    alarm(60);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
