#include "tests/model.h"

#undef NDEBUG /* its limits are part of every build */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

#define LOCATIONS   64
#define STORES_MAX  128
#define CHOICES_MAX 4096
#define STEPS_MAX   2000 /* of all threads: more is a loop that does not end */
#define STACK_BYTES 65536

/* For each location the index of a store: older ones can no longer be read. */
struct view {
    uint8_t from[LOCATIONS];
};

struct store {
    uint64_t value;
    struct view view; /* what an acquire gets */
};

struct location {
    const volatile void *object;
    const char *name;
    unsigned count;
    struct store stores[STORES_MAX]; /* in modification order */
};

struct thread {
    ucontext_t context;
    bool waits; /* at the end of thread_main, for the next execution */
    bool alive;
    unsigned steps;
    struct view view;
    char stack[STACK_BYTES];
};

#define OUTSIDE MODEL_THREADS /* begin and end run here; also a place for the caller's context */

static struct {
    const struct model_run *run;
    struct thread threads[MODEL_THREADS + 1];
    unsigned running, steps, preemptions, stale_reads;
    struct location locations[LOCATIONS];
    unsigned location_count;
    const char *failure;
    bool traced;

    /* The choices of this execution: the first replayed ones are given, others are made. */
    struct {
        uint8_t taken, of;
    } choices[CHOICES_MAX];
    unsigned choice_count, replayed;
    uint64_t random; /* 0: depth first */
} model;

static uint64_t next_random(void)
{
    model.random ^= model.random << 13;
    model.random ^= model.random >> 7;
    model.random ^= model.random << 17;
    return model.random;
}

/* One of so many ways to go on; 0 is the plainest, and the likeliest at random. */
static unsigned choose(unsigned of)
{
    unsigned at = model.choice_count;

    if (of < 2)
        return 0;
    assert(at < CHOICES_MAX && of <= UINT8_MAX);
    model.choice_count++;
    if (at >= model.replayed) {
        bool plain = !model.random || next_random() % 4 != 0;

        model.choices[at].taken = plain ? 0 : (uint8_t)(next_random() % of);
        model.choices[at].of = (uint8_t)of;
    }
    return model.choices[at].taken;
}

/* Sets up the next path, depth first. False if there is none. */
static bool next_path(void)
{
    for (unsigned at = model.choice_count; at-- > 0;) {
        if (model.choices[at].taken + 1 < model.choices[at].of) {
            model.choices[at].taken++;
            model.replayed = at + 1;
            return true;
        }
    }
    return false;
}

static void switch_to(unsigned thread)
{
    unsigned from = model.running;

    model.running = thread;
    if (thread != from)
        swapcontext(&model.threads[from].context, &model.threads[thread].context);
}

/* Goes on with a thread that may run: with this one, unless there is a preemption left. Where
 * this one has ended any other follows, and after the last one we are outside. */
static void schedule(void)
{
    unsigned may[MODEL_THREADS + 1], count = 0, next;
    bool here = model.threads[model.running].alive;

    if (here)
        may[count++] = model.running;
    if (!here || model.random || model.preemptions < model.run->preemptions)
        for (unsigned i = 0; i < MODEL_THREADS; i++)
            if (i != model.running && model.threads[i].alive)
                may[count++] = i;
    if (count == 0)
        may[count++] = OUTSIDE;
    next = may[choose(count)];
    model.preemptions += here && next != model.running;
    switch_to(next);
}

/* Before each atomic operation. Another thread may go first, unless that would be the same as
 * if it had gone before. */
static void step(const volatile void *object)
{
    struct thread *thread = &model.threads[model.running];

    if (model.running == OUTSIDE)
        return;
    model_check(++model.steps < STEPS_MAX, "it ends");
    if (model.running == model.run->stopped && thread->steps > 0 &&
        thread->steps == model.run->stopped_after)
        thread->alive = false;
    if (!thread->alive || (thread->steps > 0 && object != model.run->owned))
        schedule();
    thread->steps++;
}

void model_check(bool holds, const char *what)
{
    if (holds || model.failure)
        return;
    model.failure = what;
    if (model.running != OUTSIDE)
        switch_to(OUTSIDE); /* and never comes back */
}

bool model_failed(void)
{
    return model.failure;
}

unsigned model_steps(void)
{
    return model.threads[model.running].steps;
}

/* The first store is what memory held when the execution began; all have seen it. A cell has
 * no size here. */
static struct location *location_of(const volatile void *object, size_t size, const char *name)
{
    struct location *location = model.locations;

    for (; location < model.locations + model.location_count; location++)
        if (location->object == object)
            return location;
    assert(model.location_count < LOCATIONS);
    assert(size == 0 || size == sizeof(uint64_t));
    model.location_count++;
    location->object = object;
    location->name = name;
    location->count = 1;
    memset(&location->stores[0], 0, sizeof location->stores[0]);
    if (size > 0)
        location->stores[0].value = *(const volatile uint64_t *)object;
    return location;
}

uint64_t model_look(const volatile void *object, size_t size, const char *name)
{
    struct location *location = location_of(object, size, name);

    return location->stores[location->count - 1].value;
}

static void join(struct view *to, const struct view *from)
{
    for (unsigned i = 0; i < LOCATIONS; i++)
        if (to->from[i] < from->from[i])
            to->from[i] = from->from[i];
}

