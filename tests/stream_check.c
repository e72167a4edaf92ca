#include "tests/stream_check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

struct checker {
    struct ho_sink sink;
    const struct ho_dictionary *dictionary;
    struct stream_check *check;
    XXH3_state_t *hash;
    uint64_t time;
};

static void hash_words(struct checker *c, uint64_t kind, uint64_t a, uint64_t b, uint64_t d)
{
    const uint64_t words[4] = {kind, a, b, d};

    XXH3_64bits_update(c->hash, words, sizeof words);
}

/* Any call. */
static int begin(struct checker *c, uint64_t time)
{
    c->check->calls++;
    c->check->faults += time < c->time || c->check->ends > 0;
    c->time = time;
    return c->check->calls == c->check->fail_at ? -EIO : 0;
}

static bool value_valid(const struct ho_signal *signal, const unsigned char *value, uint32_t len)
{
    uint32_t bytes = ho_signal_value_bytes(signal);

    if (bytes != UINT32_MAX && bytes != len)
        return false;
    if (signal->kind == HO_BITS && signal->width % 8)
        return value[len - 1] >> signal->width % 8 == 0;
    if (signal->kind == HO_LOGIC)
        for (uint32_t i = 0; i < len; i++)
            if (!memchr("01xzuwlh-", value[i], 9))
                return false;
    return true;
}

static int check_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                        uint32_t len)
{
    struct checker *c = (struct checker *)sink;
    struct stream_check *check = c->check;

    if (check->changes == 0)
        check->first_time = time;
    check->steps += check->changes == 0 || time != check->last_time;
    check->last_time = time;
    check->changes++;
    if (id >= c->dictionary->signal_count || !value_valid(&c->dictionary->signals[id], value, len))
        check->faults++;
    hash_words(c, 1, time - check->origin, id, len);
    XXH3_64bits_update(c->hash, value, len);
    return begin(c, time);
}

static int check_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    struct checker *c = (struct checker *)sink;
    int error = begin(c, time);

    if (mark == HO_MARK_END) {
        c->check->ends++;
        c->check->end_time = time;
    }
    hash_words(c, 2, time - c->check->origin, mark, 0);
    return error;
}

static int check_cut(struct ho_sink *sink)
{
    struct checker *c = (struct checker *)sink;

    c->check->cuts++;
    hash_words(c, 3, 0, 0, 0);
    return begin(c, c->time);
}

static const struct ho_sink_ops ops = {
    .name = "checker",
    .change = check_change,
    .mark = check_mark,
    .cut = check_cut,
};

void stream_check_drive(struct stream_check *check, struct source *source)
{
    struct checker c = {{&ops}, &source->dictionary, check, XXH3_createState(), 0};

    if (!c.hash)
        abort();
    *check = (struct stream_check){.fail_at = check->fail_at, .origin = check->origin};
    XXH3_64bits_reset(c.hash);
    check->error = source_drive(source, &c.sink);
    check->hash = XXH3_64bits_digest(c.hash);
    XXH3_freeState(c.hash);
}
