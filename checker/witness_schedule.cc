#include "checker/witness_schedule.h"

#include <algorithm>

#include "checker/scheduler.h"

namespace tidemark {
namespace {

// Stays with an engine as long as it has a step within the extent; then goes on to the
// next one that has, counting round from `first`.
class WithinExtent final : public Scheduler {
 public:
  WithinExtent(const Extent& extent, std::uint32_t first) : extent_(extent), first_(first) {}

  std::optional<Step> choose(const Machine& machine, const MachineState& state,
                             std::span<const Step> enabled) override {
    std::optional<Step> best;
    for (const Step& step : enabled)
      if (is_within(machine, state, step) && (!best || rank(step) < rank(*best))) best = step;
    if (best) first_ = best->engine.value;
    return best;
  }

 private:
  bool is_within(const Machine& machine, const MachineState& state, const Step& step) const {
    const std::uint32_t engine = step.engine.value;
    switch (step.kind) {
      case Step::Kind::issue:
        return state.issued[step.engine] < extent_.issued[engine];
      case Step::Kind::complete:
        return machine.completed(state, step.engine) < extent_.completed[engine];
      case Step::Kind::silent:
        return true;
    }
    __builtin_unreachable();
  }

  // The engine at hand first; of one engine, an issue before a completion.
  std::pair<std::uint32_t, Step::Kind> rank(const Step& step) const {
    const auto engines = static_cast<std::uint32_t>(extent_.issued.size());
    return {(step.engine.value + engines - first_) % engines, step.kind};
  }

  const Extent& extent_;
  std::uint32_t first_;
};

}  // namespace

Schedule schedule_within(const Machine& machine, const Extent& extent) {
  Schedule best;
  for (std::uint32_t first = 0; first < extent.issued.size(); ++first) {
    WithinExtent scheduler(extent, first);
    Schedule schedule = execute(machine, scheduler).schedule;
    if (first == 0 || switches(schedule) < switches(best)) best = std::move(schedule);
  }
  return best;
}

std::optional<MachineState> state_after(const Machine& machine, const Schedule& schedule) {
  MachineState state = machine.start();
  for (const Step& step : schedule) {
    if (!machine.is_enabled(state, step)) return std::nullopt;
    machine.take(state, step);
  }
  return state;
}

std::size_t switches(const Schedule& schedule) {
  std::size_t count = 0;
  for (std::size_t i = 1; i < schedule.size(); ++i)
    count += schedule[i].engine != schedule[i - 1].engine;
  return count;
}

}  // namespace tidemark
