/* bench verify: random workloads and ring shapes, each through every path. A case is a struct
 * settings; one that fails is made smaller while it fails, and printed as a command. */
#include "harness/commands.h"
#include "harness/drive.h"
#include "harness/measure.h"
#include "harness/path_child.h"
#include "harness/paths.h"
#include "harness/temporary.h"
#include "harness/verify_case.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A case must fail so often in so many tries to count as failing while it is made smaller:
 * some faults need the right moment. */
#define SHRINK_TRIES 4

/* A case that takes so long hangs. */
#define CASE_SECONDS 60

struct verify {
    struct settings given; /* what is not random; seed is the first case's */
    uint64_t cases;
    uint64_t with_gaps; /* cases in which events were lost */
    bool written;       /* some file was */
    bool undecoded;     /* and of some without gaps nobody can say what is in it */
    bool gaps_undecoded;
    char file[TEMPORARY_BYTES];
};

#define FIELD(name) offsetof(struct verify, name)

static const struct option_spec specs[] = {
    OPTION("cases", OPTION_COUNT, FIELD(cases), "1000", "how many", .min = 1),
    {0},
};

/* The case as a command, for people and for the handlers below. */
static char command[4096];

/* What is drawn must be said, also where it is the default of other sub-commands. */
static void write_command(const struct settings *settings)
{
    size_t used = (size_t)snprintf(command, sizeof command, "./bench verify --cases 1");

    for (size_t i = 0; i < SETTINGS_SPECS && used < sizeof command; i++) {
        const struct option_spec *spec = &settings_specs[i];
        const char *field = (const char *)settings + spec->offset;

        if (spec->offset == offsetof(struct settings, work_bytes) ||
            spec->offset == offsetof(struct settings, cpus) ||
            spec->offset == offsetof(struct settings, latency_every) || spec->kind == OPTION_FLAG ||
            (spec->kind == OPTION_TEXT && !*(const char *const *)field))
            continue; /* no part of a case */
        if (spec->kind == OPTION_TEXT)
            used += (size_t)snprintf(command + used, sizeof command - used, " --%s '%s'",
                                     spec->name, *(const char *const *)field);
        else
            used += (size_t)snprintf(command + used, sizeof command - used, " --%s %" PRIu64,
                                     spec->name, *(const uint64_t *)field);
    }
}

/* A crash or a hang has no other way to tell which case it was. */
static void on_death(int signal)
{
    static const char head[] = "\nbench: a case crashed or hangs; to repeat it:\n";
    struct sigaction fallback = {.sa_handler = SIG_DFL};

    if (write(STDERR_FILENO, head, sizeof head - 1) < 0 ||
        write(STDERR_FILENO, command, strlen(command)) < 0 || write(STDERR_FILENO, "\n", 1) < 0)
        _exit(2);
    sigaction(signal, &fallback, NULL);
    raise(signal);
}

static void catch_deaths(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGALRM};
    struct sigaction action = {.sa_handler = on_death};

    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
}

static void note_what_is_shown(struct verify *verify, const struct result *result)
{
    bool undecoded = !result->decoded_xxh3[0];

    verify->written |= result->output_xxh3[0] != '\0';
    if (result_has_gaps(result))
        verify->gaps_undecoded |= undecoded;
    else
        verify->undecoded |= undecoded;
}

/* Runs the case through one path; false, with the reason, if it fails by itself. */
static bool run_path(struct verify *verify, const struct settings *settings, struct source *source,
                     const char *path, struct result *result, char *why)
{
    struct drive drive = {
        .settings = settings,
        .path = path,
        .source = source,
        .output = verify->file,
    };

    *result = (struct result){0};
    if (drive_run(&drive, result, why))
        return false;
    note_what_is_shown(verify, result);
    if (drive_decoded_to_source(result))
        return true;
    snprintf(why, DRIVE_MESSAGE_BYTES, "path %s: the output does not decode to the source", path);
    return false;
}

/* Whether every path makes the same bytes of this case, unless events were lost on it; if not,
 * why. */
static bool passes(struct verify *verify, const struct settings *settings, char *why)
{
    static const char *const paths[] = {"direct", "direct-parallel", "ring", "ring-deferred"};
    struct source *source;
    struct result first, result;
    bool pass = true, gaps = false;

    write_command(settings);
    alarm(CASE_SECONDS);
    source = settings_open_source(settings);
    for (size_t i = 0; i < sizeof paths / sizeof *paths && pass; i++) {
        if (!paths_can(settings, paths[i]))
            continue;
        pass = run_path(verify, settings, source, paths[i], &result, why);
        if (i == 0)
            first = result;
        gaps |= result_has_gaps(&result);
        if (pass && !result_has_gaps(&result) &&
            strcmp(first.output_xxh3, result.output_xxh3) != 0) {
            snprintf(why, DRIVE_MESSAGE_BYTES, "path %s: other bytes than direct", paths[i]);
            pass = false;
        }
    }
    verify->with_gaps += gaps;
    source_close(source);
    alarm(0);
    return pass;
}

