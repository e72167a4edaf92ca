/*
 * diff.c - two results files side by side.
 */
#include "results/format.h"
#include "results/results.h"

#include <math.h>
#include <string.h>

/* What the two say about machine and build, where it is not the same. */
static void print_context(FILE *file, const struct results_context *a,
                          const struct results_context *b)
{
    for (size_t i = 0; i < a->count; i++) {
        const struct results_entry *entry = &a->entries[i];
        const char *other = results_context_find(b, entry->key);
        if (!other || strcmp(other, entry->value) != 0)
            fprintf(file, "  %s: %s | %s\n", entry->key, entry->value, other ? other : "-");
    }
    for (size_t i = 0; i < b->count; i++) {
        if (!results_context_find(a, b->entries[i].key))
            fprintf(file, "  %s: - | %s\n", b->entries[i].key, b->entries[i].value);
    }
}

static void print_figure(FILE *file, enum result_figure figure, struct stats_summary a,
                         struct stats_summary b)
{
    bool is_count = result_figures[figure].unit[0] == '\0';
    struct format_text (*format)(double) = is_count ? format_count : format_number;
    const char *ranges = "apart";

    if (a.count == 0 && b.count == 0)
        return;
    if (a.count == 0 || b.count == 0)
        ranges = "";
    else if (a.min <= b.max && b.min <= a.max)
        ranges = a.min == b.min && a.max == b.max && a.min == a.max ? "equal" : "overlap";
    fprintf(file, "  %-28s %16s %16s %10s  %s\n", result_figures[figure].name,
            format(a.median).text, format(b.median).text,
            a.median > 0 ? format_ratio(b.median / a.median).text : "-", ranges);
}

static const char *first_hash(const struct result_set *set, const char *path, uint32_t work_ns)
{
    for (uint32_t round = 0; round < set->rounds; round++) {
        const struct result *run = results_run(set, path, work_ns, round);
        if (run)
            return run->output_xxh3;
    }
    return "";
}

static void print_path(FILE *file, const char *path, uint32_t work_ns, const struct result_set *a,
                       const struct result_set *b)
{
    struct result of = {.work_ns = work_ns};
    char name[RESULT_NAME_BYTES];

    snprintf(of.path, sizeof of.path, "%s", path);
    result_name(&of, name);
    fprintf(file, "\n%-30s %16s %16s %10s  ranges\n", name, "A", "B", "B/A");
    for (int f = 0; f < RESULT_FIGURES; f++)
        print_figure(file, (enum result_figure)f,
                     results_summary(a, path, work_ns, (enum result_figure)f),
                     results_summary(b, path, work_ns, (enum result_figure)f));

    const char *a_hash = first_hash(a, path, work_ns), *b_hash = first_hash(b, path, work_ns);
    if (a_hash[0] || b_hash[0])
        fprintf(file, "  %-28s %16.16s %16.16s %10s  %s\n", "output_xxh3", a_hash, b_hash, "",
                strcmp(a_hash, b_hash) == 0 ? "equal" : "DIFFERENT");
}

void results_diff(FILE *file, const char *a_name, const struct result_set *a, const char *b_name,
                  const struct result_set *b)
{
    bool any = false;

    fprintf(file, "A: %s, %u rounds\nB: %s, %u rounds\n", a_name, a->rounds, b_name, b->rounds);
    print_context(file, &a->context, &b->context);
    for (size_t s = 0; s < a->situation_count; s++) {
        uint32_t work_ns = a->situations[s];
        for (size_t p = 0; p < a->path_count; p++) {
            if (!results_has(a, a->paths[p], work_ns) || !results_has(b, a->paths[p], work_ns))
                continue;
            print_path(file, a->paths[p], work_ns, a, b);
            any = true;
        }
    }
    if (!any)
        fputs("\nNo path was run in both with the same work between events.\n", file);
}
