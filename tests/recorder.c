#include "tests/recorder.h"

#include <stdlib.h>
#include <string.h>

static void put(struct recorder *recorder, const void *bytes, size_t count)
{
    if (recorder->log_size - recorder->log_bytes < count) {
        recorder->log_size = 2 * (recorder->log_size + count);
        recorder->log = realloc(recorder->log, recorder->log_size);
        if (!recorder->log)
            abort();
    }
    if (count > 0)
        memcpy(recorder->log + recorder->log_bytes, bytes, count);
    recorder->log_bytes += count;
}

/* Begins a call: 0 if it is to be written down. */
static int begin(struct recorder *recorder)
{
    recorder->thread = pthread_self();
    if (recorder->error) {
        recorder->late++;
        return recorder->error;
    }
    if (++recorder->calls == recorder->fail_at)
        recorder->error = recorder->fail_error;
    return recorder->error;
}

static int record_setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    struct recorder *recorder = (struct recorder *)sink;

    recorder->thread = pthread_self();
    if (recorder->setup_failing)
        return recorder->error = recorder->fail_error;
    put(recorder, "S", 1);
    put(recorder, &dictionary->signal_count, sizeof dictionary->signal_count);
    return 0;
}

static int record_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                         uint32_t len)
{
    struct recorder *recorder = (struct recorder *)sink;
    int error;

    pthread_mutex_lock(&recorder->lock);
    if (recorder->calls + 1 == recorder->shut_at)
        recorder->gate_shut = true;
    while (recorder->gate_shut) {
        recorder->at_gate = true;
        pthread_cond_broadcast(&recorder->changed);
        pthread_cond_wait(&recorder->changed, &recorder->lock);
    }
    recorder->at_gate = false;
    pthread_mutex_unlock(&recorder->lock);

    error = begin(recorder);
    if (error)
        return error;
    put(recorder, "C", 1);
    put(recorder, &time, sizeof time);
    put(recorder, &id, sizeof id);
    put(recorder, &len, sizeof len);
    put(recorder, value, len);
    return 0;
}

static int record_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    struct recorder *recorder = (struct recorder *)sink;
    int error = begin(recorder);

    if (error)
        return error;
    put(recorder, "M", 1);
    put(recorder, &time, sizeof time);
    put(recorder, &mark, sizeof mark);
    return 0;
}

static int record_cut(struct ho_sink *sink)
{
    struct recorder *recorder = (struct recorder *)sink;
    int error = begin(recorder);

    if (error)
        return error;
    put(recorder, "|", 1);
    return 0;
}

static int record_gap(struct ho_sink *sink, const struct ho_gap *gap)
{
    struct recorder *recorder = (struct recorder *)sink;
    int error = begin(recorder);

    if (error)
        return error;
    put(recorder, "G", 1);
    put(recorder, gap, sizeof *gap);
    return 0;
}

static int record_close(struct ho_sink *sink, struct ho_close_times *times)
{
    struct recorder *recorder = (struct recorder *)sink;

    (void)times;
    recorder->closed++;
    return recorder->error ? recorder->error : recorder->close_error;
}

static const struct ho_sink_ops record_ops = {
    .name = "recorder",
    .setup = record_setup,
    .change = record_change,
    .mark = record_mark,
    .cut = record_cut,
    .gap = record_gap,
    .close = record_close,
};

void recorder_init(struct recorder *recorder)
{
    *recorder = (struct recorder){.sink = {&record_ops}, .log_size = 4096};
    recorder->log = malloc(recorder->log_size);
    if (!recorder->log)
        abort();
    pthread_mutex_init(&recorder->lock, NULL);
    pthread_cond_init(&recorder->changed, NULL);
}

void recorder_fini(struct recorder *recorder)
{
    pthread_cond_destroy(&recorder->changed);
    pthread_mutex_destroy(&recorder->lock);
    free(recorder->log);
}

static void set_gate(struct recorder *recorder, bool shut)
{
    pthread_mutex_lock(&recorder->lock);
    recorder->gate_shut = shut;
    pthread_cond_broadcast(&recorder->changed);
    pthread_mutex_unlock(&recorder->lock);
}

void recorder_shut_gate(struct recorder *recorder)
{
    set_gate(recorder, true);
}

void recorder_open_gate(struct recorder *recorder)
{
    set_gate(recorder, false);
}

void recorder_wait_at_gate(struct recorder *recorder)
{
    pthread_mutex_lock(&recorder->lock);
    while (!recorder->at_gate)
        pthread_cond_wait(&recorder->changed, &recorder->lock);
    pthread_mutex_unlock(&recorder->lock);
}

bool recorder_same(const struct recorder *a, const struct recorder *b)
{
    return a->log_bytes == b->log_bytes && memcmp(a->log, b->log, a->log_bytes) == 0;
}
