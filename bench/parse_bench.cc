// How fast text becomes a program, and streams become text and streams again, on one core.
// Asked of it: time linear in the text.
#include <benchmark/benchmark.h>

#include <string>

#include "bench/large_program.h"
#include "core/check.h"
#include "core/sync/synchronizer.h"
#include "core/text/parse.h"
#include "core/text/print.h"

namespace tidemark {
namespace {

void count(benchmark::State& state, const std::string& text) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
  state.counters["instructions/s"] = benchmark::Counter(
      static_cast<double>(state.range(0)), benchmark::Counter::kIsIterationInvariantRate);
  state.SetComplexityN(state.range(0));
}

void BM_ParseProgram(benchmark::State& state) {
  const std::string text = large_program(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) CHECK(parse_program(text).has_value());
  count(state, text);
}
BENCHMARK(BM_ParseProgram)
    ->RangeMultiplier(10)
    ->Range(1'000, 100'000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);

void BM_ParseStreams(benchmark::State& state) {
  const Program program =
      parse_program(large_program(static_cast<std::size_t>(state.range(0)))).value();
  const std::string text = print(synchronize(program).streams, program);
  for (auto _ : state) CHECK(parse_streams(text, program).has_value());
  count(state, text);
}
BENCHMARK(BM_ParseStreams)
    ->RangeMultiplier(10)
    ->Range(1'000, 10'000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);

}  // namespace
}  // namespace tidemark
