/* bench dump: a column file as VCD on standard output. */
#include "harness/commands.h"
#include "harness/die.h"
#include "harness/options.h"

#include "direct_writer/vcd.h"
#include "direct_writer/writer.h"

#include <stdio.h>
#include <string.h>

struct dump {
    const char *file;
};

static const struct option_spec specs[] = {
    OPTION("FILE", OPTION_ARGUMENT, offsetof(struct dump, file), NULL, "a column file, .hcol"),
    {0},
};

int dump_command(int argc, char **argv)
{
    static const struct option_table table = {
        "dump", "Prints a column file as VCD on standard output.", specs};
    char reason[WRITER_MESSAGE_BYTES] = "";
    struct ho_sink *sink;
    struct dump dump;
    int error, close_error;

    options_parse_or_exit(&table, argc, argv, &dump);
    if (vcd_sink_open(stdout, &sink))
        die("out of memory");
    error = writer_find("column")->read(dump.file, sink, reason);
    close_error = ho_sink_close(sink, NULL);
    if (close_error)
        die("standard output: %s", strerror(-close_error));
    if (error)
        die("%s", reason[0] ? reason : strerror(-error));
    return 0;
}
