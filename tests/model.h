/*
 * model.h - a small model checker for C11 atomics, which runs the code itself.
 *
 * A test includes this before the header that it checks: from there on an atomic operation is
 * one of the model's. Threads are coroutines, every atomic operation is a point where another
 * may go on, and a load returns any value that the orders allow, not only the newest.
 *
 *    each location    its stores, in modification order; a store that releases carries a view
 *    a view           for each location, the store before which one can no longer read
 *    each thread      its view; a load that acquires joins the view of the store it read
 *
 * A read-modify-write reads the newest store and hands the view of it on. A compare-and-swap
 * that fails is a load.
 *
 * Executions are walked one after another, each from the beginning: depth first, with so many
 * preemptions and so many old values read in one execution at most; or at random.
 *
 * Left out: a store takes its place in modification order when it is made, and a load cannot
 * return what is stored later. So an order that only forbids the latter is not seen to be
 * needed here.
 *
 * Sources: stateless search, P. Godefroid, VeriSoft, 1997; bounded preemptions, M. Musuvathi,
 * S. Qadeer, CHESS, 2007; views, J. Kang et al., A promising semantics, 2017.
 */
#ifndef TESTS_MODEL_H
#define TESTS_MODEL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MODEL_THREADS 4

struct model_run {
    void (*begin)(void *argument);                 /* plain state as it was at first */
    void (*thread[MODEL_THREADS])(void *argument); /* NULL: none from here on */
    void (*end)(void *argument);                   /* checks; sees every newest value */
    void *argument;
    const volatile void *owned; /* a location of one thread alone: no point to switch at */
    unsigned preemptions;       /* at most, in one execution; depth first only */
    unsigned stale_reads;       /* at most, in one execution; depth first only */
    /* The thread that is stopped for good after so many steps of its own; 0 steps: none. */
    unsigned stopped, stopped_after;
};

/* How many executions were walked: all within the bounds, or up to the first that failed a
 * check, which is printed step by step on standard error. */
unsigned long model_explore(const struct model_run *run);
/* So many executions at random. */
unsigned long model_wander(const struct model_run *run, uint64_t seed, unsigned long executions);
/* Whether the last walk failed a check. */
bool model_failed(void);

/*
 * Within a run.
 */

/* The first check that does not hold ends the execution, if a thread made it, and the walk. */
void model_check(bool holds, const char *what);
/* Atomic operations of this thread so far. */
unsigned model_steps(void);
/* A plain cell, written before others may read it: who has not been told of the write races. */
void model_write(const void *cell);
void model_read(const void *cell);

uint64_t model_load(const volatile void *object, size_t size, const char *name, memory_order order);
void model_store(const volatile void *object, size_t size, const char *name, uint64_t value,
                 memory_order order);
/* Sets *expected only if it fails. */
bool model_compare_exchange(const volatile void *object, size_t size, const char *name,
                            uint64_t *expected, uint64_t desired, memory_order success,
                            memory_order failure);

/* The newest value, whatever this thread may have seen: for checks, no operation of its own. */
#define model_newest(object) model_look(object, sizeof *(object), #object)
uint64_t model_look(const volatile void *object, size_t size, const char *name);

#undef atomic_load_explicit
#undef atomic_store_explicit
#undef atomic_compare_exchange_strong_explicit
#define atomic_load_explicit(object, order) model_load(object, sizeof *(object), #object, order)
#define atomic_store_explicit(object, value, order) \
    model_store(object, sizeof *(object), #object, value, order)
#define atomic_compare_exchange_strong_explicit(object, expected, desired, success, failure) \
    model_compare_exchange(object, sizeof *(object), #object, expected, desired, success, failure)

#endif
