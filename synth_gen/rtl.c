#include "synth_gen/rtl.h"

#include "synth_gen/random.h"
#include "synth_gen/rtl_design.h"
#include "synth_gen/rtl_parameters.h"
#include "synth_gen/rtl_value.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define QUIET_STEPS  40 /* after the first step only clocks move */
#define STEP_TIME    5
#define STRAYS       3
#define FOLLOWED     4080218931u /* 0.95 in 2^-32: an id does as the one before it */
#define LARGE_STRING 65536

struct rtl {
    struct rtl_parameters parameters;
    struct synth *synth;
    struct random random;
    struct rtl_cell *cells;
    struct rtl_block *blocks; /* in the order of the step */
    uint32_t block_count;
    uint64_t *states; /* of all values */
    uint32_t *state;  /* by id: where its own begins */
    char *text;       /* LARGE_STRING bytes, for a value in the making */
    bool large_string_due;
    bool first_step;
    uint64_t step; /* 0 is the one after the first, which sets all ids */
    uint64_t time;
    uint64_t changes;   /* made */
    uint64_t settle_at; /* so many changes, a cut, a spill or the end is due */
    int error;          /* the first one sticks */
};

/* Gives the state of each id's value its place. */
static int place_states(struct rtl *r)
{
    uint32_t count = r->synth->options.signals, words = 0;

    for (uint32_t id = 0; id < count; id++) {
        uint32_t width = r->synth->signals[id].width;

        r->state[id] = words;
        words += width / 64 + (width % 64 != 0);
    }
    r->states = calloc((size_t)words + 1, sizeof *r->states);
    return r->states ? 0 : -ENOMEM;
}

/* HO_LOGIC in r->text: x, if at all, at first and now and then. */
static void print_logic(struct rtl *r, const uint64_t *state, uint32_t width)
{
    uint32_t unknowns = r->parameters.unknowns;

    if (unknowns && (r->first_step || random_chance(&r->random, unknowns, 10000)))
        memset(r->text, 'x', width);
    else
        rtl_value_print(state, width, r->text);
}

/* A string in r->text. The first one of all is large. */
static uint32_t print_string(struct rtl *r)
{
    uint32_t len = LARGE_STRING;

    if (!r->large_string_due)
        len = random_between(&r->random, RTL_STRING_MIN, RTL_STRING_MAX);
    r->large_string_due = false;
    rtl_value_letters(&r->random, r->text, len);
    return len;
}

/* Draws the id's next value. Returns its length, and where it is. */
static uint32_t next_value(struct rtl *r, uint32_t id, const void **value)
{
    const struct ho_signal *signal = &r->synth->signals[id];
    uint64_t *state = r->states + r->state[id];

    *value = state;
    switch (signal->kind) {
    case HO_BITS:
        rtl_value_bits(&r->random, state, signal->width);
        break;
    case HO_LOGIC:
        rtl_value_bits(&r->random, state, signal->width);
        print_logic(r, state, signal->width);
        *value = r->text;
        break;
    case HO_REAL:
        rtl_value_real(&r->random, state);
        break;
    case HO_STRING:
        *value = r->text;
        return print_string(r);
    case HO_EVENT:
        break;
    }
    return ho_signal_value_bytes(signal);
}

/* Writes what is due after the changes so far, and looks when the next is. */
static int settle(struct rtl *r)
{
    const struct source_options *options = &r->synth->options;
    struct tape *tape = &r->synth->tape;
    int error = 0;

    if (synth_due(options->spill_every, r->changes))
        error = tape_refer(tape, r->time, options->signals, synth_spill(r->synth, r->changes),
                           options->spill_bytes);
    if (!error && synth_due(options->cut_every, r->changes))
        error = tape_cut(tape);
    r->settle_at = r->changes + synth_stretch(r->synth, r->changes);
    return error;
}

static bool finished(const struct rtl *r)
{
    return r->error || r->changes == r->synth->options.events;
}

/* Nothing, once the stream is finished: the step in which it ends stays incomplete. */
static void change(struct rtl *r, uint32_t id)
{
    const void *value;
    uint32_t len;

    if (finished(r))
        return;
    len = next_value(r, id, &value);
    r->error = tape_change(&r->synth->tape, r->time, id, value, len);
    r->changes++;
    if (!r->error && r->changes == r->settle_at)
        r->error = settle(r);
}

