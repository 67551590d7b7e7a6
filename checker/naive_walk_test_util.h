// For tests: the verdict of docs/model.md by visiting every reachable state, with no
// clocks, no reduction and no thought. The gold standard for small runs.
#pragma once

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "checker/machine.h"
#include "checker/verdict.h"

namespace tidemark {

class NaiveWalk {
 public:
  explicit NaiveWalk(const Machine& machine) : machine_(machine) {}

  // The first verdict, in the order of their table, that holds in some reachable state;
  // nullopt if there are more than `state_limit` states.
  std::optional<Verdict> verdict(std::size_t state_limit) {
    reach(machine_.start());
    std::vector<Step> steps;
    while (!pending_.empty()) {
      const MachineState state = std::move(pending_.back());
      pending_.pop_back();
      machine_.enabled(state, steps);
      for (const Step& step : steps)
        if (step.kind == Step::Kind::issue && !machine_.is_covered(state, step.engine))
          return Verdict::unsafe;
      if (steps.empty() && !machine_.is_end(state)) worst_ = std::min(worst_, Verdict::deadlocks);
      if (holds_back(state)) worst_ = std::min(worst_, Verdict::overwaits);
      for (const Step& step : steps) {
        MachineState next = state;
        machine_.take(next, step);
        reach(std::move(next));
      }
      if (seen_.size() > state_limit) return std::nullopt;
    }
    return worst_;
  }

  std::size_t states() const { return seen_.size(); }

 private:
  struct Hash {
    std::size_t operator()(const MachineState& state) const { return hash(state); }
  };

  void reach(MachineState state) {
    if (seen_.insert(state).second) pending_.push_back(std::move(state));
  }

  // Whether the ideal system may issue an instance that silent steps alone do not lead to.
  bool holds_back(const MachineState& state) const {
    const std::vector<EngineId> can = machine_.can_issue(state);
    return std::ranges::any_of(machine_.program().engines.ids(), [&](EngineId engine) {
      return machine_.may_issue(state, engine) && !std::ranges::binary_search(can, engine);
    });
  }

  const Machine& machine_;
  std::unordered_set<MachineState, Hash> seen_;
  std::vector<MachineState> pending_;
  Verdict worst_ = Verdict::exact;
};

}  // namespace tidemark
