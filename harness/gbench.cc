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

struct gbench_state {
    benchmark::State &state;
    double cpu_seconds = 0;
};

namespace
{

/* One round: keeps what Google Benchmark reports. */
class Collector : public benchmark::BenchmarkReporter
{
  public:
    Collector(struct gbench *gbench, const struct gbench_run *runs) : gbench_(gbench), runs_(runs)
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
            run.run_name = benchmark::BenchmarkName();
            run.run_name.function_name = runs_[done].name;
            run.family_index = 0;
            run.repetitions = gbench_->rounds;
            run.repetition_index = runs_[done].round;
            run.cpu_accumulated_time = cpu_seconds;
            run.statistics = nullptr; /* the benchmark's own, gone after the round */
            gbench_->runs.push_back(run);
            done++;
        }
        skip = error != 0;
    }

    size_t done = 0;
    double cpu_seconds = 0; /* of the run that ends */
    int error = 0;
    bool skip = false; /* after the first error the rest of the round is not run */

  private:
    struct gbench *gbench_;
    const struct gbench_run *runs_;
};

int run_round(struct gbench *gbench, const struct gbench_run *runs, size_t count,
              gbench_measure *measure, void *arg, char *message)
{
    Collector collector(gbench, runs);

    benchmark::ClearRegisteredBenchmarks();
    for (size_t i = 0; i < count; i++) {
        const struct gbench_run *run = &runs[i];
        auto body = [&, run](benchmark::State &benchmark_state) {
            struct gbench_state state = {benchmark_state};
            for (auto _ : benchmark_state) {
                if (collector.skip) {
                    benchmark_state.SkipWithError("not run");
                    break;
                }
                collector.error = measure(arg, run, &state, message);
                if (collector.error)
                    benchmark_state.SkipWithError(message);
                collector.cpu_seconds = state.cpu_seconds;
            }
        };
        benchmark::RegisterBenchmark(run->name, body)
            ->Iterations(1)
            ->Repetitions(1)
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
    }
    benchmark::RunSpecifiedBenchmarks(&collector, ".");
    benchmark::ClearRegisteredBenchmarks();
    int error = replace_file(gbench->path, json(gbench->runs));
    if (error && !collector.error)
        std::snprintf(message, GBENCH_MESSAGE_BYTES, "%s: %s", gbench->path.c_str(),
                      std::strerror(-error));
    return collector.error ? collector.error : error;
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

int gbench_round(struct gbench *gbench, const struct gbench_run *runs, size_t count,
                 gbench_measure *measure, void *arg, char message[GBENCH_MESSAGE_BYTES])
try {
    return run_round(gbench, runs, count, measure, arg, message);
} catch (const std::bad_alloc &) {
    std::snprintf(message, GBENCH_MESSAGE_BYTES, "%s", std::strerror(ENOMEM));
    return -ENOMEM;
}

void gbench_close(struct gbench *gbench)
{
    delete gbench;
}

void gbench_set_seconds(struct gbench_state *state, double real, double cpu)
{
    state->state.SetIterationTime(std::isfinite(real) ? real : 0);
    state->cpu_seconds = std::isfinite(cpu) ? cpu : 0;
}

void gbench_set_counter(struct gbench_state *state, const char *name, double value)
{
    if (std::isfinite(value))
        state->state.counters[name] = value;
}

/* A counter for each bucket that is not empty. */
void gbench_set_histogram(struct gbench_state *state, const struct histogram *histogram)
{
    for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
        char name[HISTOGRAM_NAME_BYTES];
        if (histogram->count[i] == 0)
            continue;
        histogram_bucket_name(i, name);
        gbench_set_counter(state, name, histogram->count[i]);
    }
}

void gbench_set_label(struct gbench_state *state, const char *label)
{
    state->state.SetLabel(label);
}

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
