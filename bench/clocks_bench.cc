// How fast the clocks decide a run: the sequential run, the walk of every stream and both
// clocks, on one core. Asked of it: over 10 million instances/s with 5 engines, linear up
// to 10 million instances, at most 64 bytes for each instance at peak.
#include <benchmark/benchmark.h>
#include <malloc.h>

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

// Five engines in a ring of four slots, in a nest of dynamic loops. The ring position
// carries over the outer loop, whose inner trips need be no multiple of the ring.
constexpr const char* kProgram = R"(program ring
engine dma inflight 4
engine pe, act, dve, pool
param n, m
counter p
buffer a[4], b[4], c[4], d[4], e[4]
for i in 0..n {
  for j in 0..m {
    dma  load            -> a[p % 4]
    pe   matmul a[p % 4] -> b[p % 4]
    act  exp    b[p % 4] -> c[p % 4]
    dve  scale  c[p % 4] -> d[p % 4]
    pool sum    d[p % 4] -> e[p % 4]
    p = p + 1
  }
}
)";

// A stage of the ring, by hand and exact: it waits for the stage before it, and for the one
// after it to have read what stood in its slot four iterations ago.
std::string stage(const std::string& engine, const std::string& issue, const std::string& before,
                  const std::string& after) {
  std::string text = "stream " + engine + " {\n  reg k\n  for i {\n    for j {\n";
  if (!before.empty()) text += "      wait " + before + " >= k + 1\n";
  if (!after.empty()) text += "      wait " + after + " >= k - 3\n";
  text += "      issue " + issue + " signal " + engine + "\n      k = k + 1\n";
  return text + "    }\n  }\n}\n";
}

std::string ring_streams() {
  return "streams ring\nsemaphore dma, pe, act, dve, pool\n" + stage("dma", "load", "", "pe") +
         stage("pe", "matmul", "dma", "act") + stage("act", "exp", "pe", "dve") +
         stage("dve", "scale", "act", "pool") + stage("pool", "sum", "dve", "");
}

void BM_Ring(benchmark::State& state) {
  const Program program = parse_program(kProgram).value();
  const Streams streams = parse_streams(ring_streams(), program).value();
  const Cells cells(program);
  const std::int64_t inner = 1000;
  Inputs inputs(program);
  inputs.set(ParamId(0), state.range(0) / 5 / inner);
  inputs.set(ParamId(1), inner);

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

BENCHMARK(BM_Ring)
    ->RangeMultiplier(10)
    ->Range(10'000, 10'000'000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);

}  // namespace
}  // namespace tidemark
