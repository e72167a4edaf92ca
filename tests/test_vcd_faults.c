/* The system says no at every allocation of the VCD reader and of the VCD writer: the caller is
 * told, and nothing leaks (run under Address Sanitizer, this shows it). */
#include "tests/test.h"

#include "direct_writer/vcd.h"
#include "synth_gen/vcd.h"
#include "tests/direct_file.h"
#include "tests/refusal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

/* Needs every kind of allocation, and a second pass. */
static char text[] = "$timescale 1 ns $end $scope module m $end $scope module n $end\n"
                     "$var wire 8 ! v $end $var real 64 \"\" r $end $var reg 1 abcd c $end\n"
                     "$var wire 1 abcde d $end $upscope $end $upscope $end\n"
                     "$enddefinitions $end #0 b1 ! 1abcd sgo \"\" #5 0abcde\n";

/* A whole life: read, write, close. Returns the first error. */
static int live(unsigned refuse_at, const struct writer_options *writer, const char *name,
                char message[SOURCE_MESSAGE_BYTES])
{
    struct source_options options = {.name = name};
    FILE *in = fopen(name, "r");
    struct source *source = NULL;
    struct ho_sink *sink = NULL;
    int error, close_error;

    assert_non_null(in);
    refusal_start(refuse_at);
    error = vcd_open_stream(in, UINT64_MAX, &options, &source, message);
    if (!error)
        error = vcd_writer.open(writer, &sink, NULL);
    if (!error)
        error = ho_sink_setup(sink, &source->dictionary);
    if (!error)
        error = source_drive(source, sink);
    close_error = ho_sink_close(sink, NULL);
    source_close(source);
    refusal_end();
    fclose(in);
    return error ? error : close_error;
}

/* text as a file, of which the end of its name says how it is compressed. */
static char *store(const char *name)
{
    static unsigned char packed[4096];
    char *path = direct_file_path();
    z_stream stream = {.next_in = (unsigned char *)text, .avail_in = sizeof text - 1};

    strcpy(strrchr(path, '/') + 1, name);
    stream.next_out = packed;
    stream.avail_out = sizeof packed;
    assert_int_equal(deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    if (strstr(name, ".gz"))
        direct_file_store(path, packed, stream.total_out);
    else
        direct_file_store(path, text, sizeof text - 1);
    deflateEnd(&stream);
    return path;
}

static void every_refused_allocation_is_reported(void **state)
{
    static const char *const names[] = {"t.vcd", "t.vcd.gz"};
    char *out = direct_file_path();
    struct writer_options writer = writer_options_defaults(out);

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *in = store(names[i]);
        unsigned at = 0;
        int error;

        do {
            char message[SOURCE_MESSAGE_BYTES] = "";

            error = live(++at, &writer, in, message);
            assert_true(error == 0 || error == -ENOMEM);
            if (*message)
                assert_non_null(strstr(message, strerror(ENOMEM)));
        } while (error);
        assert_true(at > 30); /* the refusals reached the second pass, then the writer */
        direct_file_remove(in);
    }
    direct_file_remove(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_refused_allocation_is_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
