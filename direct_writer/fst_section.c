#include "direct_writer/fst_section.h"

#include "direct_writer/fst_check.h"
#include "direct_writer/fst_dictionary.h"
#include "direct_writer/varint.h"
#include "ring/clock.h"

#include <assert.h>
#include <errno.h>
#include <fstapi.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static_assert(FST_VALUE_BYTES_MAX + 32 < FST_SECTION_BYTES, "a value fits into a section");

/* Steps without a change between: the library has 28 bits for them. */
#define STEPS_MAX (UINT32_C(1) << 27)

#define POLL_NS     100000
#define PATIENCE_NS UINT64_C(10000000000)

void fst_section_init(struct fst_section *section, void *writer, const struct fst_files *files,
                      bool parallel)
{
    *section = (struct fst_section){
        .room = FST_SECTION_BYTES,
        .writer = writer,
        .parallel = parallel,
        .offset = FST_CHECK_HEADER_BYTES,
        .files = files,
    };
}

static int abandon(struct fst_section *section, int error)
{
    section->abandoned = true;
    return error;
}

static void tell(struct fst_section *section, uint64_t time)
{
    unsigned char bytes[VARINT_BYTES_MAX];

    section->time_bytes += (uint64_t)(varint_put(bytes, time - section->time) - bytes);
    section->steps += section->timed;
    section->room -= section->room < FST_SECTION_STEP_BYTES ? section->room
                                                            : FST_SECTION_STEP_BYTES;
    section->timed = true;
    section->time = time;
    fstWriterEmitTimeChange(section->writer, time);
}

int fst_section_reach(struct fst_section *section, uint64_t time)
{
    int error;

    if (section->timed && time == section->time)
        return 0;
    if (time < section->time)
        return -EINVAL;
    if (section->steps >= STEPS_MAX)
        return -EFBIG;
    if (section->timed) {
        tell(section, time);
        return 0;
    }
    section->start = time;
    tell(section, time);
    /* The library has let go of FILE.hier just now, and maps all of it at the end. */
    error = fst_files_hierarchy(section->files, section->hierarchy_bytes);
    return error ? abandon(section, error) : 0;
}

/* The library writes a section's type last, and keeps its lock from before that until the section
 * after it may be ended. It must not be asked for that while its thread has not got the lock. */
static int wait_for_thread(const struct fst_section *section)
{
    const struct timespec pause = {.tv_nsec = POLL_NS};
    uint64_t since = ho_clock_ns();
    struct stat status;
    off_t bytes = 0;

    for (;;) {
        unsigned char type;

        if (pread(section->files->fd, &type, 1, (off_t)section->offset) == 1 &&
            type == FST_BL_VCDATA_DYN_ALIAS2)
            return 0;
        if (fstat(section->files->fd, &status) < 0)
            return -errno;
        if (status.st_size != bytes) {
            bytes = status.st_size;
            since = ho_clock_ns();
        }
        if (ho_clock_ns() - since > PATIENCE_NS)
            return fst_files_blame(section->files);
        nanosleep(&pause, NULL);
    }
}

/* Sees to it that the section before is written: 0 or -errno. */
static int settle(struct fst_section *section)
{
    int error;

    if (!section->pending)
        return 0;
    section->pending = false;
    if (section->parallel) {
        error = wait_for_thread(section);
        if (error)
            return abandon(section, error);
    }
    if (!fst_check_section(section->files->fd, &section->offset))
        return fst_files_blame(section->files);
    return 0;
}

int fst_section_end(struct fst_section *section)
{
    int error = settle(section);
    int no_room = section->abandoned ? 0 : fst_files_room(section->time_bytes);

    if (no_room)
        abandon(section, no_room);
    return error ? error : no_room;
}

static int end_filled(struct fst_section *section, uint64_t time)
{
    int error = fst_section_end(section);

    if (error)
        return error;
    /* With fewer steps the library does not end a section. */
    while (section->steps < 2)
        tell(section, section->time);
    fstWriterFlushContext(section->writer);
    section->steps = 0;
    section->time_bytes = VARINT_BYTES_MAX; /* the next section begins with this one's end */
    tell(section, time);
    section->ended++;
    section->filled = false;
    section->wanted = false;
    section->pending = true;
    return section->parallel ? 0 : settle(section);
}

int fst_section_next(struct fst_section *section, uint64_t time)
{
    int error;

    if (time < section->time)
        return -EINVAL;
    error = section->filled ? end_filled(section, time) : fst_section_reach(section, time);
    section->room = FST_SECTION_BYTES;
    return error;
}

void fst_section_cut(struct fst_section *section)
{
    section->wanted = section->filled;
}
