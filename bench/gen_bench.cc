// How fast random programs are made, and failing ones made small, by their size.
#include <benchmark/benchmark.h>

#include <algorithm>

#include "bench/large_program.h"
#include "core/check.h"
#include "core/text/parse.h"
#include "gen/program_size.h"
#include "gen/random_program.h"
#include "gen/shrink.h"

namespace tidemark {
namespace {

// Complexity is in the statements that came out, which are fewer than the most allowed.
void BM_Generate(benchmark::State& state) {
  std::uint64_t seed = 0, statements = 0;
  for (auto _ : state)
    statements += statement_count(
        random_program(seed++, {.statements = state.range(0), .swarm = Swarm::off}));
  state.counters["statements/s"] =
      benchmark::Counter(static_cast<double>(statements), benchmark::Counter::kIsRate);
  state.SetComplexityN(static_cast<std::int64_t>(statements / std::max<std::uint64_t>(seed, 1)));
}
BENCHMARK(BM_Generate)->RangeMultiplier(10)->Range(10, 10'000)->Complexity();

bool has_pool(const Program& program) {
  return std::ranges::any_of(program.instructions, [&](const Instruction& instruction) {
    return program.engines[instruction.engine].name == "pool";
  });
}

// To one instruction of one engine: a program in which one statement matters.
void BM_Shrink(benchmark::State& state) {
  const auto instructions = static_cast<std::size_t>(state.range(0));
  const Program program = parse_program(large_program(instructions)).value();
  std::uint64_t calls = 0;
  for (auto _ : state) {
    const Shrunk shrunk = shrink(program, has_pool);
    CHECK(shrunk.program.instructions.size() == 1);
    calls = shrunk.calls;
  }
  state.counters["calls"] = static_cast<double>(calls);
  state.SetComplexityN(state.range(0));
}
BENCHMARK(BM_Shrink)
    ->RangeMultiplier(10)
    ->Range(100, 10'000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity();

}  // namespace
}  // namespace tidemark
