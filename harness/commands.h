/*
 * commands.h - the sub-commands. Each takes the words behind its name and returns the exit
 * status: 0, 1 if outputs differ, 2 for wrong use or a failed run.
 */
#ifndef HARNESS_COMMANDS_H
#define HARNESS_COMMANDS_H

int compare_command(int argc, char **argv);
int run_command(int argc, char **argv);
int sweep_command(int argc, char **argv);
int advise_command(int argc, char **argv);
int verify_command(int argc, char **argv);
int queues_command(int argc, char **argv);
int micro_command(int argc, char **argv);
int plot_command(int argc, char **argv);
int diff_command(int argc, char **argv);
int convert_command(int argc, char **argv);
int dump_command(int argc, char **argv);
int info_command(int argc, char **argv);

/* argv[0] of the program: what a child is started as. */
extern const char *commands_program;

#endif
