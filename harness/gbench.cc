/*
 * gbench.cc - the one file that speaks C++ to Google Benchmark.
 *
 * It keeps to what versions 1.7 to 1.9 have in common.
 */
#include "harness/gbench.h"

#include <benchmark/benchmark.h>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <locale>
#include <new>
#include <sstream>
#include <string>
#include <vector>

namespace
{

using Run = benchmark::BenchmarkReporter::Run;

/* Numbers in a results file have a decimal point, whatever the program's locale says. */
class ClassicLocale
{
  public:
    ClassicLocale() : before_(std::locale::global(std::locale::classic()))
    {
    }
    ~ClassicLocale()
    {
        std::locale::global(before_);
    }

  private:
    std::locale before_;
};

std::string json(const std::vector<Run> &runs)
{
    ClassicLocale locale;
    std::ostringstream text;
    benchmark::JSONReporter reporter;

    reporter.SetOutputStream(&text);
    reporter.SetErrorStream(&text);
    reporter.ReportContext(benchmark::BenchmarkReporter::Context());
    reporter.ReportRuns(runs);
    reporter.Finalize();
    return text.str();
}

/* Whoever opens path sees the old file or the new one. */
int replace_file(const std::string &path, const std::string &text)
{
    std::string beside = path + ".new";
    std::FILE *file = std::fopen(beside.c_str(), "w");

    if (!file)
        return -errno;
    int error = std::fwrite(text.data(), 1, text.size(), file) == text.size() ? 0 : -errno;
    if (std::fclose(file) != 0 && error == 0)
        error = -errno;
    if (error == 0 && std::rename(beside.c_str(), path.c_str()) != 0)
        error = -errno;
    if (error)
        std::remove(beside.c_str());
    return error;
}

} // namespace

struct gbench {
    std::string path;
    uint32_t rounds;
    std::vector<Run> runs;
};

namespace
{

/* One round: takes what Google Benchmark reports into the file. */
class Collector : public benchmark::BenchmarkReporter
{
  public:
    Collector(struct gbench *gbench, const struct result *results)
        : gbench_(gbench), results_(results)
    {
    }

    bool ReportContext(const Context &) override
    {
        return true;
    }

    /* Called for each run as it ends. */
    void ReportRuns(const std::vector<Run> &reports) override
    {
        if (skip)
            return;
        for (Run run : reports) {
            char name[RESULT_NAME_BYTES];
            result_name(&results_[done], name);
            run.run_name = benchmark::BenchmarkName();
            run.run_name.function_name = name;
            run.family_index = 0;
            run.repetitions = gbench_->rounds;
            run.repetition_index = results_[done].round;
            run.cpu_accumulated_time = cpu_seconds(results_[done]);
            run.statistics = nullptr; /* the benchmark's own, gone after the round */
            gbench_->runs.push_back(run);
            done++;
        }
        int error = replace_file(gbench_->path, json(gbench_->runs));
        if (error) {
            write_error = error;
            skip = true;
        }
        if (measure_error)
            skip = true;
    }

    size_t done = 0;
    bool skip = false; /* after the first error the rest of the round is not run */
    int measure_error = 0;
    int write_error = 0;

  private:
    static double cpu_seconds(const struct result &result)
    {
        double ns = result.figure[RESULT_PROCESS_CPU] * result.figure[RESULT_EVENTS];
        return std::isfinite(ns) ? ns / 1e9 : 0;
    }

    struct gbench *gbench_;
    const struct result *results_;
};

void report(benchmark::State &state, const struct result &result)
{
    double wall_ms = result.figure[RESULT_TOTAL_WALL];

    state.SetIterationTime(std::isfinite(wall_ms) ? wall_ms / 1e3 : 0);
    for (int f = 0; f < RESULT_FIGURES; f++) {
        if (std::isfinite(result.figure[f]))
            state.counters[result_figures[f].name] = result.figure[f];
    }
    if (result.output_xxh3[0])
        state.SetLabel(result.output_xxh3);
}

int run_round(struct gbench *gbench, struct result *results, size_t count, gbench_measure *measure,
              void *arg, char *message)
{
    Collector collector(gbench, results);

    benchmark::ClearRegisteredBenchmarks();
    for (size_t i = 0; i < count; i++) {
        char name[RESULT_NAME_BYTES];
        struct result *result = &results[i];
        result_name(result, name);
        benchmark::RegisterBenchmark(name,
                                     [&, result](benchmark::State &state) {
                                         for (auto _ : state) {
                                             if (collector.skip) {
                                                 state.SkipWithError("not run");
                                                 break;
                                             }
                                             collector.measure_error = measure(arg, result,
                                                                               message);
                                             if (collector.measure_error) {
                                                 state.SkipWithError(message);
                                                 break;
                                             }
                                             report(state, *result);
                                         }
                                     })
            ->Iterations(1)
            ->Repetitions(1)
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
    }
    benchmark::RunSpecifiedBenchmarks(&collector, ".");
    benchmark::ClearRegisteredBenchmarks();
    if (collector.write_error && !collector.measure_error)
        std::snprintf(message, GBENCH_MESSAGE_BYTES, "%s: %s", gbench->path.c_str(),
                      std::strerror(-collector.write_error));
    return collector.measure_error ? collector.measure_error : collector.write_error;
}

} // namespace

int gbench_open(const char *path, uint32_t rounds, const struct gbench_context *context,
                size_t context_count, struct gbench **gbench)
try {
    *gbench = nullptr;
    *gbench = new ::gbench{path, rounds, {}};
    for (size_t i = 0; i < context_count; i++)
        benchmark::AddCustomContext(context[i].key, context[i].value);
    return 0;
} catch (const std::bad_alloc &) {
    return -ENOMEM;
}

int gbench_round(struct gbench *gbench, struct result *results, size_t count,
                 gbench_measure *measure, void *arg, char message[GBENCH_MESSAGE_BYTES])
try {
    return run_round(gbench, results, count, measure, arg, message);
} catch (const std::bad_alloc &) {
    std::snprintf(message, GBENCH_MESSAGE_BYTES, "%s", std::strerror(ENOMEM));
    return -ENOMEM;
}

void gbench_close(struct gbench *gbench)
{
    delete gbench;
}

struct gbench_state {
    benchmark::State &state;
};

namespace
{
bool micro_failed;
}

bool gbench_keep_running(struct gbench_state *state, uint64_t batch)
{
    return state->state.KeepRunningBatch(static_cast<benchmark::IterationCount>(batch));
}

int64_t gbench_argument(const struct gbench_state *state)
{
    return state->state.range(0);
}

uint64_t gbench_iterations(const struct gbench_state *state)
{
    return static_cast<uint64_t>(state->state.iterations());
}

void gbench_set_items(struct gbench_state *state, uint64_t items)
{
    state->state.SetItemsProcessed(static_cast<int64_t>(items));
}

void gbench_fail(struct gbench_state *state, const char *reason)
{
    state->state.SkipWithError(reason);
    micro_failed = true;
}

int gbench_main(int argc, char **argv, const struct gbench_micro *table, size_t count)
{
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    micro_failed = false;
    for (size_t i = 0; i < count; i++) {
        auto run = table[i].run;
        auto *registered = benchmark::RegisterBenchmark(table[i].name, [run](benchmark::State &s) {
            struct gbench_state state = {s};
            run(&state);
        });
        if (table[i].to)
            registered->Range(table[i].from, table[i].to);
    }
    size_t matched = benchmark::RunSpecifiedBenchmarks();
    benchmark::ClearRegisteredBenchmarks();
    if (matched == 0)
        return 2;
    return micro_failed ? 1 : 0;
}
