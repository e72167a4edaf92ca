#include "synth_gen/fst_receive.h"

#include "synth_gen/fst_message.h"
#include "synth_gen/vcd_value.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int fail(struct fst_receiver *receiver)
{
    return fst_report_fail(receiver->report, "damaged: the FST library reads nonsense from it");
}

/* bytes more are needed besides the tape. */
static int hold(struct fst_receiver *receiver, uint64_t bytes)
{
    uint64_t used = receiver->held + receiver->tape.bytes, max = receiver->report->memory_max;

    if (used > max || bytes > max - used)
        return fst_report_too_large(receiver->report);
    receiver->held += bytes;
    return 0;
}

/* Makes the array, of max elements, large enough for count. */
static int grow(struct fst_receiver *receiver, void *array, size_t *max, size_t count,
                size_t element_bytes)
{
    size_t larger = count > 2 * *max ? count : 2 * *max;
    void *old, *new;
    int error;

    if (count <= *max)
        return 0;
    error = hold(receiver, (larger - *max) * element_bytes);
    if (error)
        return error;
    memcpy(&old, array, sizeof old);
    new = realloc(old, larger * element_bytes);
    if (!new)
        return fst_report_error(receiver->report, -ENOMEM);
    memcpy(array, &new, sizeof new);
    *max = larger;
    return 0;
}

/* The bytes behind a message, at values + values_used, with a 0 behind them. */
static int read_bytes(struct fst_receiver *receiver, uint32_t len)
{
    int error = grow(receiver, &receiver->values, &receiver->values_max,
                     receiver->values_used + len + 1, 1);

    if (error)
        return error;
    if (fread(receiver->values + receiver->values_used, 1, len, receiver->messages) != len)
        return fail(receiver);
    receiver->values[receiver->values_used + len] = 0;
    return 0;
}

/* The type and the name behind a message. */
static int read_names(struct fst_receiver *receiver, uint32_t len, const char **type,
                      const char **name)
{
    int error = read_bytes(receiver, len);
    size_t type_bytes = error ? 0 : strlen(receiver->values) + 1;

    if (error)
        return error;
    if (type_bytes >= len)
        return fail(receiver);
    *type = receiver->values;
    *name = receiver->values + type_bytes;
    return 0;
}

static int add_signal(struct fst_receiver *receiver, const struct fst_message *message)
{
    struct ho_signal signal = {.width = message->width, .kind = (enum ho_kind)message->id};
    int error = hold(receiver, sizeof signal);

    if (error)
        return error;
    error = vcd_dictionary_signal(&receiver->dictionary, &signal);
    return error ? fst_report_error(receiver->report, error) : 0;
}

static int add_scope(struct fst_receiver *receiver, const struct fst_message *message)
{
    struct ho_scope scope = {.parent = receiver->scope};
    int error = read_names(receiver, message->len, &scope.type, &scope.name);

    if (!error)
        error = hold(receiver, sizeof scope + message->len);
    if (error)
        return error;
    error = vcd_dictionary_scope(&receiver->dictionary, &scope);
    if (error)
        return fst_report_error(receiver->report, error);
    receiver->scope = receiver->dictionary.scope_count - 1;
    return 0;
}

static void leave_scope(struct fst_receiver *receiver)
{
    if (receiver->scope == HO_NO_SCOPE)
        fst_report_warn(receiver->report, "the end of a scope outside of any");
    else
        receiver->scope = receiver->dictionary.scopes[receiver->scope].parent;
}

static int add_variable(struct fst_receiver *receiver, const struct fst_message *message)
{
    struct ho_variable variable = {
        .scope = receiver->scope, .id = message->id, .width = message->width};
    int error = read_names(receiver, message->len, &variable.type, &variable.name);

    if (!error)
        error = hold(receiver, sizeof variable + message->len);
    if (error)
        return error;
    error = vcd_dictionary_variable(&receiver->dictionary, &variable);
    return error ? fst_report_error(receiver->report, error) : 0;
}

static int compare(const void *left, const void *right)
{
    const struct fst_pending *a = left, *b = right;

    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    return a->at < b->at ? -1 : 1;
}

/* The step's changes, by signal, onto the tape. */
static int end_step(struct fst_receiver *receiver)
{
    uint64_t cut_every = receiver->report->options->cut_every;
    struct tape *tape = &receiver->tape;
    int error = 0;

    if (receiver->pending_count > 1)
        qsort(receiver->pending, receiver->pending_count, sizeof *receiver->pending, compare);
    for (size_t i = 0; i < receiver->pending_count && !error; i++) {
        const struct fst_pending *change = &receiver->pending[i];

        error = tape_change(tape, receiver->time, change->id, receiver->values + change->at,
                            change->len);
        if (!error && cut_every > 0 && tape->events % cut_every == 0)
            error = tape_cut(tape);
    }
    receiver->pending_count = 0;
    receiver->values_used = 0;
    return error ? fst_report_error(receiver->report, error) : hold(receiver, 0);
}

