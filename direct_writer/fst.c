#include "direct_writer/fst.h"

#include "direct_writer/fst_check.h"
#include "direct_writer/fst_dictionary.h"
#include "direct_writer/fst_files.h"
#include "direct_writer/fst_section.h"
#include "direct_writer/fst_values.h"
#include "ring/clock.h"

#include <errno.h>
#include <fstapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* With a change the library keeps a link, a step in time and a length. */
#define CHANGE_BYTES 14

struct fst {
    struct ho_sink sink;

    /* What a change reads and writes. */
    uint32_t signal_count; /* 0 before setup and after an error, so that one test finds both */
    struct fst_signal *signals;
    struct fst_section section;
    struct fst_values values;

    bool set_up;
    bool pauses;
    int error;   /* the first, negative */
    pid_t owner; /* the process whose file it is */
    struct fst_files files;
    struct fst_declared declared;
};

static int fail(struct fst *fst, int error)
{
    if (!fst->error)
        fst->error = error;
    fst->signal_count = 0;
    return fst->error;
}

static int fst_change(struct ho_sink *sink, uint64_t time, uint32_t id, const void *value,
                      uint32_t len)
{
    struct fst *fst = (struct fst *)sink;
    const struct fst_signal *signal;
    uint32_t bytes;
    int error;

    if (id >= fst->signal_count)
        return fail(fst, -EINVAL);
    signal = &fst->signals[id];
    bytes = signal->stored_bytes;
    if (signal->kind == HO_STRING) {
        if (len > FST_VALUE_BYTES_MAX)
            return fail(fst, -EFBIG);
        bytes = len;
    } else if (len != signal->value_bytes) {
        return fail(fst, -EINVAL);
    }
    error = fst_section_take(&fst->section, time, bytes + CHANGE_BYTES, signal->handle == 1);
    if (error)
        return fail(fst, error);
    fst_values_put(&fst->values, signal, value, len);
    return 0;
}

/* Returns 0 or the sticking error. */
static int reach(struct fst *fst, uint64_t time)
{
    int error;

    if (fst->error || !fst->set_up)
        return fail(fst, -EINVAL);
    error = fst_section_reach(&fst->section, time);
    return error ? fail(fst, error) : 0;
}

static void emit_active(struct fst *fst, bool active)
{
    fstWriterEmitDumpActive(fst->section.writer, active);
    fst->pauses = true;
}

static int fst_mark(struct ho_sink *sink, uint64_t time, enum ho_mark mark)
{
    struct fst *fst = (struct fst *)sink;

    if (!reach(fst, time) && mark != HO_MARK_END)
        emit_active(fst, mark == HO_MARK_ON);
    return fst->error;
}

static int fst_cut(struct ho_sink *sink)
{
    struct fst *fst = (struct fst *)sink;

    if (fst->error || !fst->set_up)
        return fail(fst, -EINVAL);
    fst_section_cut(&fst->section);
    return 0;
}

static int fst_gap(struct ho_sink *sink, const struct ho_gap *gap)
{
    struct fst *fst = (struct fst *)sink;
    int error;

    if (gap->last_time < gap->first_time)
        return fail(fst, -EINVAL);
    if (reach(fst, gap->first_time))
        return fst->error;
    emit_active(fst, false);
    for (uint32_t id = 0; id < fst->signal_count; id++) {
        const struct fst_signal *signal = &fst->signals[id];

        if (signal->kind == HO_EVENT)
            continue; /* has no value that could be unknown */
        error = fst_section_take(&fst->section, gap->first_time,
                                 signal->stored_bytes + CHANGE_BYTES, signal->handle == 1);
        if (error)
            return fail(fst, error);
        fst_values_put_unknown(&fst->values, signal);
    }
    if (!reach(fst, gap->last_time))
        emit_active(fst, true);
    return fst->error;
}

static int fst_setup(struct ho_sink *sink, const struct ho_dictionary *dictionary)
{
    struct fst *fst = (struct fst *)sink;
    uint32_t count = dictionary->signal_count;
    uint64_t temporary_bytes;
    int error;

    if (fst->error || fst->set_up || !ho_dictionary_valid(dictionary))
        return fail(fst, -EINVAL);
    fst->signals = calloc((size_t)count + 1, sizeof *fst->signals);
    error = fst->signals ? fst_dictionary_measure(dictionary, fst->signals, &temporary_bytes)
                         : -ENOMEM;
    if (!error)
        error = fst_values_init(&fst->values, fst->section.writer, fst->signals, count);
    if (!error)
        error = fst_files_room(temporary_bytes);
    if (!error)
        error = fst_dictionary_declare(dictionary, fst->section.writer, fst->signals,
                                       &fst->declared);
    if (error)
        return fail(fst, error);
    fst->section.hierarchy_bytes = fst->declared.hierarchy_bytes;
    fst->signal_count = count;
    fst->set_up = true;
    return 0;
}

