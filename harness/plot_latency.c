/* Single calls: a curve for each path, from the quickest call to the longest. */
#include "harness/plot_data.h"

#include "results/results.h"

#include <math.h>
#include <string.h>

#define STEP 1.1 /* from a point to the next, of how rare a call is */

struct curve {
    const char *path;
    size_t situation;
    double calls; /* that were timed */
};

/* The next path and situation with a curve; false if there is none. */
static bool next_curve(const struct result_set *set, size_t *next, struct curve *curve)
{
    while (*next < set->situation_count * set->path_count) {
        struct histogram pooled;

        curve->situation = *next / set->path_count;
        curve->path = set->paths[*next % set->path_count];
        ++*next;
        results_latency(set, curve->path, set->situations[curve->situation], &pooled);
        curve->calls = (double)histogram_total(&pooled);
        if (curve->calls > 0 && strcmp(curve->path, "floor") != 0)
            return true;
    }
    return false;
}

static double quantile(const struct result_set *set, const struct curve *curve, double share)
{
    return results_latency_quantile(set, curve->path, set->situations[curve->situation], share);
}

/* How rare a call is, one in so many, and how long one so rare takes at least. Returns the number
 * of points. */
static size_t write_curve(FILE *file, const struct result_set *set, const struct curve *curve)
{
    size_t points = 1;

    fputs("\n\n# one_in\tns\n", file);
    for (double rarity = 1; rarity < curve->calls; rarity *= STEP, points++)
        fprintf(file, "%.6g\t%.6g\n", rarity, quantile(set, curve, 1 - 1 / rarity));
    fprintf(file, "%.6g\t%.6g\n", curve->calls, quantile(set, curve, 1));
    return points;
}

/* First the panels' titles; then for each curve its panel, its path and how long one call in a
 * thousand takes; then a data set for each curve. */
size_t plot_latency(FILE *file, const void *subject, size_t figure)
{
    const struct result_set *set = subject;
    struct curve curve;
    size_t points = 0;

    (void)figure;
    fputs("# panel\ttitle\n", file);
    for (size_t s = 0; s < set->situation_count; s++) {
        if (set->situations[s] == 0)
            fprintf(file, "%zu\twithout work\n", s);
        else
            fprintf(file, "%zu\twith %u ns of work\n", s, set->situations[s]);
    }
    fputs("\n\n# panel\tpath\tp99.9_ns\n", file);
    for (size_t next = 0; next_curve(set, &next, &curve);)
        fprintf(file, "%zu\t%s\t%.6g\n", curve.situation, curve.path, quantile(set, &curve, 0.999));
    for (size_t next = 0; next_curve(set, &next, &curve);)
        points += write_curve(file, set, &curve);
    return points;
}
