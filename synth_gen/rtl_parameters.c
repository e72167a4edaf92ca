#include "synth_gen/rtl_parameters.h"

#include "synth_gen/rtl.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHARE_MAX   1000000 /* a sort's; nine of them fit in 32 bits */
#define PERCENT_MAX 1000000
#define MILLION     1000000
#define SIGMA_MAX   6000 /* thousandths */

/* The rates by sort make up for what the limit of the rates takes from the lively ids, so that
 * changes come out as 45, 22, 26, 4.5 and 2.5 % of 1, 2-8, 9-32, 33-64 and more bits. */
#define USUAL                                                                                \
    .share = {4000, 1800, 2000, 1750, 400, 20, 30, 2, 1},                                    \
    .rate = {108, 125, 145, 24, 60, 60, 100, 100, 100}, .dead_blocks = 440, .dead_ids = 250, \
    .clocks = 40, .mu = RTL_Q16(-3.03), .sigma_block = RTL_Q16(1.2),                         \
    .sigma_id = RTL_Q16(2.078), /* with the block's, 2.4 in all */                           \
        .sigma_cycle = 22938    /* 0.35 */

const struct rtl_parameters rtl_plain = {USUAL};

const struct rtl_parameters rtl_event = {
    USUAL,
    .four_state = true,
    .unknowns = 100,
    .shuffled = true,
};

const struct rtl_parameters rtl_netlist = {
    .share = {9700, 150, 100, 50},
    .rate = {108, 125, 145, 24},
    .dead_blocks = 8, /* with those that are too slow for a run, 7 % never change */
    .dead_ids = 3,
    .clocks = 1300,
    .mu = RTL_Q16(-3.03),
    .sigma_block = RTL_Q16(1.2),
    .sigma_id = RTL_Q16(2.078),
    .sigma_cycle = 22938,
};

/* RTL_SORTS numbers up to max, with commas between. numbers may be filled in part on failure. */
static bool parse_sorts(const char *text, uint32_t max, uint32_t numbers[RTL_SORTS])
{
    for (uint32_t i = 0; i < RTL_SORTS; i++) {
        unsigned long number;
        char *end;

        if (!isdigit((unsigned char)*text))
            return false;
        number = strtoul(text, &end, 10); /* too large: ULONG_MAX */
        if (number > max || *end != (i < RTL_SORTS - 1 ? ',' : '\0'))
            return false;
        numbers[i] = (uint32_t)number;
        text = end + 1;
    }
    return true;
}

static bool is_one_of(const char *text, const char *one, const char *other)
{
    return !text || strcmp(text, one) == 0 || strcmp(text, other) == 0;
}

static bool any_given(const struct rtl_options *o)
{
    return o->widths || o->width_rates || o->order || o->states || o->unknowns || o->still ||
           o->rate || o->sigma || o->jitter || o->clocks;
}

bool rtl_options_check(const struct rtl_options *o, bool is_rtl, char message[SOURCE_MESSAGE_BYTES])
{
    uint32_t numbers[RTL_SORTS], total = 0;
    const char *reason = NULL;

    if (o->widths && parse_sorts(o->widths, SHARE_MAX, numbers))
        for (int i = 0; i < RTL_SORTS; i++)
            total += numbers[i];
    if (!is_rtl && any_given(o))
        reason = "rtl options are for the profiles rtl, event and netlist";
    else if (o->widths && !total)
        reason = "rtl widths: must be nine numbers, A,B,..., up to 1000000, not all of them 0";
    else if (o->width_rates && !parse_sorts(o->width_rates, PERCENT_MAX, numbers))
        reason = "rtl width rates: must be nine numbers, A,B,..., up to 1000000";
    else if (!is_one_of(o->order, "ascending", "blocks"))
        reason = "rtl order: must be ascending or blocks";
    else if (!is_one_of(o->states, "two", "four"))
        reason = "rtl states: must be two or four";
    else if (o->unknowns > 10000)
        reason = "rtl unknowns: must be 10000 or less";
    else if (o->still > 1000)
        reason = "rtl still: must be 1000 or less";
    else if (o->rate > MILLION)
        reason = "rtl rate: must be 1000000 or less";
    else if (o->sigma > SIGMA_MAX || o->jitter > SIGMA_MAX)
        reason = "rtl sigma and jitter: must be 6000 or less";
    if (reason)
        snprintf(message, SOURCE_MESSAGE_BYTES, "%s", reason);
    return !reason;
}

/* The x for which e^x is rate, in Q16: by bisection, since random_exp is what will be used. */
static int32_t log_of(uint32_t per_million)
{
    uint64_t rate = ((uint64_t)per_million << 32) / MILLION;
    int32_t low = RTL_Q16(-16), high = 0;

    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;

        if (random_exp(middle) < rate)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* Three quarters of the ids that never change are whole blocks; the others lie between lively
 * ones. */
static void set_still(struct rtl_parameters *p, uint32_t still)
{
    p->dead_blocks = still * 3 / 4;
    p->dead_ids = (still - p->dead_blocks) * 1000 / (1000 - p->dead_blocks);
}

/* A quarter of the variance is a block's. */
static void set_sigma(struct rtl_parameters *p, uint32_t thousandths)
{
    uint64_t sigma = (uint64_t)thousandths * 65536;

    p->sigma_block = (int32_t)(sigma / 2000);
    p->sigma_id = (int32_t)(sigma * 866 / 1000000); /* square root of 3/4 */
}

struct rtl_parameters rtl_parameters(const struct rtl_parameters *profile,
                                     const struct rtl_options *o)
{
    struct rtl_parameters p = *profile;

    if (o->widths)
        parse_sorts(o->widths, SHARE_MAX, p.share);
    if (o->width_rates)
        parse_sorts(o->width_rates, PERCENT_MAX, p.rate);
    if (o->order)
        p.shuffled = strcmp(o->order, "blocks") == 0;
    if (o->states)
        p.four_state = strcmp(o->states, "four") == 0;
    if (o->unknowns)
        p.unknowns = o->unknowns;
    if (o->still)
        set_still(&p, o->still);
    if (o->rate)
        p.mu = log_of(o->rate);
    if (o->sigma)
        set_sigma(&p, o->sigma);
    if (o->jitter)
        p.sigma_cycle = (int32_t)(o->jitter * 65536 / 1000);
    if (o->clocks)
        p.clocks_exactly = o->clocks;
    return p;
}
