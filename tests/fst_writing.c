#include "tests/fst_writing.h"

#include <fstapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void need(const void *pointer)
{
    if (!pointer)
        abort();
}

void fst_writing_init(struct fst_writing *writing, int packing)
{
    const char *folder = getenv("TMPDIR");

    *writing = (struct fst_writing){0};
    snprintf(writing->folder, sizeof writing->folder, "%s/handoff-XXXXXX",
             folder ? folder : "/tmp");
    need(mkdtemp(writing->folder));
    snprintf(writing->path, sizeof writing->path, "%s/t.fst", writing->folder);
    writing->writer = fstWriterCreate(writing->path, 1);
    need(writing->writer);
    fstWriterSetTimescale(writing->writer, -9);
    fstWriterSetPackType(writing->writer, (enum fstWriterPackType)packing);
}

void fst_writing_close(struct fst_writing *writing)
{
    FILE *file;
    long bytes;

    fstWriterClose(writing->writer);
    file = fopen(writing->path, "rb");
    need(file);
    fseek(file, 0, SEEK_END);
    bytes = ftell(file);
    rewind(file);
    writing->data = malloc(bytes > 0 ? (size_t)bytes : 1);
    need(writing->data);
    writing->bytes = fread(writing->data, 1, bytes > 0 ? (size_t)bytes : 0, file);
    fclose(file);
}

void fst_writing_fini(struct fst_writing *writing)
{
    free(writing->data);
    unlink(writing->path);
    rmdir(writing->folder);
}