/* Whether a smaller case still fails; if so it replaces *settings. */
static bool shrink_to(struct verify *verify, struct settings *settings,
                      const struct settings *smaller, char *why)
{
    if (memcmp(settings, smaller, sizeof *settings) == 0)
        return false;
    for (int i = 0; i < SHRINK_TRIES; i++) {
        if (!passes(verify, smaller, why)) {
            *settings = *smaller;
            return true;
        }
    }
    return false;
}

static void shrink(struct verify *verify, struct settings *settings, char *why)
{
    static const struct {
        size_t offset;
        uint64_t simplest; /* tried at once, then half way towards it, then one step */
    } fields[] = {
        {offsetof(struct settings, spill_every), 0},    {offsetof(struct settings, cut_every), 0},
        {offsetof(struct settings, flush_after_ms), 0}, {offsetof(struct settings, stall_every), 0},
        {offsetof(struct settings, stall_us), 0},       {offsetof(struct settings, pause_every), 0},
        {offsetof(struct settings, pause_us), 0},       {offsetof(struct settings, time_start), 0},
        {offsetof(struct settings, workers), 1},        {offsetof(struct settings, events), 0},
        {offsetof(struct settings, signals), 1},        {offsetof(struct settings, chunks), 2},
        {offsetof(struct settings, spill_bytes), 1},    {offsetof(struct settings, lookahead), 0},
    };
    bool smaller_fails = true;

    while (smaller_fails) {
        smaller_fails = false;
        for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
            for (int how = 0; how < 3; how++) {
                struct settings smaller = *settings;
                uint64_t *field = (uint64_t *)((char *)&smaller + fields[i].offset);
                uint64_t simplest = fields[i].simplest;

                if (*field <= simplest)
                    break;
                *field = how == 0   ? simplest
                         : how == 1 ? simplest + (*field - simplest) / 2
                                    : *field - 1;
                smaller_fails |= shrink_to(verify, settings, &smaller, why);
            }
        }
    }
}

static void parse(int argc, char **argv, struct verify *verify)
{
    struct option_spec all[OPTIONS_MAX];
    const struct option_table table = {
        "verify",
        "Random workloads and ring shapes, each through every path: same bytes, and do they "
        "decode\n"
        "to the source? What is not given is drawn for each case; case k has seed + k.",
        all};
    size_t count = 0;

    all[count++] = specs[0];
    *verify = (struct verify){0};
    for (size_t i = 0; i < SETTINGS_SPECS; i++) {
        all[count] = settings_specs[i];
        all[count++].fallback = NULL;
        if (settings_specs[i].kind != OPTION_TEXT)
            *(uint64_t *)((char *)&verify->given +
                          settings_specs[i].offset) = VERIFY_CASE_GIVEN_NOT;
    }
    all[count] = (struct option_spec){0};
    options_parse_or_exit(&table, argc, argv, verify);
    if (verify->given.seed == VERIFY_CASE_GIVEN_NOT)
        verify->given.seed = 1;
    if (!verify->given.writer)
        verify->given.writer = "column";
    settings_check_writer(verify->given.writer, verify->given.writer_opt);
}

static void print_passed(const struct verify *verify, double seconds)
{
    bool drop = verify->given.on_full && settings_drop(&verify->given);

    printf("%" PRIu64 " cases passed, ", verify->cases);
    if (drop)
        printf("%" PRIu64 " with gaps, ", verify->with_gaps);
    printf("%.0f a second: ", (double)verify->cases / seconds);
    if (!verify->written)
        puts("this writer leaves no file to compare");
    else if (!drop)
        printf("same bytes on all paths%s\n",
               verify->undecoded ? "" : ", all decode to the source");
    else
        printf("same bytes where nothing was lost%s\n",
               verify->undecoded        ? ""
               : verify->gaps_undecoded ? ",\nand there all decode to the source"
                                        : ",\nall decode to the source with exactly these gaps");
}

int verify_command(int argc, char **argv)
{
    char why[DRIVE_MESSAGE_BYTES];
    struct verify verify;
    uint64_t begun_ns;

    parse(argc, argv, &verify);
    temporary_memory_file(path_child_suffix(&verify.given), verify.file); /* thousands, small */
    catch_deaths();
    begun_ns = measure_wall_ns();
    for (uint64_t i = 0; i < verify.cases; i++) {
        struct settings settings = verify_case(&verify.given, verify.given.seed + i);

        if (passes(&verify, &settings, why))
            continue;
        fprintf(stderr, "bench: case %" PRIu64 ": %s\nbench: looking for a smaller case...\n", i,
                why);
        shrink(&verify, &settings, why);
        unlink(verify.file);
        write_command(&settings);
        printf("case %" PRIu64 " of %" PRIu64 " failed: %s\nto repeat it:\n%s\n", i, verify.cases,
               why, command);
        return 1;
    }
    unlink(verify.file);
    print_passed(&verify, (double)(measure_wall_ns() - begun_ns) / 1e9);
    return 0;
}
