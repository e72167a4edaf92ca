/* How many instructions an append takes. They are counted, one step at a time, in a child: a
 * timer would show a regression only when it is large. Linux on x86-64; prints what it counts. */
#include "tests/test.h"

#include "harness/floor.h"
#include "ring/offload.h"
#include "tests/recorder.h"
#include "tests/workload.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#define STEPS_MAX 10000 /* before the call, and in it */
#define NO_PTRACE 77    /* the child's exit status */

static const uint64_t value[2] = {0x0123456789abcdef, 0};

static void call_once(struct ho_sink *sink, uint32_t len)
{
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
        _exit(NO_PTRACE);
    raise(SIGSTOP);
    ho_sink_change(sink, 1, 0, value, len);
    _exit(0);
}

/* Where the child is, after one more instruction; 0 if it ended. */
static uintptr_t step(pid_t child, struct user_regs_struct *registers)
{
    int status;

    if (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) || waitpid(child, &status, 0) != child ||
        !WIFSTOPPED(status) || ptrace(PTRACE_GETREGS, child, NULL, registers))
        return 0;
    return registers->rip;
}

/* Instructions of a change of len bytes inside a chunk, the return included. */
static int instructions(struct ho_sink *sink, uint32_t len)
{
    uintptr_t entry = (uintptr_t)sink->ops->change, at = 0, back;
    struct user_regs_struct registers;
    pid_t child = fork();
    int status, count = 1;

    assert_true(child >= 0);
    if (child == 0)
        call_once(sink, len);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_PTRACE)
        skip();
    assert_true(WIFSTOPPED(status));
    for (int i = 0; i < STEPS_MAX && at != entry; i++)
        at = step(child, &registers);
    assert_true(at == entry);
    back = (uintptr_t)ptrace(PTRACE_PEEKDATA, child, (void *)(uintptr_t)registers.rsp, NULL);
    while (step(child, &registers) != back && count < STEPS_MAX)
        count++;
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return count;
}

/* Counts for a sink whose chunk is begun, and compares with what is recorded, if that is for
 * this compiler. */
static void count(struct ho_sink *sink, const char *name, int counts[3])
{
    static const uint32_t lens[] = {1, 4, 8};

    assert_int_equal(ho_sink_setup(sink, &workload_dictionary), 0);
    assert_int_equal(ho_sink_change(sink, 1, 0, value, 8), 0);
    for (int i = 0; i < 3; i++) {
        counts[i] = instructions(sink, lens[i]);
        print_message("%s, %u bytes: %d instructions\n", name, lens[i], counts[i]);
        assert_in_range(counts[i], 2, STEPS_MAX - 1);
        if (APPEND_INSTRUCTIONS_MAX)
            assert_true(counts[i] <= APPEND_INSTRUCTIONS_MAX);
    }
}

static void an_append_takes_no_more_instructions_than_recorded(void **state)
{
    struct ho_offload_options options = ho_offload_options_defaults();
    struct recorder recorder;
    struct ho_offload *offload;
    struct floor *floor;
    int ring[3], least[3];

    (void)state;
    recorder_init(&recorder);
    assert_int_equal(ho_offload_open(&options, &recorder.sink, &offload), 0);
    count(ho_offload_sink(offload), "ring", ring);
    assert_int_equal(ho_offload_close(offload, NULL, NULL), 0);
    recorder_fini(&recorder);

    /* Or floor would not be the ring's. */
    assert_int_equal(floor_open(16, 1 << 20, &floor), 0);
    count(&floor->sink, "floor", least);
    if (APPEND_INSTRUCTIONS_MAX)
        assert_memory_equal(ring, least, sizeof ring);
    assert_int_equal(ho_sink_close(&floor->sink, NULL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_append_takes_no_more_instructions_than_recorded),
    };

    alarm(60);
    return cmocka_run_group_tests_name("append_size", tests, NULL, NULL);
}
