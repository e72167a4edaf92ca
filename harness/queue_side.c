#include "harness/queue_side.h"

#include "ring/cpu.h"

#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define SPINS_TO_YIELD 256

void queue_gate_wait(struct queue_gate *gate)
{
    /* Relaxed: it is counted, and nothing is published. */
    atomic_fetch_add_explicit(&gate->waiting, 1, memory_order_relaxed);
    /* Acquire, pairs with the release in queue_gate_open: what was prepared before. */
    while (!atomic_load_explicit(&gate->open, memory_order_acquire))
        sched_yield();
}

void queue_gate_open(struct queue_gate *gate, uint32_t threads)
{
    /* Relaxed: only the number counts. */
    while (atomic_load_explicit(&gate->waiting, memory_order_relaxed) < threads)
        sched_yield();
    atomic_store_explicit(&gate->open, true, memory_order_release);
}

void queue_end_set(struct queue_end *end)
{
    /* Release, pairs with the acquire in queue_ended: who sees the end sees all pushes. */
    atomic_store_explicit(&end->ended, true, memory_order_release);
}

bool queue_ended(const void *end)
{
    return atomic_load_explicit(&((const struct queue_end *)end)->ended, memory_order_acquire);
}

void queue_spin(uint32_t *spins)
{
    if (++*spins % SPINS_TO_YIELD == 0)
        sched_yield();
    else
        ho_cpu_relax();
}

void queue_see(struct queue_seen *seen, uint64_t number)
{
    seen->tally.items++;
    seen->tally.sum += number;
    seen->tally.backward += number < seen->next;
    seen->next = number + 1;
}

void queue_tally_add(struct peer_tally *sum, const struct peer_tally *more)
{
    sum->items += more->items;
    sum->sum += more->sum;
    sum->backward += more->backward;
    sum->damaged += more->damaged;
}

__attribute__((format(printf, 4, 5))) static void
say(const struct queue_case *at, const struct peer_ops *ops, char *message, const char *format, ...)
{
    int used = snprintf(message, QUEUE_MESSAGE_BYTES, "%s, %s%s%s: ", ops->name, at->scenario,
                        at->place[0] ? " " : "", at->place);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(message + used, QUEUE_MESSAGE_BYTES - (size_t)used, format, arguments);
    va_end(arguments);
}

int queue_check(const struct queue_case *at, const struct peer_ops *ops, uint64_t count,
                const struct peer_tally *tally, char message[QUEUE_MESSAGE_BYTES])
{
    if (tally->items < count)
        say(at, ops, message, "lost %" PRIu64 " of %" PRIu64 " items", count - tally->items, count);
    else if (tally->items > count)
        say(at, ops, message, "delivered %" PRIu64 " items, %" PRIu64 " more than there were",
            tally->items, tally->items - count);
    else if (tally->damaged > 0)
        say(at, ops, message, "damaged %" PRIu64 " of %" PRIu64 " items", tally->damaged, count);
    else if (tally->backward > 0)
        say(at, ops, message, "delivered %" PRIu64 " of %" PRIu64 " items out of order",
            tally->backward, count);
    else if (tally->sum != count * (count - 1) / 2)
        say(at, ops, message, "delivered some of %" PRIu64 " items twice, others not at all",
            count);
    else
        return 0;
    return -EBADMSG;
}

int queue_fail(const struct queue_case *at, const struct peer_ops *ops, const char *what, int error,
               char message[QUEUE_MESSAGE_BYTES])
{
    say(at, ops, message, "%s: %s", what, strerror(-error));
    return error;
}
