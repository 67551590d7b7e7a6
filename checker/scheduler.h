// All nondeterminism of an execution, behind one method: which of the enabled steps comes
// next. A strategy is one small class.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "checker/machine.h"

namespace tidemark {

class Scheduler {
 public:
  virtual ~Scheduler() = default;

  // A step that is enabled in this state; nullopt to stop here. `enabled` is not empty.
  virtual std::optional<Step> choose(const Machine& machine, const MachineState& state,
                                     std::span<const Step> enabled) = 0;
};

// Each enabled step with the same probability; the seed fixes the execution.
class RandomScheduler final : public Scheduler {
 public:
  explicit RandomScheduler(std::uint64_t seed) : next_(seed) {}
  std::optional<Step> choose(const Machine& machine, const MachineState& state,
                             std::span<const Step> enabled) override;

 private:
  std::uint64_t next_;
};

// The steps of a schedule, up to its end or to one that is not enabled.
class ReplayScheduler final : public Scheduler {
 public:
  // The schedule must outlive this.
  explicit ReplayScheduler(std::span<const Step> schedule) : rest_(schedule) {}
  std::optional<Step> choose(const Machine& machine, const MachineState& state,
                             std::span<const Step> enabled) override;

  std::span<const Step> rest() const { return rest_; }  // not taken; empty if all went well

 private:
  std::span<const Step> rest_;
};

struct Execution {
  enum class Outcome : std::uint8_t { ended, deadlocked, stopped };  // stopped: by the scheduler

  Outcome outcome = Outcome::stopped;
  Schedule schedule;   // the steps taken
  MachineState state;  // after them
};

// Finite: each step moves a stream or completes an instance.
Execution execute(const Machine& machine, Scheduler& scheduler);

}  // namespace tidemark
