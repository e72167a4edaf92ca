/*
 * fst_section.h - times, and the sections of an FST file.
 *
 * GTKWave's library gathers the changes of a section in memory and writes the section when the
 * next time is told. When it does so by itself depends on the machine, so it is told to before.
 *
 * A section begins with a change only: the library does not end one without changes well. And it
 * begins with a change of the first signal: of a section in which that one does not change the
 * library's reader may take a signal without changes for an alias of another, since it uses an
 * index of the section before. So what asks for an end, as a cut does or a section that is half
 * full, waits for that signal's next change. Only a full section ends without.
 */
#ifndef DIRECT_WRITER_FST_SECTION_H
#define DIRECT_WRITER_FST_SECTION_H

#include "direct_writer/fst_files.h"

#include <stdbool.h>
#include <stdint.h>

struct fst_section {
    uint64_t time;            /* the last one that the library was told */
    uint64_t room;            /* bytes that may come before the section is full */
    void *writer;             /* the library's context */
    bool timed;               /* the library was told a time */
    bool wanted;              /* its end is */
    bool filled;              /* the section has a change */
    bool parallel;            /* the library writes sections by a thread of its own */
    bool pending;             /* the section before is not known to be written */
    bool abandoned;           /* the library must not be called any more */
    uint32_t steps;           /* times told in the section, without its first */
    uint64_t start;           /* the first time of all */
    uint64_t ended;           /* sections before this one */
    uint64_t offset;          /* in the file, where they end */
    uint64_t time_bytes;      /* that the section's times take in a temporary file */
    uint64_t hierarchy_bytes; /* of FILE.hier; set once it is complete */
    const struct fst_files *files;
};

void fst_section_init(struct fst_section *section, void *writer, const struct fst_files *files,
                      bool parallel);

/* The library ends a section by itself at 128 MiB, or at more for a million variables. */
#define FST_SECTION_BYTES ((UINT64_C(1) << 27) - 64)

/* A step in time counts as this, so that a full section has fewer than the library can count. */
#define FST_SECTION_STEP_BYTES 4

/* Tells the library the time of what is no change. Returns 0, -EINVAL if time decreases, or
 * another -errno. */
int fst_section_reach(struct fst_section *section, uint64_t time);

/* fst_section_take where the section is full. */
int fst_section_next(struct fst_section *section, uint64_t time);

/* Tells the library the time of a change that takes so many bytes, at most 128 MiB less 64; first:
 * of the first signal. Returns as fst_section_reach does; after 0 the change has to follow. */
static inline int fst_section_take(struct fst_section *section, uint64_t time, uint32_t bytes,
                                   bool first)
{
    int error = 0;

    if (section->room < bytes + FST_SECTION_STEP_BYTES ||
        (first && (section->wanted || section->room < FST_SECTION_BYTES / 2)))
        error = fst_section_next(section, time);
    else if (time != section->time || !section->timed)
        error = fst_section_reach(section, time);
    if (error)
        return error;
    section->room -= bytes;
    section->filled = true;
    return 0;
}

/* The next change of the first signal begins a section. */
void fst_section_cut(struct fst_section *section);

/* To be called before the library ends the section, or the file: whether it can. 0 or -errno. */
int fst_section_end(struct fst_section *section);

#endif
