/*
 * die.h - the program's one way to give up: a line on standard error, exit status 2.
 */
#ifndef HARNESS_DIE_H
#define HARNESS_DIE_H

/* Prints "bench: " and the formatted line. */
_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
