// How fast a run is timed on a target, and its bound found, on one core. Asked of it: over
// 1 million simulated instances/s, linear in the run.
#include <benchmark/benchmark.h>

#include "bench/suite/micro.h"
#include "checker/timed/bound.h"
#include "checker/timed/simulate.h"
#include "core/check.h"
#include "core/sync/synchronizer.h"
#include "core/target/builtin_targets.h"
#include "core/target/parse_target.h"

namespace tidemark {
namespace {

Target trn2() { return parse_target(*builtin_target("trn2"), "trn2").value(); }

void count(benchmark::State& state, std::uint64_t instances) {
  state.counters["instances/s"] =
      benchmark::Counter(static_cast<double>(instances), benchmark::Counter::kIsRate);
  state.SetComplexityN(state.range(0));
}

// The micro-benchmark: next to no work, every instance waits and signals.
void time_micro(benchmark::State& state, const char* synchronizer) {
  const MicroShape shape;
  const Program program = micro_program(shape);
  const Streams streams = find_synchronizer(synchronizer)->synchronize(program).streams;
  const Inputs inputs = micro_inputs(program, state.range(0) / shape.engines);
  const Target target = trn2();
  std::uint64_t instances = 0;
  for (auto _ : state) {
    const auto simulated = simulate(program, streams, inputs, target);
    CHECK(simulated && simulated->has_ended);
    instances += simulated->instances;
  }
  count(state, instances);
}

void BM_Simulate(benchmark::State& state) { time_micro(state, "dynamic"); }
BENCHMARK(BM_Simulate)
    ->RangeMultiplier(10)
    ->Range(10'000, 1'000'000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);

void BM_SimulateBarriers(benchmark::State& state) { time_micro(state, "barrier"); }
BENCHMARK(BM_SimulateBarriers)->Arg(100'000)->Unit(benchmark::kMillisecond);

void BM_Bound(benchmark::State& state) {
  const MicroShape shape;
  const Program program = micro_program(shape);
  const Inputs inputs = micro_inputs(program, state.range(0) / shape.engines);
  const Target target = trn2();
  std::uint64_t instances = 0;
  for (auto _ : state) instances += bound_of(program, inputs, target).value().instances;
  count(state, instances);
}
BENCHMARK(BM_Bound)
    ->RangeMultiplier(10)
    ->Range(10'000, 1'000'000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);

}  // namespace
}  // namespace tidemark