/* To a time, at which the next things happen. */
static int advance(struct fst_receiver *receiver, uint64_t time)
{
    int error = 0;

    if (time < receiver->time)
        return fst_report_fail(receiver->report, "time goes back from %llu to %llu",
                               (unsigned long long)receiver->time, (unsigned long long)time);
    if (time > receiver->time)
        error = end_step(receiver);
    receiver->time = time;
    return error;
}

static int add_change(struct fst_receiver *receiver, const struct fst_message *message)
{
    const struct ho_signal *signal;
    uint32_t bytes;
    int error;

    if (message->id >= receiver->dictionary.signal_count)
        return fail(receiver);
    signal = &receiver->dictionary.signals[message->id];
    bytes = ho_signal_value_bytes(signal);
    if (bytes != UINT32_MAX && message->len != bytes)
        return fail(receiver);
    error = advance(receiver, message->number);
    if (!error)
        error = read_bytes(receiver, message->len);
    if (!error)
        error = grow(receiver, &receiver->pending, &receiver->pending_max,
                     receiver->pending_count + 1, sizeof *receiver->pending);
    if (error)
        return error;
    if (signal->kind == HO_LOGIC) {
        char *value = receiver->values + receiver->values_used;

        if (vcd_value_logic(value, bytes, bytes, value) != 0)
            return fst_report_fail(receiver->report,
                                   "damaged: a value holds other characters than bits have");
    }
    receiver->pending[receiver->pending_count++] = (struct fst_pending){
        .id = message->id, .len = message->len, .at = receiver->values_used};
    receiver->values_used += (size_t)message->len + 1;
    return 0;
}

static int add_mark(struct fst_receiver *receiver, uint64_t time, uint32_t mark)
{
    int error = advance(receiver, time);

    if (!error) /* in the order in which they come, also at one time */
        error = end_step(receiver);
    if (error)
        return error;
    error = tape_mark(&receiver->tape, time, (enum ho_mark)mark);
    return error ? fst_report_error(receiver->report, error) : 0;
}

static int end(struct fst_receiver *receiver, uint64_t time)
{
    receiver->ended = true;
    return add_mark(receiver, time > receiver->time ? time : receiver->time, HO_MARK_END);
}

/* Text for people, which is warned of or failed with. */
static int say(struct fst_receiver *receiver, const struct fst_message *message)
{
    int error = message->len < FST_TEXT_BYTES_MAX ? read_bytes(receiver, message->len)
                                                  : fail(receiver);
    const char *text = receiver->values + receiver->values_used;

    if (error)
        return error;
    if (message->what == FST_FAIL)
        return fst_report_fail(receiver->report, "%s", text);
    fst_report_warn(receiver->report, "%s", text);
    return 0;
}

static int take(struct fst_receiver *receiver, const struct fst_message *message)
{
    switch ((enum fst_what)message->what) {
    case FST_FAIL:
    case FST_WARN:
        return say(receiver, message);
    case FST_ERROR:
        return message->id > 0 && message->id <= INT_MAX
                   ? fst_report_error(receiver->report, -(int)message->id)
                   : fail(receiver);
    case FST_TIMESCALE:
        receiver->timescale = (int32_t)message->number;
        return 0;
    case FST_SCOPE:
        return add_scope(receiver, message);
    case FST_UPSCOPE:
        leave_scope(receiver);
        return 0;
    case FST_SIGNAL:
        return add_signal(receiver, message);
    case FST_VARIABLE:
        return add_variable(receiver, message);
    case FST_TIMES:
        receiver->times = message->number;
        return 0;
    case FST_CHANGE:
        return add_change(receiver, message);
    case FST_MARK:
        return add_mark(receiver, message->number, message->id);
    case FST_END:
        return end(receiver, message->number);
    }
    return fail(receiver);
}

int fst_receive(struct fst_receiver *receiver)
{
    struct fst_message message;
    int error = 0;

    receiver->scope = HO_NO_SCOPE;
    while (!error && !receiver->ended &&
           fread(&message, sizeof message, 1, receiver->messages) == 1)
        error = take(receiver, &message);
    return error;
}

void fst_receive_fini(struct fst_receiver *receiver)
{
    free(receiver->pending);
    free(receiver->values);
    tape_fini(&receiver->tape);
    vcd_dictionary_fini(&receiver->dictionary);
}
