// What the kernel suite must show on trn2, with its barrier of 2 us and semaphores of 100 ns:
// each simulated figure beside its mark.
#include <algorithm>
#include <array>
#include <ctime>
#include <string_view>

#include "bench/suite/micro.h"
#include "bench/suite/suite.h"
#include "checker/timed/simulate.h"
#include "core/check.h"
#include "core/target/builtin_targets.h"
#include "core/target/parse_target.h"
#include "tests/mark.h"

namespace tidemark {
namespace {

constexpr double kMostOverBound = 1.02;
constexpr double kMostOverHand = 1.01;
constexpr double kLeastBelowBarrier = 0.10;
constexpr double kLeastFaster = 3.3;
constexpr std::string_view kMicro = "sync_bound";
constexpr std::array<std::string_view, 2> kFewBarriers = {"moe_decode", "matmul_blocked"};
constexpr std::int64_t kIterations = 4096;

Target trn2() {
  const auto target = parse_target(*builtin_target("trn2"), "trn2");
  CHECK(target.has_value());
  CHECK(target->barrier_ns == 2000 && target->semaphores.latency_ns == 100);
  return *target;
}

Target with(Target target, const std::string& figure) {
  CHECK(set_figure(target, figure).has_value());
  return target;
}

void mark_kernels(const Suite& suite, Marks& marks) {
  for (const auto& [name, m, dynamic, by_hand] : suite.kernels) {
    if (name != kMicro)
      marks.at_most(fmt::format("{}: dynamic over the bound", name), m.over_bound(),
                    kMostOverBound);
    marks.at_most(fmt::format("{}: dynamic over by hand", name), m.dynamic_ns / *m.by_hand_ns,
                  kMostOverHand);
    marks.at_least(fmt::format("{}: below barrier", name), m.below_barrier(), kLeastBelowBarrier);
    if (std::ranges::find(kFewBarriers, name) == kFewBarriers.end())
      marks.at_least(fmt::format("{}: below barrier x4", name), m.below_barrier_x4(),
                     kLeastBelowBarrier);
  }
}

// One instruction for each engine and iteration, at every barrier of 1 us and more and every
// latency of a signal.
void mark_micro_speed(const Target& target, Marks& marks) {
  double least = 1e300;
  std::string where;
  for (const int engines : {2, 3, 4, 5})
    for (const int ring : {2, 4, 8}) {
      const Program program = micro_program({engines, 1, ring});
      const Contenders of(program, target);
      const Inputs inputs = micro_inputs(program, kIterations);
      for (const int latency : {30, 100, 300})
        for (const int barrier_us : {1, 2, 5, 20, 37}) {
          const Target t = with(with(target, fmt::format("semaphore.latency={}", latency)),
                                fmt::format("barrier.cost={}", 1000 * barrier_us));
          const double faster =
              time_ns(program, of.barrier, inputs, t) / time_ns(program, of.dynamic, inputs, t);
          if (faster >= least) continue;
          least = faster;
          where = fmt::format("{} engines, ring {}, signals {} ns, barrier {} us", engines, ring,
                              latency, barrier_us);
        }
    }
  marks.at_least(fmt::format("micro-benchmark: times faster than barrier, least at {}", where),
                 least, kLeastFaster);
}

void mark_micro_bound(const Target& target, Marks& marks) {
  for (const int engines : {2, 3, 4, 5})
    for (const int ring : {2, 4, 8}) {
      const Program program = micro_program({engines, 1, ring});
      const Streams dynamic = Contenders(program, target).dynamic;
      const Inputs inputs = micro_inputs(program, kIterations);
      const Target t = with(target, fmt::format("wait.inline={}", ring == 8 ? 2 : 1));
      marks.at_most(fmt::format("micro-benchmark, {} engines, ring {}, {} inline: over the bound",
                                engines, ring, ring == 8 ? 2 : 1),
                    time_ns(program, dynamic, inputs, t) / bound_ns(program, inputs, t),
                    kMostOverBound);
    }
}

// By processor time: the machine may have other things to do.
void mark_rate(const Target& target, Marks& marks) {
  const Program program = micro_program({});
  const Streams dynamic = Contenders(program, target).dynamic;
  const Inputs inputs = micro_inputs(program, 200'000);
  const std::clock_t begin = std::clock();
  const auto simulated = simulate(program, dynamic, inputs, target);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  CHECK(simulated && simulated->has_ended);
  marks.at_least("million simulated instances/s",
                 static_cast<double>(simulated->instances) / seconds / 1e6, 1);
}

int report() {
  const Target target = trn2();
  const auto suite = run_suite({.target = target, .sweeps = Sweeps::none, .progress = {}});
  if (!suite) {
    fmt::print("{}\n", suite.error());
    return 1;
  }
  for (const ReportTable& table : suite->tables) fmt::print("{}", to_markdown(table));
  Marks marks;
  mark_kernels(*suite, marks);
  mark_micro_speed(target, marks);
  mark_micro_bound(target, marks);
  mark_rate(target, marks);
  return marks.exit_code();
}

}  // namespace
}  // namespace tidemark

int main() { return tidemark::report(); }
