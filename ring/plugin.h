/*
 * plugin.h - a writer of one's own as a shared object, loaded by the bench at run time.
 *
 *    #include <ring/plugin.h>
 *
 *    const struct ho_plugin handoff_plugin = {HO_PLUGIN_ABI, "mine", ".mine", open_mine};
 *
 *    cc -O2 -shared -fPIC mine.c $(pkg-config --cflags handoff) -o mine.so
 *    ./bench --writer ./mine.so --writer-opt level=3,mode=fast --runs 3
 *
 * Operation
 *    The bench loads the object, looks at handoff_plugin, and calls open once a run; what
 *    open hands out is driven and closed as ring/sink.h says. The object is never unloaded.
 *
 * Safety
 *    Calls of one sink come from one thread at a time, but not always from the same one, nor from
 *    the one that opened it: behind a ring they come from the ring's thread. So keep the
 *    state in the sink, not in thread-local variables. A plugin runs inside the bench: it
 *    must not exit, and not write to standard output, which is the bench's.
 *
 * What is checked, with one line and exit status 2 if it is not so: that the object loads and has
 * the symbol; abi; that name and open are not NULL; suffix; what open returns; that the sink has
 * each function that ring/sink.h does not call optional; what its calls return.
 *
 * The files of all paths must be equal as bytes: they depend on the calls alone, with no date, no
 * address and no thread's number. A file whose suffix says that the bench can read it (.vcd,
 * .fst, .hcol) is read back too, and must be the source; what is in others nobody looks at.
 */
#ifndef HO_PLUGIN_H
#define HO_PLUGIN_H

#include "ring/sink.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Counts up when this header, ring/sink.h or ring/dictionary.h changes the layout of a struct
 * or the meaning of a call: struct ho_sink_ops is part of it. */
#define HO_PLUGIN_ABI 1

/* One KEY=VALUE of the command line. */
struct ho_plugin_option {
    const char *key;   /* not empty; NULL ends a list */
    const char *value; /* may be empty; has no comma */
};

struct ho_plugin {
    uint32_t abi;       /* HO_PLUGIN_ABI; comes first in every version */
    const char *name;   /* of the writer: "mine" */
    const char *suffix; /* of its files: a dot and up to 15 bytes without a '/'. NULL if open
                           makes no file at path: then no outputs are compared */

    /*
     * Makes a sink that writes to path, created or truncated. Path and options are the
     * caller's again on return; options is never NULL, and has the keys in the order in which
     * they were given, a repeated one twice. open refuses a key that it does not know.
     *
     * Returns 0 and a sink, which from then on is the caller's to close, or -errno and none. On
     * failure it may leave one line for people in message, which has message_bytes bytes and
     * comes empty; the caller says path before it, and strerror's text where it stays empty.
     */
    int (*open)(const char *path, const struct ho_plugin_option *options, struct ho_sink **sink,
                char *message, size_t message_bytes);
};

/* The one symbol that a plugin exports; it defines this. */
extern HO_PUBLIC const struct ho_plugin handoff_plugin;

#ifdef __cplusplus
}
#endif

#endif
