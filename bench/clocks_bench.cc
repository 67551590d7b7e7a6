// How fast the clocks decide a run: the sequential run, the walk of every stream and both
// clocks, on one core. Asked of it: over 10 million instances/s with 5 engines, linear up
// to 10 million instances, at most 64 bytes for each instance at peak.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <malloc.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <new>
#include <string>

#include "checker/clocks.h"
#include "core/check.h"
#include "core/text/parse.h"

namespace {

std::atomic<std::size_t> held{0};
std::atomic<std::size_t> peak{0};

void* note(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  const std::size_t now = held += malloc_usable_size(memory);
  if (now > peak) peak = now;
  return memory;
}

}  // namespace

// Every allocation of this program is counted.
void* operator new(std::size_t size) { return note(std::malloc(size)); }
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  held -= malloc_usable_size(memory);
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

namespace tidemark {
namespace {

struct Stage {
  const char* engine;
  const char* opcode;
  const char* ring;
};
constexpr std::array<Stage, 5> kStages = {{{"dma", "load", "a"},
                                           {"pe", "matmul", "b"},
                                           {"act", "exp", "c"},
                                           {"dve", "scale", "d"},
                                           {"pool", "sum", "e"}}};
constexpr std::int64_t kInner = 1000;  // trips of the inner loop

// Five engines, the first `stages` of them in a pipeline of rings of four slots, in a nest
// of dynamic loops. The ring position carries over the outer loop, whose inner trips need
// be no multiple of the ring. The others issue once, after it, and wait for nothing: until
// then they are certain of nothing, and no clock can be forgotten.
std::string ring_program(std::size_t stages) {
  std::string text =
      "program ring\nengine dma inflight 4\nengine pe, act, dve, pool\nparam n, m\ncounter p\n"
      "buffer a[4], b[4], c[4], d[4], e[4]\nfor i in 0..n {\n  for j in 0..m {\n";
  for (std::size_t i = 0; i < kStages.size(); ++i) {
    const Stage& stage = kStages[i];
    if (i == stages) text += "    p = p + 1\n  }\n}\n";
    if (i >= stages)
      text += fmt::format("{} {} -> {}[0]\n", stage.engine, stage.opcode, stage.ring);
    else if (i == 0)
      text += fmt::format("{} {} -> {}[p % 4]\n", stage.engine, stage.opcode, stage.ring);
    else
      text += fmt::format("{} {} {}[p % 4] -> {}[p % 4]\n", stage.engine, stage.opcode,
                          kStages[i - 1].ring, stage.ring);
  }
  return stages == kStages.size() ? text + "    p = p + 1\n  }\n}\n" : text;
}

// By hand, and exact: a stage waits for the one before it, and for the one after it to have
// read what stood in its slot four iterations ago.
std::string ring_streams(std::size_t stages) {
  std::string text = "streams ring\nsemaphore dma, pe, act, dve, pool\n";
  for (std::size_t i = 0; i < kStages.size(); ++i) {
    const auto [engine, opcode, ring] = kStages[i];
    if (i >= stages) {
      text += fmt::format("stream {} {{\n  issue {}\n}}\n", engine, opcode);
      continue;
    }
    text += fmt::format("stream {} {{\n  reg k\n  for i {{\n    for j {{\n", engine);
    if (i > 0) text += fmt::format("      wait {} >= k + 1\n", kStages[i - 1].engine);
    if (i + 1 < stages) text += fmt::format("      wait {} >= k - 3\n", kStages[i + 1].engine);
    text += fmt::format("      issue {} signal {}\n      k = k + 1\n    }}\n  }}\n}}\n", opcode,
                        engine);
  }
  return text;
}

void decide_ring(benchmark::State& state, std::size_t stages) {
  const Program program = parse_program(ring_program(stages)).value();
  const Streams streams = parse_streams(ring_streams(stages), program).value();
  const Cells cells(program);
  Inputs inputs(program);
  inputs.set(ParamId(0), state.range(0) / static_cast<std::int64_t>(stages) / kInner);
  inputs.set(ParamId(1), kInner);

  const std::size_t before = held;
  peak = before;
  std::uint64_t instances = 0;
  for (auto _ : state) {
    const auto result = decide_by_clocks(program, cells, streams, inputs);
    CHECK(result && result->verdict == Verdict::exact);
    instances += result->instances;
  }
  const double each = static_cast<double>(instances) / static_cast<double>(state.iterations());
  state.counters["instances/s"] =
      benchmark::Counter(static_cast<double>(instances), benchmark::Counter::kIsRate);
  state.counters["bytes/instance"] = static_cast<double>(peak - before) / each;
  state.SetComplexityN(state.range(0));
}

void BM_Ring(benchmark::State& state) { decide_ring(state, 5); }
BENCHMARK(BM_Ring)
    ->RangeMultiplier(10)
    ->Range(10'000, 10'000'000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);

// The worst case for memory: every clock of both systems is kept.
void BM_RingAndBystander(benchmark::State& state) { decide_ring(state, 4); }
BENCHMARK(BM_RingAndBystander)
    ->RangeMultiplier(10)
    ->Range(100'000, 10'000'000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);

}  // namespace
}  // namespace tidemark
