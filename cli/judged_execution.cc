#include "cli/judged_execution.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/instance_notes.h"

namespace tidemark {
namespace {

// "dma's load#3"
std::string whose(const Machine& machine, EngineId engine, std::uint32_t ordinal) {
  return fmt::format("{}'s {}", machine.program().engines[engine].name,
                     describe(machine, engine, ordinal));
}

// Passes the choice on, and looks at each state before it does.
class Judge final : public Scheduler {
 public:
  explicit Judge(Scheduler& scheduler) : scheduler_(scheduler) {}

  std::optional<Step> choose(const Machine& machine, const MachineState& state,
                             std::span<const Step> enabled) override {
    look_at(machine, state);
    ++steps_;
    return scheduler_.choose(machine, state, enabled);
  }

  void look_at(const Machine& machine, const MachineState& state) {
    const std::vector<EngineId> can_issue = machine.can_issue(state);
    for (const EngineId engine : machine.program().engines.ids()) {
      const bool can = std::ranges::find(can_issue, engine) != can_issue.end();
      const std::uint32_t next = state.issued[engine] + 1;
      if (can && !machine.is_covered(state, engine))
        note(Verdict::unsafe,
             fmt::format("{} can issue before {} has completed", describe(machine, engine, next),
                         missing_needs(machine, state, engine)));
      if (!can && machine.may_issue(state, engine))
        note(Verdict::overwaits, fmt::format("{} is held back when all that it needs has completed",
                                             whose(machine, engine, next)));
    }
  }

  void note(Verdict verdict, std::string what) {
    if (found_.verdict && *found_.verdict <= verdict) return;
    found_.verdict = verdict;
    found_.what = std::move(what);
    found_.after = steps_;
  }

  JudgedExecution take(Execution execution) {
    found_.execution = std::move(execution);
    return std::move(found_);
  }

 private:
  static std::string missing_needs(const Machine& machine, const MachineState& state,
                                   EngineId engine) {
    const LineInstance& next = machine.lines().of[engine].instances[state.issued[engine]];
    std::vector<std::string> missing;
    for (const Needed& needed : machine.lines().needs_of(next))
      if (machine.completed(state, needed.engine) < needed.ordinal)
        missing.push_back(
            whose(machine, needed.engine, static_cast<std::uint32_t>(needed.ordinal)));
    return fmt::format("{}", fmt::join(missing, " and "));
  }

  Scheduler& scheduler_;
  std::size_t steps_ = 0;
  JudgedExecution found_;
};

}  // namespace

JudgedExecution execute_and_judge(const Machine& machine, Scheduler& scheduler) {
  Judge judge(scheduler);
  Execution execution = execute(machine, judge);
  judge.look_at(machine, execution.state);
  if (execution.outcome == Execution::Outcome::deadlocked)
    judge.note(Verdict::deadlocks, "nothing can go on, and not everything has completed");
  return judge.take(std::move(execution));
}

std::string describe(const Machine& machine, EngineId engine, std::uint32_t ordinal) {
  const LineInstance& instance = machine.lines().of[engine].instances[ordinal - 1];
  return instance_name(machine.program(), instance.is_read, instance.source, ordinal);
}

}  // namespace tidemark
