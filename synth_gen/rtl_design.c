#include "synth_gen/rtl_design.h"

/* An id's changes a cycle are at most ON_SHARE * (0.5 to 1), on average. A block is on for
 * ON_SHARE of the cycles, and its rates are by so much higher then. */
#define LOG_ON_SHARE RTL_Q16(-0.3567) /* ON_SHARE = 28 / (28 + 12) */

/* e^20 and e^-40 are as good as any rate beyond them, and what random_exp can do. */
#define LOG_RATE_MAX RTL_Q16(20)
#define LOG_RATE_MIN RTL_Q16(-40)

#define BLOCK_IDS 32    /* mean */
#define CLOCKS_IN 78000 /* ids that parameters->clocks are for */

struct sort {
    enum ho_kind kind;
    uint32_t width_min, width_max;
};

static const struct sort sorts[RTL_SORTS] = {
    {HO_BITS, 1, 1},   {HO_BITS, 2, 8},    {HO_BITS, 9, 32},
    {HO_BITS, 33, 64}, {HO_BITS, 65, 512}, {HO_BITS, 513, 4096},
    {HO_REAL, 64, 64}, {HO_STRING, 0, 0},  {HO_EVENT, 0, 0},
};

struct drawing {
    const struct rtl_parameters *parameters;
    struct random random;
    struct ho_signal *signals;
    struct rtl_cell *cells;
};

static uint32_t draw_sort(struct drawing *d)
{
    const uint32_t *share = d->parameters->share;
    uint32_t total = 0, draw, i;

    for (i = 0; i < RTL_SORTS; i++)
        total += share[i];
    draw = random_below(&d->random, total);
    for (i = 0; draw >= share[i]; i++)
        draw -= share[i];
    return i;
}

static struct ho_signal draw_signal(struct drawing *d, const struct sort *sort)
{
    bool four_state = d->parameters->four_state && sort->kind == HO_BITS;

    return (struct ho_signal){
        .width = random_between(&d->random, sort->width_min, sort->width_max),
        .kind = four_state ? HO_LOGIC : sort->kind,
    };
}

/* sigma times a normal deviate, in Q16. */
static int32_t draw_deviate(struct drawing *d, int64_t sigma)
{
    return (int32_t)(sigma * random_normal(&d->random) / 65536);
}

static int32_t limit_log(int32_t log)
{
    if (log < LOG_RATE_MIN)
        return LOG_RATE_MIN;
    return log < LOG_RATE_MAX ? log : LOG_RATE_MAX;
}

static uint32_t draw_rate(struct drawing *d, int32_t block_deviate, uint32_t percent)
{
    int32_t id_deviate = draw_deviate(d, d->parameters->sigma_id);
    int32_t log = d->parameters->mu - LOG_ON_SHARE + block_deviate + id_deviate;
    uint64_t rate = random_exp(limit_log(log));
    uint64_t most = ((uint64_t)1 << 31) + (random_next(&d->random) >> 33);

    rate = (rate < most ? rate : most) * percent / 100;
    return rate < UINT32_MAX ? (uint32_t)rate : UINT32_MAX;
}

/* An id that follows is of the same sort as its neighbour, and would change as often. */
static void draw_block(struct drawing *d, struct rtl_block *block)
{
    int32_t deviate = draw_deviate(d, d->parameters->sigma_block);
    uint32_t rate = 0;

    block->alive = !random_chance(&d->random, d->parameters->dead_blocks, 1000);
    block->on = random_chance(&d->random, RTL_CYCLES_ON, RTL_CYCLES_ON + RTL_CYCLES_OFF);
    for (uint32_t id = block->first; id < block->end; id++) {
        struct ho_signal *signal = &d->signals[id];
        struct rtl_cell *cell = &d->cells[id];

        cell->follows = id > block->first && random_chance(&d->random, 1, 2);
        if (cell->follows) {
            *signal = signal[-1];
        } else {
            uint32_t sort = draw_sort(d);

            *signal = draw_signal(d, &sorts[sort]);
            rate = draw_rate(d, deviate, d->parameters->rate[sort]);
        }
        cell->rate = rate;
        cell->alive = block->alive && !random_chance(&d->random, d->parameters->dead_ids, 1000);
    }
}

/* Clocks are spread evenly: id * clocks goes round the number of ids so many times. */
static bool is_clock(uint32_t id, uint32_t clocks, uint32_t count)
{
    return (uint64_t)id * clocks % count < clocks;
}

/* Of 8 clocks 5 change at every step, 2 run at half that, 1 at a quarter. */
static uint32_t clock_period(uint32_t id, uint32_t clocks, uint32_t count)
{
    static const uint8_t period[8] = {1, 2, 1, 4, 1, 2, 1, 1};

    return period[(uint64_t)id * clocks / count % 8];
}

uint32_t rtl_design_draw(const struct rtl_parameters *parameters, struct random random,
                         uint32_t count, struct ho_signal *signals, struct rtl_cell *cells,
                         struct rtl_block *blocks)
{
    struct drawing d = {parameters, random, signals, cells};
    uint32_t clocks = (uint32_t)((uint64_t)count * parameters->clocks / CLOCKS_IN);
    uint32_t block_count = 0;

    if (parameters->clocks_exactly)
        clocks = parameters->clocks_exactly < count ? parameters->clocks_exactly : count;
    if (!clocks)
        clocks = 1;
    for (uint32_t id = 0; id < count;) {
        struct rtl_block *block = &blocks[block_count++];

        *block = (struct rtl_block){.first = id};
        if (is_clock(id, clocks, count)) {
            block->end = ++id;
            block->period = clock_period(block->first, clocks, count);
            signals[block->first] = (struct ho_signal){1,
                                                       parameters->four_state ? HO_LOGIC : HO_BITS};
        } else {
            do
                id++;
            while (id < count && !is_clock(id, clocks, count) &&
                   !random_chance(&d.random, 1, BLOCK_IDS));
            block->end = id;
            draw_block(&d, block);
        }
    }
    return block_count;
}
