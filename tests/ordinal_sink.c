#include "tests/ordinal_sink.h"

#include <sched.h>
#include <string.h>
#include <unistd.h>

#define MARK_EVERY 16

uint64_t ordinal_time(uint64_t number)
{
    return number / 3 + (number / 100 << 20);
}

static enum ho_mark mark_of(uint64_t number)
{
    return (enum ho_mark)(number / MARK_EVERY % (HO_MARK_ON + 1));
}

int ordinal_append(struct ho_sink *sink, uint64_t number, uint32_t len)
{
    unsigned char value[4096] = {0};

    if (number % MARK_EVERY == MARK_EVERY - 1)
        return ho_sink_mark(sink, ordinal_time(number), mark_of(number));
    memcpy(value, &number, sizeof number);
    return ho_sink_change(sink, ordinal_time(number), (uint32_t)number, value, len);
}

static void check(struct ordinal_sink *ordinal, bool right)
{
    ordinal->wrong += !right;
}

static int setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    (void)sink, (void)dictionary;
    return 0;
}

static void stall(struct ordinal_sink *ordinal)
{
    if (atomic_load(&ordinal->hold)) {
        atomic_store(&ordinal->held, true);
        while (atomic_load(&ordinal->hold))
            sched_yield();
        atomic_store(&ordinal->held, false);
    }
    if (ordinal->stall_in == 0)
        return;
    ordinal->stall_seed = ordinal->stall_seed * 6364136223846793005u + 1442695040888963407u;
    if ((ordinal->stall_seed >> 33) % ordinal->stall_in == 0)
        usleep(ordinal->stall_seed >> 40 & 127);
}

static int change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value, uint32_t len)
{
    struct ordinal_sink *ordinal = (struct ordinal_sink *)sink;
    uint64_t number = UINT64_MAX;

    stall(ordinal);
    if (len >= sizeof number)
        memcpy(&number, value, sizeof number);
    check(ordinal, number == ordinal->next && id == (uint32_t)number);
    check(ordinal, time == ordinal_time(ordinal->next));
    ordinal->next++;
    ordinal->given++;
    return 0;
}

static int mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    struct ordinal_sink *ordinal = (struct ordinal_sink *)sink;

    check(ordinal, time == ordinal_time(ordinal->next) && mark == mark_of(ordinal->next));
    ordinal->next++;
    ordinal->given++;
    return 0;
}

static int cut(struct ho_sink *sink)
{
    ((struct ordinal_sink *)sink)->cuts++;
    return 0;
}

static int gap(struct ho_sink *sink, const struct ho_gap *gap)
{
    struct ordinal_sink *ordinal = (struct ordinal_sink *)sink;

    if (ordinal->next > 0)
        check(ordinal, gap->first_time >= ordinal_time(ordinal->next - 1));
    if (gap->events > 0) {
        check(ordinal, gap->first_time <= ordinal_time(ordinal->next));
        check(ordinal, gap->last_time >= ordinal_time(ordinal->next + gap->events - 1));
    }
    check(ordinal, gap->last_time <= ordinal_time(ordinal->next + gap->events));
    ordinal->next += gap->events;
    ordinal->missing += gap->events;
    ordinal->gaps++;
    return 0;
}

static int close_ordinal(struct ho_sink *sink, struct ho_close_times *times)
{
    (void)times;
    atomic_store(&((struct ordinal_sink *)sink)->closed, true);
    return 0;
}

static const struct ho_sink_ops ops = {
    .name = "ordinal",
    .setup = setup,
    .change = change,
    .mark = mark,
    .cut = cut,
    .gap = gap,
    .close = close_ordinal,
};

void ordinal_sink_init(struct ordinal_sink *ordinal)
{
    *ordinal = (struct ordinal_sink){.sink.ops = &ops};
}

void ordinal_sink_wait_held(struct ordinal_sink *ordinal)
{
    while (!atomic_load(&ordinal->held))
        sched_yield();
}
