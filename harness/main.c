/* The program: a table of sub-commands. */
#include "harness/commands.h"
#include "harness/die.h"
#include "harness/nearest.h"

#include <stdio.h>
#include <string.h>

const char *commands_program;

static const struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} commands[] = {
    {"compare", compare_command, "the paths side by side: table, verdict, results file, plots"},
    {"run", run_command, "one run of one path, as \"key value\" lines"},
    {"sweep", sweep_command, "direct and ring while one or two parameters vary"},
    {"advise", advise_command, "is the ring worth it here, and how large need it be?"},
    {"verify", verify_command, "random workloads and ring shapes: same bytes on every path?"},
    {"queues", queues_command, "queues side by side: flat out, full, at a low rate, ping-pong"},
    {"micro", micro_command, "Google Benchmark micro-benchmarks, with its own flags"},
    {"plot", plot_command, "draw a results file again"},
    {"diff", diff_command, "two results files side by side"},
    {"convert", convert_command, "a trace into another format"},
    {"dump", dump_command, "a column file as VCD"},
    {"info", info_command, "what a trace is like"},
};

#define COMMANDS (sizeof commands / sizeof *commands)

static void help(void)
{
    printf("usage: bench [SUB-COMMAND] [OPTIONS]\n"
           "What does a ring in front of a per-event writer save, what does it cost, and is the\n"
           "output the same byte for byte?\n\n");
    for (size_t i = 0; i < COMMANDS; i++)
        printf("  %-10s %s%s\n", commands[i].name, commands[i].summary, i ? "" : " (the default)");
    printf("\nbench SUB-COMMAND --help tells its options.\n");
}

static int run_named(const char *name, int argc, char **argv)
{
    const char *names[COMMANDS + 1] = {NULL}, *nearest;

    for (size_t i = 0; i < COMMANDS; i++) {
        names[i] = commands[i].name;
        if (strcmp(name, names[i]) == 0)
            return commands[i].run(argc, argv);
    }
    nearest = nearest_word(name, names);
    if (nearest)
        die("%s: no such sub-command; did you mean %s?", name, nearest);
    die("%s: no such sub-command (see bench --help)", name);
}

int main(int argc, char **argv)
{
    commands_program = argv[0];
    if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        help();
        return 0;
    }
    if (argc == 1 || argv[1][0] == '-')
        return compare_command(argc - 1, argv + 1);
    return run_named(argv[1], argc - 2, argv + 2);
}
