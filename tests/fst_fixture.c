#include "tests/fst_fixture.h"

#include "tests/test.h"

#include <fstapi.h>

void fst_fixture_begin(struct fst_fixture *f, int packing)
{
    void *writer;

    fst_writing_init(&f->writing, packing);
    writer = f->writing.writer;
    fstWriterSetScope(writer, FST_ST_VCD_MODULE, "top", NULL);
    f->bit = fstWriterCreateVar(writer, FST_VT_VCD_WIRE, FST_VD_INPUT, 1, "bit", 0);
    f->byte = fstWriterCreateVar(writer, FST_VT_VCD_REG, FST_VD_IMPLICIT, 8, "byte [7:0]", 0);
    f->real = fstWriterCreateVar(writer, FST_VT_VCD_REAL, FST_VD_IMPLICIT, 8, "real", 0);
    f->string = fstWriterCreateVar(writer, FST_VT_GEN_STRING, FST_VD_IMPLICIT, 0, "string", 0);
    f->event = fstWriterCreateVar(writer, FST_VT_VCD_EVENT, FST_VD_IMPLICIT, 1, "event", 0);
}

void fst_fixture_at(struct fst_fixture *f, uint64_t time)
{
    fstWriterEmitTimeChange(f->writing.writer, time);
}

void fst_fixture_set(struct fst_fixture *f, uint32_t handle, const void *value)
{
    fstWriterEmitValueChange(f->writing.writer, handle, value);
}

void fst_fixture_set_real(struct fst_fixture *f, double value)
{
    fst_fixture_set(f, f->real, &value);
}

void fst_fixture_set_string(struct fst_fixture *f, const char *text, uint32_t len)
{
    fstWriterEmitVariableLengthValueChange(f->writing.writer, f->string, text, len);
}

void fst_fixture_end(struct fst_fixture *f)
{
    fst_writing_close(&f->writing);
    fst_reading_init(&f->reading, f->writing.data, f->writing.bytes, NULL);
}

void fst_fixture_expect_calls(struct fst_fixture *f, const char *calls)
{
    assert_string_equal(f->reading.message, "");
    assert_int_equal(f->reading.error, 0);
    assert_string_equal(f->reading.calls, calls);
}

void fst_fixture_drop(struct fst_fixture *f)
{
    fst_reading_fini(&f->reading);
    fst_writing_fini(&f->writing);
}
