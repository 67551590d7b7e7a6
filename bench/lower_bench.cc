// How fast streams are lowered to a target, on one core. Asked of it: time linear in the
// streams' text.
#include <benchmark/benchmark.h>

#include "bench/large_program.h"
#include "core/lower/lower.h"
#include "core/sync/synchronizer.h"
#include "core/target/builtin_targets.h"
#include "core/target/parse_target.h"
#include "core/text/parse.h"

namespace tidemark {
namespace {

void BM_Lower(benchmark::State& state) {
  const Program program =
      parse_program(large_program(static_cast<std::size_t>(state.range(0)))).value();
  const Streams streams = synchronize(program).streams;
  Target target = parse_target(*builtin_target("trn2"), "trn2").value();
  target.sequencer.registers = 1e9;
  for (auto _ : state)
    benchmark::DoNotOptimize(lower(program, streams, target).streams.streams.data());
  state.counters["instructions/s"] = benchmark::Counter(
      static_cast<double>(state.range(0)), benchmark::Counter::kIsIterationInvariantRate);
  state.SetComplexityN(state.range(0));
}
BENCHMARK(BM_Lower)
    ->RangeMultiplier(4)
    ->Range(256, 4096)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);

}  // namespace
}  // namespace tidemark
