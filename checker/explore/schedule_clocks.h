// Clocks kept along one schedule: what had to happen before each of its steps, of all that
// happened before it. So a missing wait shows although the schedule itself was lucky.
//
// A clock is a position (Position::at): the least one in which all that the step relies on
// has been done. A step relies on the step before it of its own stream or part, on the
// completions that its gate names, and on the steps that brought the values it waits for:
//   wait >= t          the raises, in the order of this schedule, that first reached t since
//                      the last reset
//   where tokens are taken: all raises since the last reset
//   wait ==, and any wait on a semaphore that wraps: all that changed it
//   a barrier: all that its engines rely on
// Why a finding is one: those steps of the schedule that lie below the clock of c's issue,
// taken in the order that they had, are a schedule again. Each finds the values it found
// (or, for >= and take, no lower ones: all raises it relied on are there, and at most some
// takes are not). After them c can issue; and if it needs a completion that is not among
// them, that is unsafe. (Happens-before detection of races, as in Djit+ and FastTrack,
// Flanagan and Freund, PLDI 2009, with semaphores for locks.)
//
// Where every semaphore is in the domain of the clocks decider, each schedule has the same
// clocks, those of docs/model.md. Elsewhere they are this schedule's, and no proof.
//
// Cost: one join of a few words for each threshold. Memory: a clock for each instance and
// each raise of a semaphore whose value is added up.
#pragma once

#include <cstdint>
#include <vector>

#include "checker/explore/tracks.h"

namespace tidemark {

class ScheduleClocks {
 public:
  explicit ScheduleClocks(const Tracks& tracks);  // which must outlive it

  // Words that are kept for a whole schedule; for a limit.
  static std::uint64_t words(const Tracks& tracks);

  void restart();

  // The step is taken next, at this position. False where it issues an instance that does
  // not rely on something it needs; then `cut` is the clock of that.
  bool take(const Position& position, const Step& step) {
    // What completes raises nothing whose value is added up: no clock changes.
    if (step.kind == Step::Kind::complete && raises_values_[step.engine.value] == 0) return true;
    return follow(position, step);
  }
  std::span<const std::uint32_t> cut() const { return cut_; }

 private:
  using Clock = std::uint32_t*;

  struct Changes {                      // of a semaphore whose value is added up
    std::int64_t raised = 0;            // since the last reset
    std::vector<std::int64_t> totals;   // raised, after each raise since then ...
    std::vector<std::uint32_t> clocks;  // ... with the clock of all these raises
    std::vector<std::uint32_t> all;     // the clock of all that ever changed it
  };

  bool follow(const Position& position, const Step& step);
  bool issue(const Position& position, EngineId engine, const Stop& stop);
  void pass(const Position& position, EngineId engine, const Stop& stop);
  void pass_barrier(const Position& position, const LineBarrier& barrier);
  void complete(const Position& position, EngineId engine, std::uint32_t part);
  void rely_on_gate(EngineId engine, const Stop& stop);
  void rely_on_value(Clock clock, SemaphoreIndex semaphore, std::int64_t value) const;
  void rely_on_all(Clock clock, SemaphoreIndex semaphore) const {
    join(clock, changes_[semaphore].all.data());
  }
  void raise(SemaphoreIndex semaphore, std::int64_t amount, const std::uint32_t* clock);
  void reset(SemaphoreIndex semaphore, const std::uint32_t* clock);
  void join(Clock to, const std::uint32_t* from) const;

  Clock stream(EngineId engine) { return streams_.data() + std::size_t{engine.value} * places_; }
  Clock issue_of(EngineId engine, std::uint32_t index) {
    return issues_.data() + (first_issue_[engine.value] + std::size_t{index}) * places_;
  }

  const Tracks& tracks_;
  std::uint32_t places_;
  std::vector<EngineId> owner_;              // by place
  std::vector<std::uint8_t> raises_values_;  // by engine: whether some that are not `counted`
  std::vector<std::size_t> first_issue_;     // by engine
  std::vector<std::uint32_t> streams_;       // by engine: the clock of its next step
  std::vector<std::uint32_t> issues_;        // by engine and instance: its clock, issue included
  std::vector<Changes> changes_;             // by semaphore
  std::vector<std::uint32_t> cut_, completion_;
};

}  // namespace tidemark
