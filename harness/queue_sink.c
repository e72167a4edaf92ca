#include "harness/queue_sink.h"

#include "harness/queue_sink_loops.h"

#include <assert.h>
#include <errno.h>

static_assert(sizeof(struct queue_event) == QUEUE_SINK_ITEM_BYTES, "an item of the queue");

void queue_sink_init(struct queue_sink *queue, const struct ho_sink_ops *ops, struct ho_sink *inner,
                     void *(*dispatch)(void *queue))
{
    *queue = (struct queue_sink){.sink = {ops}, .inner = inner, .dispatch = dispatch};
    pthread_mutex_init(&queue->lock, NULL);
}

void queue_sink_fini(struct queue_sink *queue)
{
    pthread_mutex_destroy(&queue->lock);
}

struct ho_sink *queue_sink_sink(struct queue_sink *queue)
{
    return &queue->sink;
}

void queue_sink_stats(const struct queue_sink *queue, struct queue_sink_stats *stats)
{
    *stats = queue->stats;
}

/* Makes the first error stick. */
static int fail(struct queue_sink *queue, int error)
{
    if (!queue->error)
        queue->error = error;
    return queue->error;
}

int queue_sink_setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    struct queue_sink *queue = (struct queue_sink *)sink;
    int error = queue->error;

    assert(!queue->running);
    if (!error)
        error = ho_sink_setup(queue->inner, dictionary);
    if (!error)
        error = -pthread_create(&queue->thread, NULL, queue->dispatch, queue);
    queue->running = !error;
    return fail(queue, error);
}

int queue_sink_spill(struct queue_sink *queue, struct queue_event *event, const void *value)
{
    void *copy;

    if (event->len >= QUEUE_EVENT_CONTROL)
        return fail(queue, -EMSGSIZE);
    copy = malloc(event->len);
    if (!copy)
        return fail(queue, -ENOMEM);
    memcpy(copy, value, event->len);
    event->value[0] = (uintptr_t)copy;
    return 0;
}

int queue_sink_look(struct queue_sink *queue)
{
    int failed;

    pthread_mutex_lock(&queue->lock);
    failed = queue->failed;
    pthread_mutex_unlock(&queue->lock);
    return fail(queue, failed);
}

uint64_t queue_sink_wait_begin(struct queue_sink *queue)
{
    queue->stats.waits++;
    return ho_clock_ns();
}

void queue_sink_wait_end(struct queue_sink *queue, uint64_t since_ns)
{
    queue->stats.wait_ns += ho_clock_ns() - since_ns;
    queue_sink_look(queue);
}

void queue_sink_failed(struct queue_sink *queue, int error)
{
    pthread_mutex_lock(&queue->lock);
    if (!queue->failed)
        queue->failed = error;
    pthread_mutex_unlock(&queue->lock);
}

void queue_sink_drained(struct queue_sink *queue)
{
    queue->drained_at = ho_clock_ns();
    queue_sink_failed(queue, ho_sink_close(queue->inner, &queue->close_times));
}

/* What close took, as far as it is known: put until put_ns, joined now. */
static void add_times(const struct queue_sink *queue, uint64_t begun_ns, uint64_t put_ns,
                      struct ho_close_times *times)
{
    const struct ho_close_times *inner = &queue->close_times;
    uint64_t join_ns = ho_clock_ns() - put_ns;
    uint64_t drain_ns = queue->drained_at > put_ns ? queue->drained_at - put_ns : 0;
    uint64_t known_ns = drain_ns + inner->encode_ns + inner->commit_ns;

    times->publish_ns += put_ns - begun_ns;
    times->drain_ns += drain_ns;
    times->encode_ns += inner->encode_ns;
    times->commit_ns += inner->commit_ns;
    times->join_ns += join_ns > known_ns ? join_ns - known_ns : 0;
}

int queue_sink_join(struct queue_sink *queue, uint64_t begun_ns, struct ho_close_times *times)
{
    uint64_t put_ns = ho_clock_ns();

    if (!queue->running)
        return fail(queue, ho_sink_close(queue->inner, times));
    pthread_join(queue->thread, NULL);
    if (times)
        add_times(queue, begun_ns, put_ns, times);
    return queue_sink_look(queue);
}
