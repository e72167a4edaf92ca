/* The system says no at every allocation of the VCD reader and of the VCD sink: the caller is
 * told, and nothing leaks (run under Address Sanitizer, this shows it). */
#include "tests/test.h"

#include "direct_writer/vcd.h"
#include "synth_gen/vcd.h"
#include "tests/refusal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Needs every kind of allocation, and a second pass. */
static char text[] = "$timescale 1 ns $end $scope module m $end $scope module n $end\n"
                     "$var wire 8 ! v $end $var real 64 \"\" r $end $var reg 1 abcd c $end\n"
                     "$var wire 1 abcde d $end $upscope $end $upscope $end\n"
                     "$enddefinitions $end #0 b1 ! 1abcd sgo \"\" #5 0abcde\n";

/* A whole life: read, write, close. Returns the first error. */
static int live(unsigned refuse_at, char message[SOURCE_MESSAGE_BYTES])
{
    struct source_options options = {.name = "t.vcd"};
    FILE *in = fmemopen(text, sizeof text - 1, "r"), *out = fopen("/dev/null", "w");
    struct source *source = NULL;
    struct ho_sink *sink = NULL;
    int error, close_error;

    assert_true(in && out);
    refusal_start(refuse_at);
    error = vcd_open_stream(in, UINT64_MAX, &options, &source, message);
    if (!error)
        error = vcd_sink_open(out, &sink);
    if (!error)
        error = ho_sink_setup(sink, &source->dictionary);
    if (!error)
        error = source_drive(source, sink);
    close_error = ho_sink_close(sink, NULL);
    source_close(source);
    refusal_end();
    fclose(in);
    fclose(out);
    return error ? error : close_error;
}

static void every_refused_allocation_is_reported(void **state)
{
    unsigned at = 0;
    int error;

    (void)state;
    do {
        char message[SOURCE_MESSAGE_BYTES] = "";

        error = live(++at, message);
        assert_true(error == 0 || error == -ENOMEM);
        if (*message)
            assert_non_null(strstr(message, strerror(ENOMEM)));
    } while (error);
    assert_true(at > 30); /* the refusals reached the second pass, then the sink */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_refused_allocation_is_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
