#include "harness/measure.h"
#include "tests/test.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <unistd.h>

#define MIB ((size_t)1 << 20)

/* Works until the thread has used that much CPU. */
static void burn(uint64_t ns)
{
    uint64_t start = measure_thread_cpu_ns();

    while (measure_thread_cpu_ns() - start < ns)
        ;
}

static void *burn_20_ms(void *unused)
{
    burn(20000000);
    return unused;
}

/* Maps fresh memory, writes to every page of it and gives it back. */
static void touch_fresh_memory(size_t bytes)
{
    char *fresh = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    assert_true(fresh != MAP_FAILED);
    for (size_t at = 0; at < bytes; at += 4096)
        ((volatile char *)fresh)[at] = 1;
    munmap(fresh, bytes);
}

static void the_process_clock_counts_all_threads_the_thread_clock_only_its_own(void **state)
{
    struct measure_process before, after;
    uint64_t mine = measure_thread_cpu_ns(), wall = measure_wall_ns();
    pthread_t other;

    (void)state;
    measure_process(&before);
    assert_int_equal(pthread_create(&other, NULL, burn_20_ms, NULL), 0);
    pthread_join(other, NULL);
    measure_process(&after);
    /* The process's clock may tick in milliseconds. */
    assert_true(after.cpu_ns - before.cpu_ns >= 15000000);
    assert_true(measure_thread_cpu_ns() - mine < 15000000);
    assert_true(measure_wall_ns() - wall >= 15000000);
    assert_true(after.voluntary_switches > before.voluntary_switches); /* the join */
}

static void fresh_pages_count_as_the_threads_minor_faults(void **state)
{
    double before = measure_thread_minor_faults();

    (void)state;
    if (isnan(before))
        skip();
    touch_fresh_memory(8 * MIB);
    assert_true(measure_thread_minor_faults() > before);
}

static void allocations_are_counted_for_the_thread_that_makes_them(void **state)
{
    double before = measure_thread_allocated();
    void *volatile block;

    (void)state;
    if (isnan(before))
        skip();
    assert_true(measure_thread_allocated() == before);
    block = malloc(MIB);
    assert_non_null(block);
    assert_true(measure_thread_allocated() >= before + MIB);
    free(block);
    assert_true(measure_thread_allocated() >= before + MIB);
}

static void the_peak_of_memory_stays_until_it_is_reset(void **state)
{
    double before = measure_peak_memory(), peak;

    (void)state;
    assert_true(before > 0);
    touch_fresh_memory((size_t)before + 32 * MIB);
    peak = measure_peak_memory();
    assert_true(peak >= before + 16 * MIB);
    if (measure_reset_peak_memory() == -ENOTSUP)
        skip();
    assert_true(measure_peak_memory() <= peak - 16 * MIB);
}

static void the_machine_is_described(void **state)
{
    struct measure_machine machine;
    struct utsname system;

    (void)state;
    measure_machine(&machine);
    assert_true(strlen(machine.cpu) > 0);
    assert_int_equal(uname(&system), 0);
    assert_non_null(strstr(machine.kernel, system.sysname));
    assert_non_null(strstr(machine.kernel, system.release));
    assert_in_range(machine.cpus, 1, (uint32_t)sysconf(_SC_NPROCESSORS_CONF));
    assert_true(isnan(machine.load[0]) || machine.load[0] >= 0);
}

/* Comes last: it cannot be undone. */
static void a_limit_of_cpus_holds_and_must_be_one_that_the_machine_has(void **state)
{
    struct measure_machine machine;

    (void)state;
    measure_machine(&machine);
    assert_int_equal(measure_limit_cpus(0), -EINVAL);
    if (measure_limit_cpus(machine.cpus) == -ENOTSUP)
        skip();
    assert_int_equal(measure_limit_cpus(machine.cpus + 1), -EINVAL);
    assert_int_equal(measure_limit_cpus(1), 0);
    measure_machine(&machine);
    assert_int_equal(machine.cpus, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_process_clock_counts_all_threads_the_thread_clock_only_its_own),
        cmocka_unit_test(fresh_pages_count_as_the_threads_minor_faults),
        cmocka_unit_test(allocations_are_counted_for_the_thread_that_makes_them),
        cmocka_unit_test(the_peak_of_memory_stays_until_it_is_reset),
        cmocka_unit_test(the_machine_is_described),
        cmocka_unit_test(a_limit_of_cpus_holds_and_must_be_one_that_the_machine_has),
    };

    return cmocka_run_group_tests_name("measure", tests, NULL, NULL);
}