static uint8_t *seen(struct location *location)
{
    return &model.threads[model.running].view.from[location - model.locations];
}

static bool acquires(memory_order order)
{
    assert(order != memory_order_seq_cst); /* not modelled */
    return order == memory_order_acquire || order == memory_order_acq_rel;
}

static bool releases(memory_order order)
{
    return order == memory_order_release || order == memory_order_acq_rel;
}

static void trace(const char *what, const struct location *location, unsigned index)
{
    if (model.traced)
        fprintf(stderr, "  %u %s %s: %llu%s\n", model.running, what, location->name,
                (unsigned long long)location->stores[index].value,
                index + 1 < location->count ? " (not the newest)" : "");
}

/* Which store a load reads: the newest, or with a stale read left any that may be seen and
 * whose value is not but. */
static unsigned choose_store(struct location *location, const uint64_t *but)
{
    unsigned may[STORES_MAX], count = 0, newest = location->count - 1, index;
    bool stale = model.running != OUTSIDE &&
                 (model.random || model.stale_reads < model.run->stale_reads);

    for (index = newest + 1; index-- > (stale ? *seen(location) : newest);)
        if (index == newest || !but || location->stores[index].value != *but)
            may[count++] = index;
    index = may[choose(count)];
    model.stale_reads += index != newest;
    return index;
}

static uint64_t read_store(struct location *location, unsigned index, memory_order order)
{
    *seen(location) = (uint8_t)index;
    if (acquires(order))
        join(&model.threads[model.running].view, &location->stores[index].view);
    return location->stores[index].value;
}

static void add_store(struct location *location, uint64_t value, memory_order order)
{
    unsigned index = location->count++;
    struct store *store = &location->stores[index];

    assert(index < STORES_MAX);
    *seen(location) = (uint8_t)index;
    store->value = value;
    if (releases(order))
        store->view = model.threads[model.running].view;
    else
        memset(&store->view, 0, sizeof store->view);
    store->view.from[location - model.locations] = (uint8_t)index;
}

uint64_t model_load(const volatile void *object, size_t size, const char *name, memory_order order)
{
    struct location *location;
    unsigned index;

    step(object);
    location = location_of(object, size, name);
    index = choose_store(location, NULL);
    trace("loads", location, index);
    return read_store(location, index, order);
}

void model_store(const volatile void *object, size_t size, const char *name, uint64_t value,
                 memory_order order)
{
    struct location *location;

    step(object);
    location = location_of(object, size, name);
    add_store(location, value, order);
    trace("stores", location, location->count - 1);
}

bool model_compare_exchange(const volatile void *object, size_t size, const char *name,
                            uint64_t *expected, uint64_t desired, memory_order success,
                            memory_order failure)
{
    struct location *location;
    unsigned index;

    step(object);
    location = location_of(object, size, name);
    index = choose_store(location, expected);
    if (location->stores[index].value != *expected) {
        trace("fails to exchange", location, index);
        *expected = read_store(location, index, failure);
        return false;
    }
    read_store(location, index, success);
    add_store(location, desired, success);
    join(&location->stores[index + 1].view, &location->stores[index].view);
    trace("exchanges", location, index + 1);
    return true;
}

void model_write(const void *cell)
{
    add_store(location_of(cell, 0, "cell"), 0, memory_order_relaxed);
}

void model_read(const void *cell)
{
    struct location *location = location_of(cell, 0, "cell");

    model_check(*seen(location) == location->count - 1, "no race");
}

static void thread_main(void)
{
    struct thread *thread = &model.threads[model.running];

    for (;;) {
        model.run->thread[model.running](model.run->argument);
        thread->alive = false;
        thread->waits = true;
        schedule();
    }
}

static void begin_thread(struct thread *thread)
{
    thread->alive = true;
    thread->steps = 0;
    memset(&thread->view, 0, sizeof thread->view);
    if (!thread->waits) {
        getcontext(&thread->context);
        thread->context.uc_stack.ss_sp = thread->stack;
        thread->context.uc_stack.ss_size = sizeof thread->stack;
        makecontext(&thread->context, thread_main, 0);
    }
    thread->waits = false;
}

static void execute(void)
{
    model.running = OUTSIDE;
    model.steps = model.preemptions = model.stale_reads = 0;
    model.location_count = model.choice_count = 0;
    model.failure = NULL;
    model.run->begin(model.run->argument);
    for (unsigned i = 0; i < MODEL_THREADS; i++) {
        model.threads[i].alive = false;
        if (model.run->thread[i])
            begin_thread(&model.threads[i]);
    }
    schedule();
    if (!model.failure)
        model.run->end(model.run->argument);
}

/* The execution that failed once more, aloud. */
static void show_failure(void)
{
    fprintf(stderr, "does not hold: %s\n", model.failure);
    model.replayed = model.choice_count;
    model.traced = true;
    execute();
    model.traced = false;
}

static unsigned long walk(const struct model_run *run, unsigned long executions)
{
    unsigned long done = 0;

    model.run = run;
    model.replayed = 0;
    do {
        execute();
        done++;
    } while (!model.failure && done < executions && (model.random || next_path()));
    if (model.failure)
        show_failure();
    return done;
}

unsigned long model_explore(const struct model_run *run)
{
    model.random = 0;
    return walk(run, -1ul);
}

unsigned long model_wander(const struct model_run *run, uint64_t seed, unsigned long executions)
{
    model.random = seed;
    return walk(run, executions);
}
