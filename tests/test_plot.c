/* Figures of a results file: their data, gnuplot's pictures, and what is said without it. */
#include "tests/test.h"

#include "harness/plot.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER "test_plot's folder"

static const char *const figures[] = {"producer_cpu", "process_cpu", "close", "waits"};
static const char *const suffixes[] = {"dat", "svg", "png"};

/* An example is the folder's results.json. */
static int use(const char *example)
{
    char text[65536];

    FILE *from = fopen(example, "r");
    FILE *to = fopen(FOLDER "/results.json", "w");
    if (!from || !to)
        return -1;
    fwrite(text, 1, fread(text, 1, sizeof text, from), to);
    fclose(from);
    return fclose(to);
}

/* A folder with that, and nothing else. */
static int make_folder(void **state)
{
    (void)state;
    mkdir(FOLDER, 0777);
    return use(TEST_DATA "/results.json");
}

static const char *figure_file(int figure, int suffix)
{
    static char name[128];

    snprintf(name, sizeof name, FOLDER "/%s.%s", figures[figure], suffixes[suffix]);
    return name;
}

static int remove_folder(void **state)
{
    (void)state;
    for (int f = 0; f < 4; f++) {
        for (int s = 0; s < 3; s++)
            remove(figure_file(f, s));
    }
    remove(FOLDER "/results.json");
    return rmdir(FOLDER);
}

/* Runs plot_draw with no program to be found. */
static int draw_without_gnuplot(char *message)
{
    char *path = strdup(getenv("PATH"));

    assert_non_null(path);
    setenv("PATH", "/nonexistent", 1);
    int error = plot_draw(FOLDER "/results.json", PLOT_SCRIPTS, message);
    setenv("PATH", path, 1);
    free(path);
    return error;
}

static void data_stands_beside_the_results_even_without_gnuplot(void **state)
{
    char message[PLOT_MESSAGE_BYTES], text[4096] = "";

    (void)state;
    assert_int_equal(draw_without_gnuplot(message), -ENOENT);
    assert_non_null(strstr(message, "gnuplot: not found"));

    FILE *file = fopen(FOLDER "/waits.dat", "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    assert_string_equal(text, "# x\tpath\ttimes\tmin\tmax\tms\tmin\tmax\n"
                              "0\tring\t318\t306\t318\t341.916\t337.775\t345.79\n"
                              "1\tring-deferred\t313\t309\t316\t345.518\t342.312\t347.397\n"
                              "3\tring\t0\t0\t0\t0\t0\t0\n"
                              "4\tring-deferred\t0\t0\t0\t0\t0\t0\n"
                              "\n\n"
                              "# x\tsituation\n"
                              "0.5\twithout work\n"
                              "3.5\twith 60 ns of work\n");
}

static void every_figure_is_drawn_twice(void **state)
{
    char message[PLOT_MESSAGE_BYTES] = "";

    (void)state;
    int error = plot_draw(FOLDER "/results.json", PLOT_SCRIPTS, message);
    if (error == -ENOENT)
        skip(); /* no gnuplot here */
    assert_string_equal(message, "");
    assert_int_equal(error, 0);
    for (int f = 0; f < 4; f++) {
        for (int s = 1; s < 3; s++) {
            struct stat status;
            assert_int_equal(stat(figure_file(f, s), &status), 0);
            assert_true(status.st_size > 1000);
        }
    }
}

static int use_timed_calls(void **state)
{
    (void)state;
    return use(TEST_DATA "/latency.json");
}

static int forget_timed_calls(void **state)
{
    (void)state;
    remove(FOLDER "/latency.dat");
    remove(FOLDER "/latency.svg");
    remove(FOLDER "/latency.png");
    return use(TEST_DATA "/results.json");
}

static void single_calls_are_a_curve_for_each_path(void **state)
{
    char message[PLOT_MESSAGE_BYTES], text[16384] = "";

    (void)state;
    assert_int_equal(draw_without_gnuplot(message), -ENOENT);
    FILE *file = fopen(FOLDER "/latency.dat", "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    const char begins[] = "# panel\ttitle\n"
                          "0\twithout work\n"
                          "1\twith 60 ns of work\n"
                          "\n\n"
                          "# panel\tpath\tp99.9_ns\n"
                          "0\tnone\t30\n"
                          "0\tdirect\t12543.5\n"
                          "0\tring\t130\n"
                          "1\tdirect\tnan\n"
                          "1\tring\tnan\n"
                          "\n\n"
                          "# one_in\tns\n"
                          "1\t30\n";
    assert_memory_equal(text, begins, sizeof begins - 1);
    assert_non_null(strstr(text, "\n20000\t80000\n")); /* the longest call ends a curve */
    assert_non_null(strstr(text, "\n500\t60\n"));

    int error = plot_draw(FOLDER "/results.json", PLOT_SCRIPTS, message);
    if (error == -ENOENT)
        return; /* no gnuplot here */
    struct stat status;
    assert_int_equal(error, 0);
    assert_int_equal(stat(FOLDER "/latency.svg", &status), 0);
    assert_true(status.st_size > 1000);
    assert_int_equal(stat(FOLDER "/latency.png", &status), 0);
    assert_true(status.st_size > 1000);
}

static void gnuplots_complaint_is_passed_on(void **state)
{
    char message[PLOT_MESSAGE_BYTES] = "";

    (void)state;
    int error = plot_draw(FOLDER "/results.json", "no/such/scripts", message);
    if (error == -ENOENT)
        skip();
    assert_int_equal(error, -EIO);
    assert_int_equal(strncmp(message, "gnuplot: ", 9), 0);
    assert_non_null(strstr(message, "no/such/scripts/draw.gp"));
}

static void a_results_file_that_is_none_is_said(void **state)
{
    char message[PLOT_MESSAGE_BYTES];

    (void)state;
    assert_int_equal(plot_draw("no/such.json", PLOT_SCRIPTS, message), -ENOENT);
    assert_string_equal(message, "no/such.json: No such file or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_stands_beside_the_results_even_without_gnuplot),
        cmocka_unit_test(every_figure_is_drawn_twice),
        cmocka_unit_test_setup_teardown(single_calls_are_a_curve_for_each_path, use_timed_calls,
                                        forget_timed_calls),
        cmocka_unit_test(gnuplots_complaint_is_passed_on),
        cmocka_unit_test(a_results_file_that_is_none_is_said),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
