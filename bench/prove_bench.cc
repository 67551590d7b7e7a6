// How long proofs take: kernels and regressions for all inputs (asked of it: under 5 s each,
// under 1 s in the middle), and the bounded search over all schedules, whose cost grows with
// pairs of instances.
#include <benchmark/benchmark.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/check.h"
#include "core/sync/synchronizer.h"
#include "core/text/parse.h"
#include "oracle/bounded.h"
#include "oracle/unbounded.h"

namespace tidemark {
namespace {

Program kernel(const std::string& name) {
  std::ifstream file(std::filesystem::path(TIDEMARK_SOURCE_DIR) / "corpus/kernels" /
                     (name + ".tm"));
  std::ostringstream text;
  text << file.rdbuf();
  return parse_program(text.str()).value();
}

void prove_kernel(benchmark::State& state, const std::string& name) {
  const Program program = kernel(name);
  const Streams streams = synchronize(program).streams;
  UnboundedResult result;
  for (auto _ : state) result = prove_unbounded(program, streams);
  CHECK(result.is_proved);
  state.counters["queries"] = static_cast<double>(result.solver.queries);
  state.counters["steps"] = static_cast<double>(result.steps);
}
BENCHMARK_CAPTURE(prove_kernel, softmax, "softmax")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(prove_kernel, paged_decode, "paged_decode")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(prove_kernel, rmsnorm_quant, "rmsnorm_quant")->Unit(benchmark::kMillisecond);

void search_trips(benchmark::State& state, const std::string& name) {
  const Program program = kernel(name);
  const Streams streams = synchronize(program).streams;
  BoundedOptions options;
  options.unroll.trips = state.range(0);
  BoundedResult result;
  for (auto _ : state) result = prove_bounded(program, streams, options);
  CHECK(result.is_proved);
  state.counters["instances"] = static_cast<double>(result.instances);
  state.counters["queries"] = static_cast<double>(result.solver.queries);
}
BENCHMARK_CAPTURE(search_trips, softmax, "softmax")
    ->Arg(2)
    ->Arg(4)
    ->Arg(8)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search_trips, moe_decode, "moe_decode")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tidemark