static void busy_block(struct rtl *r, struct rtl_block *block, uint64_t jitter)
{
    bool changed = false;

    block->on ^= random_chance(&r->random, 1, block->on ? RTL_CYCLES_ON : RTL_CYCLES_OFF);
    if (!block->on)
        return;
    for (uint32_t id = block->first; id < block->end; id++) {
        const struct rtl_cell *cell = &r->cells[id];
        uint64_t draw = random_next(&r->random);

        if (!cell->follows || (uint32_t)draw >= FOLLOWED)
            changed = draw >> 32 < cell->rate * jitter >> 16;
        if (changed && cell->alive)
            change(r, id);
    }
}

static uint32_t draw_strays(struct rtl *r, uint32_t stray[STRAYS])
{
    uint64_t count = r->synth->options.signals;
    uint32_t strays = 0;

    for (uint32_t i = 0; i < STRAYS; i++) {
        uint32_t id = (uint32_t)((i * count + random_below(&r->random, (uint32_t)count)) / STRAYS);

        if (r->cells[id].alive)
            stray[strays++] = id;
    }
    return strays;
}

static void shuffle(struct rtl *r)
{
    for (uint32_t i = r->block_count - 1; i > 0; i--) {
        uint32_t j = random_below(&r->random, i + 1);
        struct rtl_block block = r->blocks[i];

        r->blocks[i] = r->blocks[j];
        r->blocks[j] = block;
    }
}

static void end_step(struct rtl *r)
{
    r->time += random_chance(&r->random, 1, 100) ? random_between(&r->random, 1, 9) : STEP_TIME;
    if (r->parameters.shuffled)
        shuffle(r);
}

static void first_step(struct rtl *r)
{
    r->first_step = true;
    for (uint32_t i = 0; i < r->block_count; i++)
        for (uint32_t id = r->blocks[i].first; id < r->blocks[i].end; id++)
            change(r, id);
    r->first_step = false;
    end_step(r);
}

/* What all rates have in common in a cycle, in Q16: lognormal, mean 1. */
static uint64_t draw_jitter(struct rtl *r)
{
    int64_t normal = random_normal(&r->random), sigma = r->parameters.sigma_cycle;
    int64_t log = sigma * normal / 65536 - sigma * sigma / 131072;

    return random_exp((int32_t)log) >> 16;
}

static void next_step(struct rtl *r)
{
    bool quiet = r->step < QUIET_STEPS, busy = !quiet && r->step % 2 == 0;
    uint64_t jitter = draw_jitter(r);
    uint32_t stray[STRAYS], strays = quiet || busy ? 0 : draw_strays(r, stray);

    for (uint32_t i = 0; i < r->block_count; i++) {
        struct rtl_block *block = &r->blocks[i];

        if (block->period && r->step % block->period == 0)
            change(r, block->first);
        if (block->alive && busy)
            busy_block(r, block, jitter);
        for (uint32_t s = 0; s < strays; s++)
            if (stray[s] - block->first < block->end - block->first)
                change(r, stray[s]);
    }
    r->step++;
    end_step(r);
}

static int write_tape(struct rtl *r)
{
    struct tape *tape = &r->synth->tape;

    r->settle_at = synth_stretch(r->synth, 0);
    first_step(r);
    while (!finished(r))
        next_step(r);
    if (!r->error)
        r->error = tape_mark(tape, tape->timed ? tape->time : r->synth->options.time_start,
                             HO_MARK_END);
    return r->error;
}

int rtl_prepare(struct synth *synth)
{
    const struct source_options *options = &synth->options;
    uint32_t count = options->signals;
    struct rtl r = {
        .parameters = rtl_parameters(synth->profile->parameters, &options->rtl),
        .synth = synth,
        .random = random_start(options->seed, SYNTH_CHANGES),
        .cells = calloc(count, sizeof *r.cells),
        .blocks = calloc(count, sizeof *r.blocks),
        .state = calloc(count, sizeof *r.state),
        .text = malloc(LARGE_STRING),
        .time = options->time_start,
        .large_string_due = true,
    };
    int error = -ENOMEM;

    if (r.cells && r.blocks && r.state && r.text) {
        r.block_count = rtl_design_draw(&r.parameters, random_start(options->seed, SYNTH_SIGNALS),
                                        count, synth->signals, r.cells, r.blocks);
        error = place_states(&r);
    }
    if (!error)
        error = write_tape(&r);
    free(r.states);
    free(r.text);
    free(r.state);
    free(r.blocks);
    free(r.cells);
    return error;
}

int rtl_drive(struct synth *synth, struct ho_sink *sink)
{
    return tape_play(&synth->tape, sink);
}
