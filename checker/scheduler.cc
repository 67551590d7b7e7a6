#include "checker/scheduler.h"

#include <vector>

#include "core/run/hash.h"

namespace tidemark {

std::optional<Step> RandomScheduler::choose(const Machine&, const MachineState&,
                                            std::span<const Step> enabled) {
  return enabled[mix(next_++) % enabled.size()];
}

std::optional<Step> ReplayScheduler::choose(const Machine& machine, const MachineState& state,
                                            std::span<const Step>) {
  if (rest_.empty() || !machine.is_enabled(state, rest_.front())) return std::nullopt;
  const Step step = rest_.front();
  rest_ = rest_.subspan(1);
  return step;
}

Execution execute(const Machine& machine, Scheduler& scheduler) {
  Execution execution{
      .outcome = Execution::Outcome::stopped, .schedule = {}, .state = machine.start()};
  std::vector<Step> enabled;
  while (true) {
    machine.enabled(execution.state, enabled);
    if (enabled.empty()) break;
    const std::optional<Step> step = scheduler.choose(machine, execution.state, enabled);
    if (!step) return execution;
    machine.take(execution.state, *step);
    execution.schedule.push_back(*step);
  }
  execution.outcome =
      machine.is_end(execution.state) ? Execution::Outcome::ended : Execution::Outcome::deadlocked;
  return execution;
}

}  // namespace tidemark
