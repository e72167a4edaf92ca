/*
 * fuzz_vcd.c - any bytes as a VCD file, for libFuzzer.
 *
 * They are either refused with a message that names a line, or accepted; then what the VCD
 * sink writes of them is read back as the same calls.
 *
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined -std=c17 -D_GNU_SOURCE -I.
 *         tests/fuzz_vcd.c tests/vcd_reading.c tests/call_text.c synth_gen/vcd*.c
 *         synth_gen/input*.c synth_gen/tape.c direct_writer/vcd*.c ring/dictionary.c
 *         ring/replay.c -lz -lzstd -o build/fuzz_vcd            (on one line)
 *     mkdir -p build/corpus && build/fuzz_vcd build/corpus tests/data
 *
 * It writes what it finds to the first folder.
 */
#include "tests/vcd_reading.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A short text may stand for long values, which are not what is looked for here. */
#define MEMORY_MAX ((uint64_t)4 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct vcd_reading first, second;
    char *copy, *text;
    size_t bytes;

    if (size == 0) /* fmemopen takes none */
        return 0;
    copy = malloc(size);
    check(copy);
    memcpy(copy, data, size);
    vcd_reading_init(&first, fmemopen(copy, size, "r"), MEMORY_MAX, 0);
    free(copy);
    if (first.error) {
        check(first.error == -EINVAL || first.error == -ENOMEM);
        check(strncmp(first.message, "t.vcd:", 6) == 0 && first.message[6] >= '1' &&
              first.message[6] <= '9');
    } else {
        check(ho_dictionary_valid(&first.source->dictionary));
        text = vcd_reading_write(&first, &bytes);
        vcd_reading_init(&second, fmemopen(text, bytes, "r"), UINT64_MAX, 0);
        check(second.error == 0);
        check(strcmp(first.calls, second.calls) == 0);
        vcd_reading_fini(&second);
        free(text);
    }
    vcd_reading_fini(&first);
    return 0;
}
