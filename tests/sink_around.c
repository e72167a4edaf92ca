#include "tests/sink_around.h"

#include "tests/test.h"

#include <errno.h>

static void call_everything(struct ho_sink *sink)
{
    static struct ho_dictionary dictionary = {.signal_count = 2};
    struct ho_gap gap = {30, 40, 4};

    assert_int_equal(ho_sink_setup(sink, &dictionary), 0);
    for (uint32_t i = 0; i < 20; i++)
        assert_int_equal(ho_sink_change(sink, i, i % 2, &i, sizeof i), 0);
    assert_int_equal(ho_sink_mark(sink, 30, HO_MARK_OFF), 0);
    assert_int_equal(ho_sink_cut(sink), 0);
    assert_int_equal(ho_sink_gap(sink, &gap), 0);
    assert_int_equal(ho_sink_close(sink, NULL), 0);
}

void sink_around_expect_calls(struct ho_sink *sink, const struct recorder *inner)
{
    struct recorder plain;

    recorder_init(&plain);
    call_everything(&plain.sink);
    call_everything(sink);
    assert_true(recorder_same(&plain, inner));
    assert_int_equal(inner->closed, 1);
    recorder_fini(&plain);
}

void sink_around_expect_errors(struct ho_sink *sink, struct recorder *inner)
{
    struct ho_gap gap = {0};

    inner->fail_at = 1;
    inner->fail_error = -ENOSPC;
    inner->setup_failing = true;
    assert_int_equal(ho_sink_setup(sink, &(struct ho_dictionary){0}), -ENOSPC);
    assert_int_equal(ho_sink_change(sink, 0, 0, NULL, 0), -ENOSPC);
    assert_int_equal(ho_sink_mark(sink, 0, HO_MARK_END), -ENOSPC);
    assert_int_equal(ho_sink_cut(sink), -ENOSPC);
    assert_int_equal(ho_sink_gap(sink, &gap), -ENOSPC);
    assert_int_equal(ho_sink_close(sink, NULL), -ENOSPC);
}
