// How many small programs a second go through generating, synchronizing with `dynamic` and
// deciding one run, on one core. Asked of it: at least 20,000. The parts stand beside it, to
// see which of them is slow.
#include <benchmark/benchmark.h>

#include <vector>

#include "core/check.h"
#include "core/sync/synchronizer.h"
#include "fuzz/campaign/trial.h"

namespace tidemark {
namespace {

constexpr std::int64_t kStatements = 6;  // at most: small
constexpr std::uint64_t kPrograms = 2000;

const StreamsMaker kDynamic = [](const Program& program) { return synchronize(program).streams; };

Trial trial(std::uint64_t number) { return draw_trial(1, number, {.statements = kStatements}); }

void count_programs(benchmark::State& state) {
  state.counters["programs/s"] = benchmark::Counter(static_cast<double>(kPrograms),
                                                    benchmark::Counter::kIsIterationInvariantRate);
}

void BM_GenerateSynchronizeDecide(benchmark::State& state) {
  for (auto _ : state)
    for (std::uint64_t number = 0; number < kPrograms; ++number)
      CHECK(judge(trial(number), kDynamic, 1).verdict == Verdict::exact);
  count_programs(state);
}
BENCHMARK(BM_GenerateSynchronizeDecide)->Unit(benchmark::kMillisecond);

void BM_Generate(benchmark::State& state) {
  for (auto _ : state)
    for (std::uint64_t number = 0; number < kPrograms; ++number)
      benchmark::DoNotOptimize(trial(number).program.body.data());
  count_programs(state);
}
BENCHMARK(BM_Generate)->Unit(benchmark::kMillisecond);

std::vector<Trial> trials() {
  std::vector<Trial> all;
  for (std::uint64_t number = 0; number < kPrograms; ++number) all.push_back(trial(number));
  return all;
}

void BM_Synchronize(benchmark::State& state) {
  const std::vector<Trial> all = trials();
  for (auto _ : state)
    for (const Trial& each : all)
      benchmark::DoNotOptimize(synchronize(each.program).streams.streams.data());
  count_programs(state);
}
BENCHMARK(BM_Synchronize)->Unit(benchmark::kMillisecond);

void BM_Decide(benchmark::State& state) {
  const std::vector<Trial> all = trials();
  std::vector<Streams> streams;
  for (const Trial& each : all) streams.push_back(synchronize(each.program).streams);
  for (auto _ : state)
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto checked = check_runs(all[i].program, streams[i], all[i].inputs(), 1);
      CHECK(checked && checked->report.verdict == Verdict::exact);
    }
  count_programs(state);
}
BENCHMARK(BM_Decide)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tidemark
