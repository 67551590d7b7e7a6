#include "tests/corpus/all_states.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

namespace tidemark {
namespace {

struct Hash {
  std::size_t operator()(const MachineState& state) const { return hash(state); }
};

// What is wrong in this state itself.
Verdict verdict_of(const Machine& machine, const MachineState& state,
                   const std::vector<Step>& steps) {
  for (const Step& step : steps)
    if (step.kind == Step::Kind::issue && !machine.is_covered(state, step.engine))
      return Verdict::unsafe;
  if (steps.empty() && !machine.is_end(state)) return Verdict::deadlocks;
  const std::vector<EngineId> can = machine.can_issue(state);
  for (const EngineId engine : machine.program().engines.ids())
    if (machine.may_issue(state, engine) && std::ranges::count(can, engine) == 0)
      return Verdict::overwaits;
  return Verdict::exact;
}

}  // namespace

Verdict verdict_over_all_states(const Machine& machine, std::size_t limit) {
  std::unordered_set<MachineState, Hash> seen = {machine.start()};
  std::vector<MachineState> open = {machine.start()};
  std::vector<Step> steps;
  Verdict worst = Verdict::exact;
  while (!open.empty()) {
    if (seen.size() > limit) return Verdict::unknown;
    const MachineState state = std::move(open.back());
    open.pop_back();
    steps.clear();
    machine.enabled(state, steps);
    worst = std::min(worst, verdict_of(machine, state, steps));
    for (const Step& step : steps) {
      MachineState next = state;
      machine.take(next, step);
      if (seen.insert(next).second) open.push_back(std::move(next));
    }
  }
  return worst;
}

}  // namespace tidemark
