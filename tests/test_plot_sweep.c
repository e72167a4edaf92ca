/* The figures of a sweep: their data, and gnuplot's pictures. */
#include "tests/test.h"

#include "harness/plot.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER "test_plot_sweep's folder"

static const char *const figures[] = {"sweep_producer", "sweep_process", "sweep_waits"};
static const char *const suffixes[] = {"dat", "svg", "png"};

struct run {
    const char *name; /* NULL ends a list */
    int waits;        /* each of a millisecond */
};

static const struct run grid[] = {
    {"sweep/chunks:16/chunk-bytes:4096/ring", 0},
    {"sweep/chunks:2/chunk-bytes:65536/ring", 5},
    {"sweep/chunks:2/chunk-bytes:4096/ring", 25},
    {0},
};

static const struct run signals[] = {
    {"sweep/signals:1000/ring", 0},
    {"sweep/signals:1001/ring", 0},
    {"sweep/signals:1000000/ring", 0},
    {0},
};

static const char *figure_file(int figure, int suffix)
{
    static char name[128];

    snprintf(name, sizeof name, FOLDER "/%s.%s", figures[figure], suffixes[suffix]);
    return name;
}

/* A folder with the runs as results.json, and nothing else. */
static void make_folder(const struct run *run)
{
    mkdir(FOLDER, 0777);
    for (int f = 0; f < 3; f++) {
        for (int s = 0; s < 3; s++)
            remove(figure_file(f, s));
    }
    FILE *file = fopen(FOLDER "/results.json", "w");
    assert_non_null(file);
    fputs("{\"context\": {}, \"benchmarks\": [", file);
    for (; run->name; run++)
        fprintf(file,
                "{\"name\": \"%s\", \"run_type\": \"iteration\", \"repetition_index\": 0,"
                " \"events\": 1000000, \"produce_wall_ns_per_event\": 50,"
                " \"process_cpu_ns_per_event\": 70, \"peak_memory_bytes\": 1000,"
                " \"producer_waits\": %d, \"producer_wait_ms\": %d}%s",
                run->name, run->waits, run->waits, run[1].name ? "," : "");
    fputs("]}", file);
    assert_int_equal(fclose(file), 0);
}

static int remove_folder(void **state)
{
    (void)state;
    make_folder(&(struct run){0});
    remove(FOLDER "/results.json");
    return rmdir(FOLDER);
}

/* Draws, and compares the picture's data; pictures only where there is gnuplot. */
static void draws(const struct run *runs, int figure, const char *expected)
{
    char message[PLOT_MESSAGE_BYTES] = "", text[4096] = "";
    struct stat status;

    make_folder(runs);
    int error = plot_draw(FOLDER "/results.json", PLOT_SCRIPTS, message);
    FILE *file = fopen(figure_file(figure, 0), "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    assert_string_equal(text, expected);
    if (error == -ENOENT)
        return;
    assert_int_equal(error, 0);
    for (int s = 1; s < 3; s++) {
        assert_int_equal(stat(figure_file(figure, s), &status), 0);
        assert_true(status.st_size > 1000);
    }
}

static void a_grid_is_a_map_of_the_waits(void **state)
{
    (void)state;
    draws(grid, 2,
          "# title\ttitle\n"
          "chunks in the pool\tbytes of a chunk\n"
          "\n\n"
          "# x\ty\tlabel\tlabel\ttimes\tms\tshare_of_producing\n"
          "0\t0\t2\t4K\t25\t25\t0.5\n"
          "0\t1\t2\t64K\t5\t5\t0.1\n"
          "1\t0\t16\t4K\t0\t0\t0\n");
}

static void a_wide_axis_is_logarithmic_and_its_labels_apart(void **state)
{
    (void)state;
    draws(signals, 1,
          "# title\n"
          "signals\n"
          "\n\n"
          "# x\tlabel\n"
          "3\t1K\n"
          "6\t1M\n"
          "\n\n"
          "# x\tpath\tcpu_ns_per_event\tmin\tmax\tpeak_bytes\tmin\tmax\n"
          "3\tring\t70\t70\t70\t1000\t1000\t1000\n"
          "3.00043\tring\t70\t70\t70\t1000\t1000\t1000\n"
          "6\tring\t70\t70\t70\t1000\t1000\t1000\n");
    /* Without the generator's own runs there is no net cost to show. */
    assert_int_equal(access(figure_file(0, 1), F_OK), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_grid_is_a_map_of_the_waits),
        cmocka_unit_test(a_wide_axis_is_logarithmic_and_its_labels_apart),
    };
    return cmocka_run_group_tests(tests, NULL, remove_folder);
}
