#include "cli/earliest_end.h"

#include <algorithm>
#include <deque>
#include <string_view>

#include "checker/scheduler.h"
#include "core/check.h"

namespace tidemark {
namespace {

std::int64_t attribute(const Instruction& instruction, std::string_view name) {
  const auto found = std::ranges::find(instruction.attributes, name, &Attribute::name);
  return found == instruction.attributes.end() ? 0 : found->value;
}

// Whatever can be issued or passed is, at once; else the completion that is due first.
class EarliestScheduler final : public Scheduler {
 public:
  explicit EarliestScheduler(std::size_t engines) : clocks_(engines) {}

  std::optional<Step> choose(const Machine& machine, const MachineState& state,
                             std::span<const Step> enabled) override {
    const auto ready = std::ranges::find_if(
        enabled, [](const Step& step) { return step.kind != Step::Kind::complete; });
    if (ready == enabled.end()) return complete_first(enabled);
    if (ready->kind == Step::Kind::issue) issue(machine, state, ready->engine);
    return *ready;
  }

  std::int64_t now() const { return now_; }

 private:
  struct EngineClock {
    std::int64_t free = 0;         // when it can start the next
    std::int64_t last_due = 0;     // completions keep their order
    std::deque<std::int64_t> due;  // of what is in flight
  };

  void issue(const Machine& machine, const MachineState& state, EngineId engine) {
    CHECK(machine.parts(engine) == 1);
    const LineInstance& instance = machine.lines().of[engine].instances[state.issued[engine]];
    EngineClock& clock = clocks_[engine];
    const std::int64_t start = std::max(now_, clock.free);
    clock.free = start;
    std::int64_t latency = 0;
    if (!instance.is_read) {
      const auto& instruction = machine.program().instructions[InstructionId(instance.source)];
      clock.free += attribute(instruction, "cost");
      latency = attribute(instruction, "latency");
    }
    clock.last_due = std::max(clock.last_due, clock.free + latency);
    clock.due.push_back(clock.last_due);
  }

  Step complete_first(std::span<const Step> completions) {
    const Step first = *std::ranges::min_element(
        completions, {}, [&](const Step& step) { return clocks_[step.engine].due.front(); });
    std::deque<std::int64_t>& due = clocks_[first.engine].due;
    now_ = std::max(now_, due.front());
    due.pop_front();
    return first;
  }

  Table<EngineId, EngineClock> clocks_;
  std::int64_t now_ = 0;
};

}  // namespace

std::optional<std::int64_t> earliest_end(const Machine& machine) {
  EarliestScheduler scheduler(machine.program().engines.size());
  const Execution execution = execute(machine, scheduler);
  if (execution.outcome != Execution::Outcome::ended) return std::nullopt;
  return scheduler.now();
}

}  // namespace tidemark
