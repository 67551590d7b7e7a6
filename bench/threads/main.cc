// Barrier against dynamic on real threads, measured: the streams of the micro-benchmark and of
// two kernels, each engine a thread that spins for what its instructions cost.
//
// Times are stretched, so that what the operating system does is small beside them; a
// transfer is no work for a processor, so queues only note when each will be complete. Waits
// and barriers are loads and stores of atomics: what they cost here is this machine's, not an
// accelerator's, so the ratio shows the lost overlap and little else. With more engines than
// processors threads take turns, and the ratio says less: the number of processors is
// printed beside it.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "bench/suite/measure.h"
#include "bench/suite/micro.h"
#include "checker/threads/thread_plan.h"
#include "checker/timed/timing.h"
#include "core/check.h"
#include "core/sync/synchronizer.h"
#include "core/target/builtin_targets.h"
#include "core/target/parse_target.h"

namespace tidemark {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kStretch = 20;  // ns here for each ns of the target
constexpr int kRepetitions = 7;
constexpr std::int64_t kNotIssued = -1;

std::int64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch())
      .count();
}

// Spins, and lets others run where there are more threads than processors.
template <class Done>
void spin_until(Done&& done) {
  for (int tries = 1; !done(); ++tries)
    if (tries % 64 == 0) std::this_thread::yield();
}

struct EngineState {
  std::unique_ptr<std::atomic<std::int64_t>[]> due;  // by instance: when it is complete
  std::vector<InstructionTiming> costs;              // by instance
  bool is_queue = false;
  std::size_t inflight = 1;
};

struct BarrierState {
  std::atomic<std::uint32_t> arrived{0};
  std::atomic<std::uint32_t> round{0};
};

class RealRun {
 public:
  RealRun(const Program& program, const Lines& lines, const ThreadPlan& plan, const Target& target)
      : plan_(plan), timing_(program, target), barriers_(plan.barriers.size()) {
    for (const EngineId id : plan.engines.ids()) {
      EngineState& engine = engines_.emplace_back();
      const auto& instances = lines.of[id].instances;
      engine.due = std::make_unique<std::atomic<std::int64_t>[]>(instances.size());
      for (std::size_t i = 0; i < instances.size(); ++i) {
        engine.due[i] = kNotIssued;
        engine.costs.push_back(instances[i].is_read
                                   ? InstructionTiming{timing_.engines[id].read, 0}
                                   : timing_.instructions[InstructionId(instances[i].source)]);
      }
      engine.inflight = static_cast<std::size_t>(program.engines[id].inflight);
      engine.is_queue = engine.inflight > 1;
    }
  }

  std::int64_t run() {
    const std::int64_t begin = now_ns();
    {
      std::vector<std::jthread> threads;
      for (const EngineId id : plan_.engines.ids())
        threads.emplace_back([this, id] { execute(id); });
    }
    return now_ns() - begin;
  }

 private:
  static std::int64_t stretched(Picoseconds time) { return time * kStretch / 1000; }

  void execute(EngineId id) {
    EngineState& engine = engines_[id.value];
    std::int64_t free = 0;
    for (const ThreadOperation& operation : plan_.engines[id].operations)
      execute(operation, engine, free);
    wait_for(engine, engine.costs.size());
  }

  void execute(const ThreadOperation& operation, EngineState& engine, std::int64_t& free) {
    switch (operation.kind) {
      case ThreadOperation::Kind::wait_part:
        return wait_for(engines_[operation.engine.value], operation.count);
      case ThreadOperation::Kind::issue:
        return issue(engine, operation.index, free);
      case ThreadOperation::Kind::barrier:
        return pass(engine, operation.index);
      case ThreadOperation::Kind::wait:
      case ThreadOperation::Kind::wait_equal:
      case ThreadOperation::Kind::take:
      case ThreadOperation::Kind::signal:
      case ThreadOperation::Kind::reset:
        CHECK(false);  // our synchronizers name completions of engines without stripes
    }
  }

