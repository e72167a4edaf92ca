/*
 * The null writer, and the table of writers.
 */
#include "direct_writer/null.h"
#include "tests/test.h"

static void the_null_writer_counts_and_drops(void **state)
{
    static const struct ho_dictionary nothing;
    struct writer_options options = writer_options_defaults(NULL);
    struct ho_sink *sink;

    (void)state;
    assert_int_equal(null_writer.open(&options, &sink, NULL), 0);
    assert_int_equal(ho_sink_setup(sink, &nothing), 0);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(ho_sink_change(sink, 10 - i, i, "value", 5), 0);
    assert_int_equal(ho_sink_mark(sink, 0, HO_MARK_END), 0);
    assert_int_equal(ho_sink_cut(sink), 0);
    assert_int_equal(null_events(sink), 5);
    assert_int_equal(ho_sink_close(sink, NULL), 0);
}

static void every_writer_of_the_table_is_found_by_its_name(void **state)
{
    size_t count = 0;

    (void)state;
    for (; writer_table[count]; count++)
        assert_ptr_equal(writer_find(writer_table[count]->name), writer_table[count]);
    assert_true(count >= 2);
    assert_ptr_equal(writer_find("null"), &null_writer);
    assert_non_null(writer_find("column"));
    assert_null(writer_find("colum"));
    assert_null(writer_find(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_null_writer_counts_and_drops),
        cmocka_unit_test(every_writer_of_the_table_is_found_by_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
