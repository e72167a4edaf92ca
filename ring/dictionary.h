/*
 * dictionary.h - the signals that a stream of changes speaks about.
 *
 * A signal is what changes: a number (its id, the index into signals[]), a kind and a
 * width. A variable is a name for a signal; several variables may name one signal
 * (aliases). Scopes form the tree in which variables live.
 *
 * A dictionary is plain arrays, built and owned by whoever has the signals. It must stay
 * unchanged from a sink's setup until that sink is closed.
 */
#ifndef HO_DICTIONARY_H
#define HO_DICTIONARY_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the shared library exports. */
#define HO_PUBLIC __attribute__((visibility("default")))

/* What a value of a signal looks like, in bytes. */
enum ho_kind {
    HO_BITS,   /* two-state; (width + 7) / 8 bytes, little-endian, unused high bits zero */
    HO_LOGIC,  /* width characters of 0 1 x z u w l h -, most significant bit first */
    HO_REAL,   /* a double in the machine's representation, 8 bytes */
    HO_STRING, /* any bytes, any length; width is 0 */
    HO_EVENT,  /* no value, length 0; width is 0 */
};

struct ho_signal {
    uint32_t width; /* bits; 64 for HO_REAL */
    enum ho_kind kind;
};

#define HO_NO_SCOPE UINT32_MAX

struct ho_scope {
    const char *name;
    const char *type; /* "module", "task", ...; as the source says it */
    uint32_t parent;  /* index into scopes[], smaller than this one's, or HO_NO_SCOPE */
};

struct ho_variable {
    const char *name; /* as declared, with its range if any: "data [7:0]" */
    const char *type; /* "wire", "reg", ...; as the source says it */
    uint32_t scope;   /* index into scopes[], or HO_NO_SCOPE */
    uint32_t id;      /* index into signals[] */
    uint32_t width;   /* bits, as declared; an alias may show fewer than the signal has */
};

struct ho_dictionary {
    const struct ho_signal *signals;
    const struct ho_scope *scopes;
    const struct ho_variable *variables;
    uint32_t signal_count;
    uint32_t scope_count;
    uint32_t variable_count;
    int32_t timescale; /* one time unit is 10^timescale seconds: -9 is 1 ns, -13 is 100 fs */
};

/* The length in bytes of every value of signal, or UINT32_MAX where lengths vary (HO_STRING). */
HO_PUBLIC uint32_t ho_signal_value_bytes(const struct ho_signal *signal);

/* Whether kinds, widths and all indices are in range, and no name is NULL. */
HO_PUBLIC bool ho_dictionary_valid(const struct ho_dictionary *dictionary);

#ifdef __cplusplus
}
#endif

#endif