  static void wait_for(const EngineState& engine, std::size_t count) {
    if (count == 0) return;
    const std::atomic<std::int64_t>& due = engine.due[count - 1];
    spin_until([&] {
      const std::int64_t at = due.load(std::memory_order_acquire);
      return at != kNotIssued && now_ns() >= at;
    });
  }

  static void issue(EngineState& engine, std::size_t index, std::int64_t& free) {
    if (index >= engine.inflight) wait_for(engine, index - engine.inflight + 1);
    const InstructionTiming cost = engine.costs[index];
    const std::int64_t start = engine.is_queue ? std::max(now_ns(), free) : now_ns();
    free = start + stretched(cost.cost);
    if (!engine.is_queue)
      while (now_ns() < free) {
      }
    engine.due[index].store(free + stretched(cost.latency), std::memory_order_release);
  }

  void pass(const EngineState& engine, std::size_t index) {
    std::size_t issued = 0;
    while (issued < engine.costs.size() && engine.due[issued] != kNotIssued) ++issued;
    wait_for(engine, issued);
    BarrierState& barrier = barriers_[index];
    const std::uint32_t round = barrier.round.load();
    if (barrier.arrived.fetch_add(1) + 1 == plan_.barriers[index].engines.size()) {
      barrier.arrived = 0;
      barrier.round.fetch_add(1);
      return;
    }
    spin_until([&] { return barrier.round.load() != round; });
  }

  const ThreadPlan& plan_;
  Timing timing_;
  std::vector<EngineState> engines_;
  std::vector<BarrierState> barriers_;
};

std::int64_t measured_ns(const Program& program, std::string_view synchronizer,
                         const Inputs& inputs, const Target& target) {
  const Streams streams = find_synchronizer(synchronizer)->synchronize(program).streams;
  const auto lines = make_lines(program, streams, inputs);
  CHECK(lines.has_value());
  const auto plan = make_thread_plan(program, inputs, *lines);
  CHECK(plan.has_value());
  return RealRun(program, *lines, *plan, target).run();
}

void compare(std::string_view name, const Program& program, const Inputs& inputs,
             const Target& target) {
  std::vector<std::int64_t> dynamic, barrier;
  for (int i = 0; i < kRepetitions; ++i) {  // in turn, so that both see the same machine
    dynamic.push_back(measured_ns(program, "dynamic", inputs, target));
    barrier.push_back(measured_ns(program, "barrier", inputs, target));
  }
  const double best_dynamic = static_cast<double>(*std::ranges::min_element(dynamic));
  const double best_barrier = static_cast<double>(*std::ranges::min_element(barrier));
  fmt::print("{:<18}{:>8}{:>14.0f}{:>14.0f}{:>10.2f}\n", name, program.engines.size(),
             best_dynamic / 1000, best_barrier / 1000, best_barrier / best_dynamic);
}

int report() {
  const Target target = parse_target(*builtin_target("trn2"), "trn2").value();
  fmt::print("measured on {} processors, best of {}, times stretched by {}\n",
             std::thread::hardware_concurrency(), kRepetitions, kStretch);
  fmt::print("{:<18}{:>8}{:>14}{:>14}{:>10}\n", "program", "engines", "dynamic us", "barrier us",
             "ratio");
  const Program micro = micro_program({.engines = 2, .body = 1, .ring = 4});
  compare("micro-benchmark", micro, micro_inputs(micro, 512), target);
  for (const SuiteEntry& entry : suite_entries()) {
    if (entry.name != "softmax" && entry.name != "elementwise_add") continue;
    const auto kernel = load_kernel("corpus", entry);
    CHECK(kernel.has_value());
    compare(entry.name, kernel->program, kernel->inputs(16), target);
  }
  return 0;
}

}  // namespace
}  // namespace tidemark

int main() { return tidemark::report(); }
