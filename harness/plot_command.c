/* bench plot: the figures of a results file, drawn again. */
#include "harness/commands.h"
#include "harness/die.h"
#include "harness/options.h"
#include "harness/plot.h"

#include <stdio.h>

struct plot {
    const char *file;
};

static const struct option_spec specs[] = {
    OPTION("RESULTS.json", OPTION_ARGUMENT, offsetof(struct plot, file), NULL,
           "a results file; the pictures go beside it"),
    {0},
};

int plot_command(int argc, char **argv)
{
    static const struct option_table table = {
        "plot", "Draws the figures of a results file, as SVG and PNG.", specs};
    char message[PLOT_MESSAGE_BYTES];
    struct plot plot;

    options_parse_or_exit(&table, argc, argv, &plot);
    if (plot_draw(plot.file, HANDOFF_ROOT "/plots", message))
        die("%s", message);
    printf("drawn, as SVG and PNG, beside %s\n", plot.file);
    return 0;
}
