/*
 * recorder.h - a sink that writes down every call, for tests.
 *
 * Two recorders that took the same calls hold the same bytes. A recorder can be told to fail
 * at its n-th call, and to stop at a gate until the test opens it.
 */
#ifndef TESTS_RECORDER_H
#define TESTS_RECORDER_H

#include "ring/sink.h"

#include <pthread.h>
#include <stddef.h>

struct recorder {
    struct ho_sink sink;
    unsigned char *log;
    size_t log_bytes, log_size;
    uint64_t calls;     /* of every kind but close */
    uint64_t fail_at;   /* the call that fails with fail_error; 0: none */
    int fail_error;     /* -errno */
    int close_error;    /* what close returns if nothing failed before; 0 */
    int error;          /* sticks */
    uint64_t late;      /* calls after that */
    unsigned closed;    /* times that close was called */
    pthread_t thread;   /* of the last call */
    bool setup_failing; /* setup returns fail_error */

    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool gate_shut;   /* change waits while it is */
    uint64_t shut_at; /* the call before which the gate shuts by itself; 0: none */
    bool at_gate;     /* one waits there */
};

/* The recorder outlives its close, so that the test can look at it. */
void recorder_init(struct recorder *recorder);
void recorder_fini(struct recorder *recorder);

void recorder_shut_gate(struct recorder *recorder);
void recorder_open_gate(struct recorder *recorder);

/* Waits until a call of change stands at the gate. */
void recorder_wait_at_gate(struct recorder *recorder);

bool recorder_same(const struct recorder *a, const struct recorder *b);

#endif
