/* bench diff: two results files side by side. */
#include "harness/commands.h"
#include "harness/die.h"
#include "harness/options.h"
#include "results/results.h"

struct diff {
    const char *a, *b;
};

static const struct option_spec specs[] = {
    OPTION("A.json", OPTION_ARGUMENT, offsetof(struct diff, a), NULL, "a results file"),
    OPTION("B.json", OPTION_ARGUMENT, offsetof(struct diff, b), NULL, "another"),
    {0},
};

static void read_or_die(const char *path, struct result_set *set)
{
    char message[RESULTS_MESSAGE_BYTES];

    if (results_read(path, set, message))
        die("%s", message);
}

int diff_command(int argc, char **argv)
{
    static const struct option_table table = {
        "diff", "Prints the figures of two results files side by side.", specs};
    struct result_set a, b;
    struct diff diff;

    options_parse_or_exit(&table, argc, argv, &diff);
    read_or_die(diff.a, &a);
    read_or_die(diff.b, &b);
    results_diff(stdout, diff.a, &a, diff.b, &b);
    results_free(&a);
    results_free(&b);
    return 0;
}
