/* What a sweep runs: lists of values into points. */
#include "tests/test.h"

#include "harness/sweep_points.h"

#include <errno.h>
#include <string.h>

static struct sweep_at points[SWEEP_POINTS_MAX];
static char message[OPTIONS_MESSAGE_BYTES];

static const struct sweep_workload base = {
    .settings = {.events = 1234, .chunks = 16, .chunk_bytes = 1 << 20}, .work_ns = 60};

static struct option_list list(const char *a, const char *b)
{
    struct option_list list = {0};

    for (const char *const *item = (const char *const[]){a, b, NULL}; *item; item++)
        strcpy(list.item[list.count++], *item);
    return list;
}

static int points_of(struct sweep_axis first, struct sweep_axis second)
{
    message[0] = '\0';
    return sweep_points(&base, (struct sweep_axis[]){first, second}, points, message);
}

static const struct sweep_axis none;

static void one_parameter_makes_a_line(void **state)
{
    (void)state;
    assert_int_equal(points_of((struct sweep_axis){"chunk-bytes", list("64K", "2M")}, none), 2);
    assert_int_equal(points[0].workload.settings.chunk_bytes, 65536);
    assert_int_equal(points[1].workload.settings.chunk_bytes, 2 << 20);
    assert_int_equal(points[1].workload.settings.events, 1234);
    assert_int_equal(points[1].workload.work_ns, 60);
    assert_int_equal(points[0].name.parameters, 1);
    assert_string_equal(points[0].name.parameter[0], "chunk-bytes");
    assert_int_equal(points[1].name.value[0], 2 << 20);
}

static void two_parameters_make_a_grid(void **state)
{
    (void)state;
    assert_int_equal(points_of((struct sweep_axis){"chunks", list("2", "4")},
                               (struct sweep_axis){"work-ns", list("0", "20")}),
                     4);
    assert_int_equal(points[1].workload.settings.chunks, 2);
    assert_int_equal(points[1].workload.work_ns, 20);
    assert_int_equal(points[2].workload.settings.chunks, 4);
    assert_int_equal(points[2].workload.work_ns, 0);
    assert_int_equal(points[3].name.value[0], 4);
    assert_int_equal(points[3].name.value[1], 20);
}

static void a_parameter_has_usual_values(void **state)
{
    (void)state;
    for (size_t i = 0; sweep_points_parameters[i]; i++) {
        int count = points_of((struct sweep_axis){.parameter = sweep_points_parameters[i]}, none);

        if (count < 3)
            fail_msg("%s: %d points: %s", sweep_points_parameters[i], count, message);
    }
}

static void a_value_is_checked_as_the_option_is(void **state)
{
    (void)state;
    assert_int_equal(points_of((struct sweep_axis){"chunks", list("2", "x")}, none), -EINVAL);
    assert_string_equal(message, "--chunks x: not a count (try 9M or 250K)");
    assert_int_equal(points_of((struct sweep_axis){"chunks", list("1", NULL)}, none), -EINVAL);
    assert_string_equal(message, "--chunks 1: must be from 2 to 1048576");
    assert_int_equal(points_of((struct sweep_axis){"work-ns", list("2M", NULL)}, none), -EINVAL);
    assert_string_equal(message, "--work-ns 2M: must be from 0 to 1000000");
}

static void nothing_is_run_twice(void **state)
{
    (void)state;
    assert_int_equal(points_of((struct sweep_axis){"events", list("1K", "1000")}, none), -EINVAL);
    assert_string_equal(message, "the same values twice: 1000");
    assert_int_equal(points_of((struct sweep_axis){"chunks", list("2", "4")},
                               (struct sweep_axis){"chunks", list("8", NULL)}),
                     -EINVAL);
    assert_string_equal(message, "--over2 chunks: a second parameter must be another");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_parameter_makes_a_line),
        cmocka_unit_test(two_parameters_make_a_grid),
        cmocka_unit_test(a_parameter_has_usual_values),
        cmocka_unit_test(a_value_is_checked_as_the_option_is),
        cmocka_unit_test(nothing_is_run_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
