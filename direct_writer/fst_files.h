/*
 * fst_files.h - the files around GTKWave's library, which names no reason when one fails.
 *
 * The library makes the file anew, keeps the declarations in FILE.hier beside it until it is
 * closed, and has files without a name in /tmp, which it maps into memory.
 */
#ifndef DIRECT_WRITER_FST_FILES_H
#define DIRECT_WRITER_FST_FILES_H

#include <stdint.h>

struct fst_files {
    char *path;      /* as the library shall open it: no symbolic link, which it would replace */
    char *hierarchy; /* FILE.hier */
    int fd;          /* of the file that the library made; -1 before that */
    int directory;   /* where the names are */
};

/* Before the library opens path. Returns 0, or -errno and nothing to close; with -ESPIPE path is
 * not a plain file. */
int fst_files_init(struct fst_files *files, const char *path);

/* After the library has opened files->path. Returns 0 or -errno. */
int fst_files_attach(struct fst_files *files);

/* Whether the library's temporary files may grow by bytes: 0 or -errno. */
int fst_files_room(uint64_t bytes);

/* Whether FILE.hier has bytes: 0 or -errno. */
int fst_files_hierarchy(const struct fst_files *files, uint64_t bytes);

/* Why the file is not what it should be: -errno of a write at its end, or -EIO. */
int fst_files_blame(const struct fst_files *files);

/* Makes the file and its name durable. Returns 0 or -errno. */
int fst_files_sync(const struct fst_files *files);

/* FILE.hier is the library's to remove. */
void fst_files_fini(struct fst_files *files);

#endif
