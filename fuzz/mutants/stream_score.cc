#include "fuzz/mutants/stream_score.h"

#include <fmt/format.h>

#include "core/ir/match.h"
#include "core/sync/synchronizer.h"
#include "fuzz/mutants/deciders.h"
#include "fuzz/mutants/small_inputs.h"
#include "oracle/unbounded.h"

namespace tidemark::mutants {
namespace {

using Clock = std::chrono::steady_clock;

class Trial {
 public:
  Trial(const Program& program, const Streams& mutant)
      : program_(program), mutant_(mutant), cells_(program) {}

  // True once it is killed.
  bool try_inputs(const Inputs& inputs) {
    ++fate_.inputs;
    const auto clocks = ask_clocks(program_, cells_, mutant_, inputs);
    // Clocks that find nothing have decided; the explorer is for what they cannot decide, and
    // to say the same of what they kill.
    if (clocks == Verdict::exact) return false;
    const auto explorer = ask_explorer(program_, mutant_, inputs);
    fate_.by_clocks = finds(clocks, Verdict::exact);
    fate_.by_explorer = finds(explorer, Verdict::exact);
    if (!fate_.by_clocks && !fate_.by_explorer) return false;
    fate_.kind = Fate::Kind::killed;
    fate_.verdict = fate_.by_clocks ? *clocks : *explorer;
    fate_.disagree = clocks && explorer && clocks != explorer;
    return true;
  }

  Fate& fate() { return fate_; }

 private:
  const Program& program_;
  const Streams& mutant_;
  Cells cells_;
  Fate fate_;
};

bool is_proved(const Program& program, const Streams& streams, std::chrono::milliseconds time) {
  UnboundedOptions options;
  options.walk.deadline = Clock::now() + time;
  return prove_unbounded(program, streams, options).is_proved;
}

void add(const Fate& fate, OperatorScore& score) {
  switch (fate.kind) {
    case Fate::Kind::no_streams:
      ++score.no_streams;
      return;
    case Fate::Kind::killed:
      ++score.killed;
      score.by_clocks += fate.by_clocks;
      score.by_explorer += fate.by_explorer;
      score.disagreements += fate.disagree;
      score.over_waiting += fate.verdict == Verdict::overwaits;
      score.inputs.push_back(fate.inputs);
      return;
    case Fate::Kind::proved:
      ++score.proved;
      return;
    case Fate::Kind::exhausted:
      ++score.exhausted;
      return;
    case Fate::Kind::alive:
      ++score.alive;
      return;
  }
}

}  // namespace

Fate fate_of(const Program& program, const Streams& mutant, const FateOptions& options) {
  if (!mismatches(program, mutant, 1).empty()) return {.kind = Fate::Kind::no_streams};
  Trial trial(program, mutant);
  for (std::uint64_t draw = 0; draw < options.draws; ++draw)
    if (trial.try_inputs(Inputs(program, draw, draw % 2 == 0 ? DrawRange{0, 4} : DrawRange{2, 9})))
      return trial.fate();
  if (is_proved(program, mutant, options.proof_time)) {
    trial.fate().kind = Fate::Kind::proved;
    return trial.fate();
  }
  const SmallInputs all(program);
  for (std::uint64_t i = 0; i < all.size(); ++i)
    if (trial.try_inputs(all.at(i))) return trial.fate();
  if (all.is_complete()) trial.fate().kind = Fate::Kind::exhausted;
  return trial.fate();
}

void score(const Program& program, std::uint64_t stride, std::uint64_t first, OperatorScore& score,
           const FateOptions& options) {
  const Streams right = synchronize(program).streams;
  const std::vector<StreamMutant> all = stream_mutants(right, score.mutation);
  for (std::uint64_t i = first; i < all.size(); i += stride) {
    const StreamMutant& mutant = all[i];
    const auto begin = Clock::now();
    const Fate fate = fate_of(program, mutated(right, mutant), options);
    ++score.made;
    add(fate, score);
    if (fate.kind == Fate::Kind::killed)
      score.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
    if (fate.kind == Fate::Kind::alive)
      score.living.push_back(fmt::format("{}, stream {}, statement {}, variant {}", program.name,
                                         program.engines[right.streams[mutant.stream].engine].name,
                                         mutant.statement, mutant.variant));
  }
}

}  // namespace tidemark::mutants
