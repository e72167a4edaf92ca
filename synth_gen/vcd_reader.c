#include "synth_gen/vcd_reader.h"

#include "synth_gen/vcd_change.h"
#include "synth_gen/vcd_value.h"

#include <errno.h>
#include <string.h>

bool vcd_reader_is(const struct vcd_token *token, const char *text)
{
    return token->len == strlen(text) && memcmp(token->text, text, token->len) == 0;
}

int vcd_reader_stopped(struct vcd_reader *reader, int error)
{
    const char *damage = reader->tokens.input->damage;

    if (damage)
        return vcd_report_fail(&reader->report, reader->tokens.line, "%s", damage);
    return vcd_report_error(&reader->report, reader->tokens.line, error);
}

int vcd_reader_inside(struct vcd_reader *reader, const char *keyword, struct vcd_token *token,
                      bool *more)
{
    int got = vcd_tokens_next(&reader->tokens, token);

    if (got < 0)
        return vcd_reader_stopped(reader, got);
    if (got == 0)
        return vcd_report_fail(&reader->report, reader->tokens.line,
                               "truncated: the file ends inside %s", keyword);
    *more = !vcd_reader_is(token, "$end");
    return 0;
}

/* A value with a letter before it: its identifier is the next token. */
static int read_value(struct vcd_reader *reader, enum vcd_form form, struct vcd_token *value)
{
    struct vcd_token code;
    int got = vcd_tokens_pair(&reader->tokens, value, &code);

    if (got < 0)
        return vcd_reader_stopped(reader, got);
    if (got == 0)
        return vcd_report_fail(&reader->report, value->line,
                               "truncated: the file ends inside a value");

    struct vcd_change change = {
        .form = form,
        .text = value->text + 1,
        .len = value->len - 1,
        .code = code.text,
        .code_len = code.len,
        .line = code.line,
        .last = code.last,
    };
    return vcd_change_apply(reader, &change);
}

/* A digit with its identifier right behind it. */
static int read_scalar(struct vcd_reader *reader, const struct vcd_token *token)
{
    struct vcd_change change = {
        .form = VCD_FORM_LOGIC,
        .text = token->text,
        .len = 1,
        .code = token->text + 1,
        .code_len = token->len - 1,
        .line = token->line,
        .last = token->last,
    };

    if (token->len == 1)
        return vcd_report_fail(&reader->report, token->line, "%svalue \"%c\" without an identifier",
                               token->last ? "truncated: " : "", token->text[0]);
    return vcd_change_apply(reader, &change);
}

static int read_time(struct vcd_reader *reader, const struct vcd_token *token)
{
    const char *text = token->text + 1;
    size_t len = token->len - 1;
    uint64_t time;
    bool fraction;
    int error = vcd_value_time(text, len, &time, &fraction);

    if (error)
        return vcd_report_fail(&reader->report, token->line,
                               error == -EOVERFLOW ? "time \"%s\" is above 2^64 - 1"
                                                   : "\"%s\" is no whole number for a time",
                               vcd_report_quote(text, len).text);
    if (fraction)
        vcd_report_warn(&reader->report, VCD_ODD_TIME, token->line, "a time with a decimal point");
    if (time < reader->time)
        return vcd_report_fail(&reader->report, token->line, "%stime goes back from %llu to %llu",
                               token->last ? "truncated: " : "", (unsigned long long)reader->time,
                               (unsigned long long)time);
    if (reader->times == 0 || time != reader->time)
        reader->times++;
    reader->time = time;
    return 0;
}

/* The end of the declarations, stated or implied by what only comes behind them. */
static void begin_body(struct vcd_reader *reader, uint64_t line)
{
    if (!reader->body)
        vcd_report_warn(&reader->report, VCD_ODD_STRUCTURE, line, "$enddefinitions is missing");
    reader->body = true;
}

static int skip(struct vcd_reader *reader, const char *keyword)
{
    struct vcd_token token;
    bool more = true;
    int error = 0;

    while (!error && more)
        error = vcd_reader_inside(reader, keyword, &token, &more);
    return error;
}

static int read_enddefinitions(struct vcd_reader *reader)
{
    struct vcd_token token;
    bool more;
    int error = vcd_reader_inside(reader, "$enddefinitions", &token, &more);

    if (error)
        return error;
    if (more)
        return vcd_report_fail(&reader->report, token.line, "$enddefinitions without $end");
    reader->body = true;
    return 0;
}

