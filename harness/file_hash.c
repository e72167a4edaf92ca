#include "harness/file_hash.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <xxhash.h>

#define BUFFER_BYTES ((size_t)256 << 10)

/* Feeds what is left of the file to state. */
static int hash_all(int file, XXH3_state_t *state, void *buffer, uint64_t *bytes)
{
    for (*bytes = 0;;) {
        ssize_t got = read(file, buffer, BUFFER_BYTES);

        if (got == 0)
            return 0;
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -errno;
        XXH3_128bits_update(state, buffer, (size_t)got);
        *bytes += (uint64_t)got;
    }
}

int file_hash(const char *path, char hex[33], uint64_t *bytes)
{
    XXH3_state_t *state = NULL;
    void *buffer = NULL;
    XXH128_hash_t hash;
    int file, error;

    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -errno;
    error = -ENOMEM;
    state = XXH3_createState();
    buffer = malloc(BUFFER_BYTES);
    if (!state || !buffer)
        goto out;

    XXH3_128bits_reset(state);
    error = hash_all(file, state, buffer, bytes);
    if (error)
        goto out;
    hash = XXH3_128bits_digest(state);
    snprintf(hex, 33, "%016" PRIx64 "%016" PRIx64, hash.high64, hash.low64);
out:
    free(buffer);
    XXH3_freeState(state);
    close(file);
    return error;
}