/* After the library has closed the file. unchanged: there was no change but one that the
 * section needed. */
static int commit(struct fst *fst, bool unchanged)
{
    const struct fst_section *section = &fst->section;
    const struct fst_check expected = {
        .start = section->start,
        .end = section->time,
        .scopes = fst->declared.scopes,
        .variables = fst->declared.variables,
        .handles = fst->declared.handles,
        .sections = section->ended + 1,
        .pauses = fst->pauses,
    };
    uint64_t offset = section->offset;

    if (!fst_check_section(fst->files.fd, &offset) ||
        !fst_check_end(fst->files.fd, offset, &expected) ||
        (unchanged && !fst_check_strike(fst->files.fd, section->offset)))
        return fst_files_blame(&fst->files);
    return fst_files_sync(&fst->files);
}

/* Before the library closes the file. A change that stands for none is taken out by commit. */
static int finish(struct fst *fst, bool unchanged)
{
    int error = 0;

    if (!fst->section.timed)
        error = fst_section_reach(&fst->section, 0);
    if (!error && unchanged)
        fst_values_put_any(&fst->values);
    return error ? error : fst_section_end(&fst->section);
}

static int fst_close(struct ho_sink *sink, struct ho_close_times *times)
{
    struct fst *fst = (struct fst *)sink;
    uint64_t start = ho_clock_ns(), encoded, committed;
    bool unchanged = !fst->section.filled && fst->section.ended == 0;
    bool ours = fst->owner == getpid();
    int error = ours ? 0 : -EINVAL;

    if (ours && fst->set_up && !fst->section.abandoned)
        error = finish(fst, unchanged);
    if (ours && fst->section.abandoned)
        unlink(fst->files.hierarchy);
    else if (ours)
        fstWriterClose(fst->section.writer);
    encoded = ho_clock_ns();

    if (ours && fst->set_up && !fst->section.abandoned && !error)
        error = commit(fst, unchanged);
    committed = ho_clock_ns();

    error = error ? fail(fst, error) : fst->error;
    fst_files_fini(&fst->files);
    fst_values_fini(&fst->values);
    free(fst->signals);
    free(fst);
    if (times) {
        times->encode_ns = encoded - start;
        times->commit_ns = committed - encoded;
        times->join_ns = ho_clock_ns() - committed;
    }
    return error;
}

static const struct ho_sink_ops fst_ops = {
    .name = "fst",
    .setup = fst_setup,
    .change = fst_change,
    .mark = fst_mark,
    .cut = fst_cut,
    .gap = fst_gap,
    .close = fst_close,
};

static int create(struct fst *fst, const struct writer_options *options, char *message)
{
    void *writer;
    int error;

    errno = 0;
    writer = fstWriterCreate(fst->files.path, 1);
    if (!writer) {
        error = errno ? -errno : -EIO;
        snprintf(message, WRITER_MESSAGE_BYTES,
                 "it, the same with .hier, or a temporary file cannot be made: %s",
                 strerror(-error));
        return error;
    }
    error = fst_files_attach(&fst->files);
    if (error) {
        fstWriterClose(writer);
        return error;
    }
    fstWriterSetVersion(writer, "handoff");
    fstWriterSetDate(writer, options->date);
    fstWriterSetPackType(writer, FST_WR_PT_LZ4);
    fstWriterSetParallelMode(writer, options->parallel);
    fst_section_init(&fst->section, writer, &fst->files, options->parallel);
    return 0;
}

static int fst_open(const struct writer_options *options, struct ho_sink **sink, char *message)
{
    struct fst *fst;
    int error;

    if (!options->path || !options->date)
        return -EINVAL;
    fst = calloc(1, sizeof *fst);
    if (!fst)
        return -ENOMEM;
    error = fst_files_init(&fst->files, options->path);
    if (error == -ESPIPE)
        snprintf(message, WRITER_MESSAGE_BYTES, "not a plain file, and FST is written to and fro");
    if (error)
        goto free_fst;
    error = create(fst, options, message);
    if (error)
        goto fini_files;
    fst->sink.ops = &fst_ops;
    fst->owner = getpid();
    *sink = &fst->sink;
    return 0;

fini_files:
    fst_files_fini(&fst->files);
free_fst:
    free(fst);
    return error;
}

const struct writer fst_writer = {
    .name = "fst",
    .suffix = ".fst",
    .parallel = true,
    .open = fst_open,
};