static int read_dump(struct vcd_reader *reader, const struct vcd_token *token)
{
    begin_body(reader, token->line);
    reader->dumping = true;
    if (vcd_reader_is(token, "$dumpoff"))
        return vcd_change_mark(reader, HO_MARK_OFF);
    if (vcd_reader_is(token, "$dumpon"))
        return vcd_change_mark(reader, HO_MARK_ON);
    return 0;
}

static int read_keyword(struct vcd_reader *reader, const struct vcd_token *token)
{
    static const char *const dumps[] = {"$dumpvars", "$dumpall", "$dumpoff", "$dumpon"};
    static const char *const skipped[] = {"$comment", "$date", "$version", "$attrbegin",
                                          "$attrend"};
    struct vcd_quote quote = vcd_report_quote(token->text, token->len);
    int error = vcd_declare(reader, token);

    if (error != -ENOENT)
        return error;
    for (size_t i = 0; i < sizeof dumps / sizeof *dumps; i++)
        if (vcd_reader_is(token, dumps[i]))
            return read_dump(reader, token);
    if (vcd_reader_is(token, "$enddefinitions"))
        return read_enddefinitions(reader);
    if (vcd_reader_is(token, "$end")) {
        if (!reader->dumping)
            vcd_report_warn(&reader->report, VCD_ODD_STRUCTURE, token->line,
                            "$end without a beginning");
        reader->dumping = false;
        return 0;
    }
    for (size_t i = 0; i < sizeof skipped / sizeof *skipped; i++)
        if (vcd_reader_is(token, skipped[i]))
            return skip(reader, skipped[i]);
    vcd_report_warn(&reader->report, VCD_ODD_KEYWORD, token->line, "unknown keyword %s is skipped",
                    quote.text);
    return skip(reader, quote.text);
}

static int read_token(struct vcd_reader *reader, struct vcd_token *token)
{
    if (token->text[0] == '$')
        return read_keyword(reader, token);
    if (!reader->body)
        begin_body(reader, token->line);

    switch (token->text[0]) {
    case '#':
        return read_time(reader, token);
    case 'b':
    case 'B':
        return read_value(reader, VCD_FORM_LOGIC, token);
    case 'r':
    case 'R':
        return read_value(reader, VCD_FORM_REAL, token);
    case 's':
    case 'S':
        return read_value(reader, VCD_FORM_STRING, token);
    case '0':
    case '1':
    case '-':
        return read_scalar(reader, token);
    }
    if (strchr("xzuwlhXZUWLH", token->text[0]) && token->text[0])
        return read_scalar(reader, token);
    if (token->text[0] == 'p')
        return vcd_report_fail(&reader->report, token->line,
                               "port values (extended VCD) are not supported");
    return vcd_report_fail(&reader->report, token->line,
                           "\"%s\" is neither a time, a value nor a keyword",
                           vcd_report_quote(token->text, token->len).text);
}

/* Says what the end of the file leaves open, and marks it. */
static int finish(struct vcd_reader *reader)
{
    uint64_t line = reader->tokens.line;

    begin_body(reader, line);
    if (reader->dumping)
        vcd_report_warn(&reader->report, VCD_ODD_STRUCTURE, line,
                        "the file ends inside a $dump block");
    if (!reader->has_timescale)
        vcd_report_warn(&reader->report, VCD_ODD_DECLARATION, line,
                        "no $timescale: 1 ns is assumed");
    if (reader->times > 0 || reader->tape.timed)
        return vcd_change_mark(reader, HO_MARK_END);
    return 0;
}

int vcd_reader_run(struct vcd_reader *reader)
{
    struct vcd_token token;
    int got, error, first = vcd_tokens_peek(&reader->tokens, &error);

    if (error)
        return vcd_reader_stopped(reader, error);
    if (first != '$')
        return vcd_report_fail(&reader->report, reader->tokens.line,
                               "no VCD file: it must begin with a keyword such as $timescale");
    while ((got = vcd_tokens_next(&reader->tokens, &token)) > 0) {
        error = read_token(reader, &token);
        if (error)
            return error;
    }
    return got < 0 ? vcd_reader_stopped(reader, got) : finish(reader);
}
