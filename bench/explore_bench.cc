// What a decision over all schedules costs, on one ring of growing size: clocks, every
// reachable state (all, and with the reduction), and SPIN on the model that `export` writes.
//
// One line for each size, the time that of exploring every state. Counters:
//   states, mib              of exploring every state
//   reduced_states, reduced_s    with the reduction
//   clocks_us                one pass of the clocks
//   spin_states, spin_s, spin_mib    SPIN: pan compiled with -DSAFETY, its own reduction on
//   spin_O                   how pan was compiled: with 2, or 0 where it is so large that the C
//                            compiler takes a quarter of an hour for 2
//   spin/all, spin/reduced, spin/clocks    how many times longer SPIN takes
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <ctime>
#include <string>

#include "checker/clocks.h"
#include "checker/explore/exhaustive.h"
#include "checker/export/promela.h"
#include "core/check.h"
#include "core/sync/synchronizer.h"
#include "core/text/parse.h"
#include "tests/ring.h"
#include "tests/spin.h"

namespace tidemark {
namespace {

constexpr std::int64_t kMostOptimised = 400;  // items

double processor_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

class Ring {
 public:
  explicit Ring(std::int64_t items)
      : program_(parse_program(kRing).value()),
        streams_(synchronize(program_).streams),
        inputs_(program_),
        lines_(lines_of(items)),
        tracks_(program_, lines_) {
    mark_prompt_steps(tracks_);
  }
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  struct Explored {
    ExploreFigures figures;
    double seconds = 0;
  };
  Explored explore(Reduction reduction) const {
    const double begin = processor_seconds();
    const ExploreResult result = tidemark::explore(tracks_, {.reduction = reduction});
    CHECK(result.verdict == Verdict::exact);
    return {result.figures, processor_seconds() - begin};
  }

  // One pass takes less than the clock of the processor can tell.
  double seconds_of_clocks() const {
    constexpr int kPasses = 100;
    const Cells cells(program_);
    const double begin = processor_seconds();
    for (int i = 0; i < kPasses; ++i)
      CHECK(decide_by_clocks(program_, cells, streams_, inputs_)->verdict == Verdict::exact);
    return (processor_seconds() - begin) / kPasses;
  }

  int optimisation() const { return inputs_.param(ParamId(0)) > kMostOptimised ? 0 : 2; }

  Spin::Answer ask_spin() const {
    Spin spin;
    CHECK(spin.load(to_promela(program_, lines_).value(),
                    fmt::format("-O{} -DSAFETY -DMEMLIM=16000", optimisation())));
    const auto answer = spin.search("-m1000000 -w24");
    CHECK(answer && !answer->has_errors);
    return *answer;
  }

 private:
  Lines lines_of(std::int64_t items) {
    inputs_.set(ParamId(0), items);
    return make_lines(program_, streams_, inputs_).value();
  }

  Program program_;
  Streams streams_;
  Inputs inputs_;
  Lines lines_;
  Tracks tracks_;
};

void BM_Ring(benchmark::State& state) {
  const Ring ring(state.range(0));
  Ring::Explored all;
  for (auto _ : state) {
    all = ring.explore(Reduction::none);
    state.SetIterationTime(all.seconds);
  }
  const Ring::Explored reduced = ring.explore(Reduction::prompt_steps);
  const double clocks = ring.seconds_of_clocks();
  const Spin::Answer spin = ring.ask_spin();
  state.counters = {{"states", static_cast<double>(all.figures.states)},
                    {"mib", static_cast<double>(all.figures.bytes) / (1 << 20)},
                    {"reduced_states", static_cast<double>(reduced.figures.states)},
                    {"reduced_s", reduced.seconds},
                    {"clocks_us", clocks * 1e6},
                    {"spin_O", static_cast<double>(ring.optimisation())},
                    {"spin_states", spin.states},
                    {"spin_s", spin.seconds},
                    {"spin_mib", spin.mebibytes},
                    {"spin/all", spin.seconds / all.seconds},
                    {"spin/reduced", spin.seconds / reduced.seconds},
                    {"spin/clocks", spin.seconds / clocks}};
}
BENCHMARK(BM_Ring)
    ->Arg(8)
    ->Arg(96)
    ->Arg(384)
    ->Arg(1500)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1)
    ->UseManualTime();

}  // namespace
}  // namespace tidemark
