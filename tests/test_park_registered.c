/* Linux: the process is registered for the barrier before main, so that no first ring that is
 * opened among other threads waits for the kernel. */
#include "tests/test.h"

#include "ring/park.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

static int registered; /* as main found it */

static void a_barrier_works_before_any_park_is_there(void **state)
{
    (void)state;
    if (!ho_park_barrier_init())
        skip(); /* refused here */
    assert_int_equal(registered, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_barrier_works_before_any_park_is_there),
    };

    registered = syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
