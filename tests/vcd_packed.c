#include "tests/vcd_packed.h"

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

void vcd_packed_append(struct vcd_packed *bytes, const void *data, size_t size)
{
    bytes->data = realloc(bytes->data, bytes->size + size + 1);
    assert_non_null(bytes->data);
    if (size > 0)
        memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
}

static void append_gzip(struct vcd_packed *bytes, const void *data, size_t size)
{
    struct vcd_packed member = {malloc(size + 1000), 0};
    z_stream stream = {.next_in = (unsigned char *)(uintptr_t)data, .avail_in = (uInt)size};

    assert_non_null(member.data);
    stream.next_out = member.data;
    stream.avail_out = (uInt)size + 1000;
    assert_int_equal(deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    vcd_packed_append(bytes, member.data, stream.total_out);
    deflateEnd(&stream);
    free(member.data);
}

static void append_zstd(struct vcd_packed *bytes, const void *data, size_t size)
{
    struct vcd_packed frame = {malloc(ZSTD_compressBound(size)), 0};
    ZSTD_CCtx *context = ZSTD_createCCtx();

    assert_true(frame.data && context);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    frame.size = ZSTD_compress2(context, frame.data, ZSTD_compressBound(size), data, size);
    assert_false(ZSTD_isError(frame.size));
    vcd_packed_append(bytes, frame.data, frame.size);
    ZSTD_freeCCtx(context);
    free(frame.data);
}

const struct vcd_packed_format vcd_packed_formats[VCD_PACKED_FORMATS] = {
    {"t.vcd.gz", "the gzip data is damaged", append_gzip},
    {"t.vcd.zst", "the zstd data is damaged", append_zstd},
};

static FILE *open_bytes(const void *data, size_t size)
{
    static struct vcd_packed copy;

    if (size == 0) /* fmemopen takes none */
        return fopen("/dev/null", "r");
    free(copy.data);
    copy = (struct vcd_packed){0};
    vcd_packed_append(&copy, data, size);
    return fmemopen(copy.data, size, "r");
}

void vcd_packed_read(struct vcd_reading *reading, const char *name, const void *data, size_t size,
                     uint64_t memory_max)
{
    vcd_reading_init_named(reading, open_bytes(data, size), name, memory_max);
}

void vcd_packed_expect_same(const struct vcd_reading *reading, const struct vcd_reading *other)
{
    assert_int_equal(other->error, reading->error);
    assert_int_equal(other->warnings, reading->warnings);
    if (reading->error) {
        assert_string_equal(strchr(other->message, ':'), strchr(reading->message, ':'));
    } else {
        assert_string_equal(other->dictionary, reading->dictionary);
        assert_string_equal(other->calls, reading->calls);
    }
}

struct vcd_packed vcd_packed_long_text(unsigned changes)
{
    struct vcd_packed text = {0};
    uint64_t random = 1;
    char line[128];

    vcd_packed_append(&text, "$timescale 1 ns $end $var wire 64 a w $end $enddefinitions $end\n",
                      64);
    for (unsigned i = 0; i < changes; i++) {
        int len = sprintf(line, "#%u\nb", i);

        for (int bit = 0; bit < 64; bit++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            line[len++] = (char)('0' + (random >> 63));
        }
        len += sprintf(line + len, " a\n");
        vcd_packed_append(&text, line, (size_t)len);
    }
    return text;
}
