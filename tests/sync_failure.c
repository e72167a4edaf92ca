#include "tests/sync_failure.h"

#include "tests/direct_file.h"
#include "tests/test.h"

#include <errno.h>

static unsigned calls, fails_at;
static int fails_with;

void sync_failure_start(unsigned at, int error)
{
    calls = 0;
    fails_at = at;
    fails_with = error;
}

unsigned sync_failure_calls(void)
{
    return calls;
}

int __real_fsync(int fd);
int __wrap_fsync(int fd);
int __wrap_fsync(int fd)
{
    if (++calls == fails_at) {
        errno = fails_with;
        return -1;
    }
    return __real_fsync(fd);
}

void sync_failure_expect_reported(int (*write_file)(const char *path))
{
    char *path = direct_file_path();

    for (unsigned nth = 1; nth <= 2; nth++) { /* the file, its folder */
        sync_failure_start(nth, EIO);
        assert_int_equal(write_file(path), -EIO);
        sync_failure_start(nth, EINTR);
        assert_int_equal(write_file(path), 0);
        assert_int_equal(calls, 3);
        sync_failure_start(nth, EINVAL); /* nothing that can be synced */
        assert_int_equal(write_file(path), 0);
        assert_int_equal(calls, 2);
    }
    sync_failure_start(0, 0);
    direct_file_remove(path);
}
