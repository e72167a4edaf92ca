#include "tests/direct_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A test that has no memory or disk is over. */
static void *need(void *pointer)
{
    if (!pointer)
        abort();
    return pointer;
}

char *direct_file_path(void)
{
    const char *folder = getenv("TMPDIR");
    char *path = need(malloc(4096));

    snprintf(path, 4096, "%s/handoff-XXXXXX", folder ? folder : P_tmpdir);
    need(mkdtemp(path));
    strcat(path, "/out.hcol");
    return path;
}

void direct_file_remove(char *path)
{
    unlink(path);
    *strrchr(path, '/') = 0;
    rmdir(path);
    free(path);
}

unsigned char *direct_file_load(const char *path, size_t *bytes)
{
    FILE *file = need(fopen(path, "rb"));
    unsigned char *data;

    fseek(file, 0, SEEK_END);
    *bytes = (size_t)ftell(file);
    rewind(file);
    data = need(malloc(*bytes + 1));
    if (fread(data, 1, *bytes, file) != *bytes)
        abort();
    fclose(file);
    return data;
}

void direct_file_store(const char *path, const void *data, size_t bytes)
{
    FILE *file;

    /* Some file systems flush a file that was truncated and written again. */
    unlink(path);
    file = need(fopen(path, "wb"));
    if (fwrite(data, 1, bytes, file) != bytes || fclose(file) != 0)
        abort();
}
