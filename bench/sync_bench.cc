// How fast `dynamic` synchronizes, from a program in memory to streams in memory, on one
// core. Asked of it: time linear in the program, over 300,000 instructions/s at 100,000
// (5 engines, 64 buffers, nests to depth 6), and 10,000 instructions on 10,000 buffers in
// under 2 s. Measured once memory has been touched: a process's first run on a large program
// takes more than twice as long, nearly all of it page faults.
#include <benchmark/benchmark.h>

#include "bench/large_program.h"
#include "core/check.h"
#include "core/sync/synchronizer.h"
#include "core/text/parse.h"

namespace tidemark {
namespace {

void synchronize_text(benchmark::State& state, const std::string& text) {
  const Program program = parse_program(text).value();
  CHECK(program.instructions.size() == static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    const Synchronized result = synchronize(program);
    CHECK(result.notes.empty());
    benchmark::DoNotOptimize(result.streams.streams.data());
  }
  state.counters["instructions/s"] = benchmark::Counter(
      static_cast<double>(state.range(0)), benchmark::Counter::kIsIterationInvariantRate);
  state.SetComplexityN(state.range(0));
}

// Google Benchmark 1.7 warms up only where a least time is given, too.
constexpr double kWarmUpSeconds = 3, kSeconds = 2;

template <BufferUse use>
void BM_Sync(benchmark::State& state) {
  synchronize_text(state, large_program(static_cast<std::size_t>(state.range(0)), use));
}
BENCHMARK(BM_Sync<BufferUse::passed_on>)
    ->RangeMultiplier(10)
    ->Range(1'000, 100'000)
    ->MinWarmUpTime(kWarmUpSeconds)
    ->MinTime(kSeconds)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);
BENCHMARK(BM_Sync<BufferUse::shared>)
    ->RangeMultiplier(10)
    ->Range(1'000, 100'000)
    ->MinWarmUpTime(kWarmUpSeconds)
    ->MinTime(kSeconds)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);

void BM_SyncManyBuffers(benchmark::State& state) {
  synchronize_text(state, program_of_many_buffers(static_cast<std::size_t>(state.range(0))));
}
BENCHMARK(BM_SyncManyBuffers)->Arg(10'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tidemark
