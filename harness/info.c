/* bench info: what a trace is like. */
#include "harness/commands.h"
#include "harness/die.h"
#include "harness/imitate.h"
#include "harness/settings.h"
#include "harness/trace_stats.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct info {
    struct settings settings; /* those of the source only */
    const char *file;
    bool as_profile;
};

#define FIELD(name) offsetof(struct info, name)

static const struct option_spec file_spec = OPTION(
    "FILE", OPTION_ARGUMENT, FIELD(file), NULL, "the trace; without it --source, or the generator");

static const struct option_spec as_profile_spec = OPTION(
    "as-profile", OPTION_FLAG, FIELD(as_profile), NULL,
    "print the options that make the generator imitate it");

static bool of_source(const struct option_spec *spec)
{
    return spec->offset < offsetof(struct settings, chunks);
}

static bool takes_value(const char *word)
{
    for (int i = 0; i < SETTINGS_SPECS; i++)
        if (of_source(&settings_specs[i]) && strcmp(word + 2, settings_specs[i].name) == 0)
            return settings_specs[i].kind != OPTION_FLAG;
    return false;
}

/* Whether one of the words is neither an option nor the value of one. */
static bool has_argument(int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        if (argv[i][0] != '-' || strcmp(argv[i], "--help") == 0)
            return true;
        i += strncmp(argv[i], "--", 2) == 0 && takes_value(argv[i]);
    }
    return false;
}

static void parse(int argc, char **argv, struct info *info)
{
    struct option_spec specs[SETTINGS_SPECS + 3];
    const struct option_table table = {
        "info", "What is a trace like? Sizes, kinds, and how its changes are spread.", specs};
    size_t count = 0;

    if (has_argument(argc, argv))
        specs[count++] = file_spec;
    specs[count++] = as_profile_spec;
    for (int i = 0; i < SETTINGS_SPECS; i++)
        if (of_source(&settings_specs[i]))
            specs[count++] = settings_specs[i];
    specs[count] = (struct option_spec){0};
    options_parse_or_exit(&table, argc, argv, info);
    if (info->file)
        info->settings.source = info->file;
}

/* Printing ------------------------------------------------------------------------------- */

