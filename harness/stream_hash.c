#include "harness/stream_hash.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

struct stream_hash {
    struct ho_sink sink;
    int error;     /* the first one, which sticks */
    uint64_t time; /* of the last call */
    uint64_t mark_chain;
    uint64_t gap_chain;
    uint64_t *chain; /* [signal_count]; NULL before setup */
    uint32_t signal_count;
    XXH3_state_t *dictionary; /* has taken in the dictionary */
    XXH3_state_t *result;     /* scratch */
};

static struct stream_hash *from_sink(struct ho_sink *sink)
{
    return (struct stream_hash *)sink;
}

static void add_word(XXH3_state_t *state, uint64_t word)
{
    XXH3_128bits_update(state, &word, sizeof word);
}

/* With its end, so that "a", "bc" is not "ab", "c". */
static void add_string(XXH3_state_t *state, const char *string)
{
    XXH3_128bits_update(state, string, strlen(string) + 1);
}

static void add_dictionary(XXH3_state_t *state, const struct ho_dictionary *d)
{
    add_word(state, d->signal_count);
    add_word(state, d->scope_count);
    add_word(state, d->variable_count);
    add_word(state, (uint64_t)d->timescale);
    for (uint32_t i = 0; i < d->signal_count; i++) {
        add_word(state, d->signals[i].kind);
        add_word(state, d->signals[i].width);
    }
    for (uint32_t i = 0; i < d->scope_count; i++) {
        add_string(state, d->scopes[i].name);
        add_string(state, d->scopes[i].type);
        add_word(state, d->scopes[i].parent);
    }
    for (uint32_t i = 0; i < d->variable_count; i++) {
        add_string(state, d->variables[i].name);
        add_string(state, d->variables[i].type);
        add_word(state, d->variables[i].scope);
        add_word(state, d->variables[i].id);
        add_word(state, d->variables[i].width);
    }
}

static int setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    struct stream_hash *hash = from_sink(sink);

    if (hash->error)
        return hash->error;
    if (hash->chain)
        return hash->error = -EINVAL;
    /* One more: calloc of nothing may be NULL. */
    hash->chain = calloc((size_t)dictionary->signal_count + 1, sizeof *hash->chain);
    if (!hash->chain)
        return hash->error = -ENOMEM;
    hash->signal_count = dictionary->signal_count;
    add_dictionary(hash->dictionary, dictionary);
    return 0;
}

static int change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value, uint32_t len)
{
    struct stream_hash *hash = from_sink(sink);

    if (hash->error)
        return hash->error;
    if (id >= hash->signal_count || time < hash->time)
        return hash->error = -EINVAL;
    /* The hash of the value depends on len, too. */
    uint64_t link[] = {time, XXH3_64bits(value, len), hash->gap_chain};
    hash->chain[id] = XXH3_64bits_withSeed(link, sizeof link, hash->chain[id]);
    hash->time = time;
    return 0;
}

static int mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    struct stream_hash *hash = from_sink(sink);

    if (hash->error)
        return hash->error;
    if (!hash->chain || time < hash->time)
        return hash->error = -EINVAL;
    uint64_t link[] = {time, mark, hash->gap_chain};
    hash->mark_chain = XXH3_64bits_withSeed(link, sizeof link, hash->mark_chain);
    hash->time = time;
    return 0;
}

static int cut(struct ho_sink *sink)
{
    return from_sink(sink)->error;
}

static int gap(struct ho_sink *sink, const struct ho_gap *gap)
{
    struct stream_hash *hash = from_sink(sink);

    if (hash->error)
        return hash->error;
    if (!hash->chain || gap->first_time < hash->time || gap->last_time < gap->first_time)
        return hash->error = -EINVAL;
    uint64_t link[] = {gap->first_time, gap->last_time, gap->events};
    hash->gap_chain = XXH3_64bits_withSeed(link, sizeof link, hash->gap_chain);
    hash->time = gap->last_time;
    return 0;
}

static int close_hash(struct ho_sink *sink, struct ho_close_times *times)
{
    struct stream_hash *hash = from_sink(sink);
    int error = hash->error;

    (void)times;
    XXH3_freeState(hash->result);
    XXH3_freeState(hash->dictionary);
    free(hash->chain);
    free(hash);
    return error;
}

static const struct ho_sink_ops ops = {
    .name = "stream hash",
    .setup = setup,
    .change = change,
    .mark = mark,
    .cut = cut,
    .gap = gap,
    .close = close_hash,
};

int stream_hash_open(struct ho_sink **sink)
{
    struct stream_hash *hash = calloc(1, sizeof *hash);

    if (!hash)
        return -ENOMEM;
    hash->sink.ops = &ops;
    hash->dictionary = XXH3_createState();
    hash->result = XXH3_createState();
    if (!hash->dictionary || !hash->result) {
        close_hash(&hash->sink, NULL);
        return -ENOMEM;
    }
    XXH3_128bits_reset(hash->dictionary);
    *sink = &hash->sink;
    return 0;
}

void stream_hash_result(struct ho_sink *sink, char hex[33])
{
    struct stream_hash *hash = from_sink(sink);
    XXH128_hash_t result;

    XXH3_copyState(hash->result, hash->dictionary);
    add_word(hash->result, hash->mark_chain);
    add_word(hash->result, hash->gap_chain);
    XXH3_128bits_update(hash->result, hash->chain, hash->signal_count * sizeof *hash->chain);
    result = XXH3_128bits_digest(hash->result);
    snprintf(hex, 33, "%016" PRIx64 "%016" PRIx64, result.high64, result.low64);
}