/* With a comma before every three digits. */
#define GROUPED_BYTES 32
static const char *grouped(uint64_t number, char text[GROUPED_BYTES])
{
    char *at = text + GROUPED_BYTES - 1;
    int digits = 0;

    *at = '\0';
    do {
        if (digits && digits % 3 == 0)
            *--at = ',';
        *--at = (char)('0' + number % 10);
        digits++;
    } while (number /= 10);
    return at;
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

/* "10 ns" for -8. */
static void print_timescale(int32_t timescale)
{
    static const char *const units[] = {"s", "ms", "us", "ns", "ps", "fs", "as", "zs", "ys"};
    static const char *const factors[] = {"1", "10", "100"};
    int32_t unit = timescale >= 0 ? 0 : (2 - timescale) / 3, zeros = timescale + 3 * unit;

    if (unit < 9 && zeros < 3)
        printf("timescale   %s %s\n", factors[zeros], units[unit]);
    else
        printf("timescale   10^%" PRId32 " s\n", timescale);
}

/* For scripts, too: a word, blanks, a number in plain digits. */
static void print_sizes(const struct trace_figures *f)
{
    printf("variables   %" PRIu64 "\n", f->variables);
    printf("signals     %" PRIu64 "\n", f->signals);
    printf("aliases     %" PRIu64 "\n", f->aliases);
    printf("changes     %" PRIu64 "\n", f->changes);
    printf("times       %" PRIu64 "\n", f->times);
    printf("first_time  %" PRIu64 "\n", f->first_time);
    printf("last_time   %" PRIu64 "\n", f->last_time);
    printf("pauses      %" PRIu64 "\n", f->pauses);
    print_timescale(f->timescale);
}

static void print_kinds(const struct trace_figures *f)
{
    char text[GROUPED_BYTES];

    printf("\n%-16s %13s %8s %15s %8s %8s\n", "", "signals", "share", "changes", "share", "later");
    for (int i = 0; i < TRACE_CLASSES; i++) {
        printf("%-16s %13s %6.1f %%", trace_class_names[i], grouped(f->signals_of[i], text),
               percent(f->signals_of[i], f->signals));
        printf(" %15s %6.1f %% %6.1f %%\n", grouped(f->changes_of[i], text),
               percent(f->changes_of[i], f->changes), percent(f->later_of[i], f->later_changes));
    }
    printf("The widest has %s bits.\n", grouped(f->width_max, text));
    if (f->logic)
        printf("Values with x, z or the like: %.2f %% of the four-state ones, %.2f %% later.\n",
               percent(f->unknown, f->logic), percent(f->later_unknown, f->later_logic));
}

static void print_quantile(const struct trace_counts *counts, const char *name, double share)
{
    char text[GROUPED_BYTES];

    printf("  %s %s", name, grouped((uint64_t)trace_counts_quantile(counts, share), text));
}

static void print_later(const struct trace_figures *f)
{
    char text[GROUPED_BYTES];

    printf("\nLater: the %s changes behind the first step, which sets most signals once\n",
           grouped(f->later_changes, text));
    printf("changes a step     ");
    print_quantile(&f->step, "median", 0.5);
    print_quantile(&f->step, "p95", 0.95);
    print_quantile(&f->step, "p99", 0.99);
    printf("  max %s", grouped(f->step.max, text));
    printf("  (%s steps with a change)\n", grouped(f->step.total, text));
    printf("distance of ids    ");
    print_quantile(&f->distance, "p50", 0.5);
    print_quantile(&f->distance, "p90", 0.9);
    print_quantile(&f->distance, "p99", 0.99);
    printf("  between neighbours in a step; %.1f %% go back\n",
           percent(f->backward, f->distance.total));
    printf("never change         %.1f %% of the signals\n", percent(f->still_signals, f->signals));
    printf("most active          1 %% of the signals make %.1f %% of the changes, 10 %% make %.1f "
           "%%\n",
           percent(f->top_1_percent, f->later_changes),
           percent(f->top_10_percent, f->later_changes));
    printf("changed before       within 2 steps %.1f %%, 8 steps %.1f %%, 64 steps %.1f %%\n",
           percent(f->within_2, f->later_changes), percent(f->within_8, f->later_changes),
           percent(f->within_64, f->later_changes));
    printf("clocks               %s single bits that change in 8 of 10 steps or more\n",
           grouped(f->clock_signals, text));
}

static void print(const struct trace_figures *figures, bool by_signal)
{
    print_sizes(figures);
    print_kinds(figures);
    print_later(figures);
    if (by_signal)
        printf("\nchanges of a time are sorted by signal: this format does not keep their order\n");
}

/* The line alone on standard output, so that a shell can insert it. */
static void print_as_profile(const struct trace_figures *figures, const char *name)
{
    char message[SOURCE_MESSAGE_BYTES];
    struct imitation found;

    if (!figures->signals)
        die("%s: no signals: there is nothing to imitate", name);
    if (imitate(figures, &found, message))
        die("%s", message);
    imitate_print_options(&found, stdout);
    imitate_print_likeness(&found, figures, stderr);
}

int info_command(int argc, char **argv)
{
    struct info info = {0};
    struct trace_figures figures;
    struct source *source;
    bool by_signal;
    int error;

    parse(argc, argv, &info);
    source = settings_open_source(&info.settings);
    error = trace_stats_collect(source, &figures);
    if (error)
        die("counting the changes: %s", strerror(-error));
    by_signal = source->by_signal;
    source_close(source);
    if (info.as_profile)
        print_as_profile(&figures, info.settings.source);
    else
        print(&figures, by_signal);
    if (fflush(stdout) || ferror(stdout))
        die("standard output: %s", strerror(errno));
    return 0;
}
