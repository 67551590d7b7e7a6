// The clocks of the streams: for each instance, the completions that its stream's
// waits, takes and barriers make certain before it can issue.
//
// Streams are driven in lock-step with the sequential run: `release` lets a stream go
// on to one more instance, `finish` to its end. A stream at a wait that names a completion without
// a clock yet is parked, and woken when the completion gets one, so a clock is found in order of
// dependence, whatever the order of text. A stream still parked at the end is stuck in every
// schedule that gets so far: a cycle, or a completion that never comes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "checker/clock_agreement.h"
#include "checker/clock_history.h"
#include "checker/semaphore_counts.h"
#include "checker/stream_walk.h"

namespace tidemark {

struct StreamCosts {                // of all streams together
  std::uint64_t waits = 0;          // waits and takes whose value is above 0
  std::uint64_t trivial_waits = 0;  // at or below 0: they hold anywhere
  std::uint64_t barriers = 0;       // passed, counted once for each engine
  std::uint64_t register_operations = 0;
};

class StreamClocks {
 public:
  // All arguments must outlive the clocks. `domain` has nothing outside.
  StreamClocks(Compiled& compiled, const Inputs& inputs, const Domain& domain,
               const ClockHistory& ideal, ClockAgreement& agreement, const RunLimits& limits);

  // The engine's next instance has its ideal clock.
  void release(EngineId engine);

  // How many instances of the engine have their clock, and have been compared.
  Ordinal compared(EngineId engine) const { return history_.count(engine.value); }

  // The run has no more instances: streams go on to their ends.
  void finish();

  // To be asked after `finish`.
  bool all_streams_ended() const;

  // The first error of this kind in a stream, as far as they were walked.
  std::optional<RunError> error(RunError::Kind kind) const;

  // Walks streams that are stuck to their ends, since an error in them does not depend on
  // a schedule. Nothing is released after it.
  void walk_stuck_streams();

  const SemaphoreCounts& semaphores() const { return semaphores_; }
  StreamCosts costs() const;

 private:
  enum class State : std::uint8_t {
    running,
    resting,     // it has issued all that is released; where a stream begins
    parked,      // at a wait or take for a completion without a clock
    at_barrier,  // until the others come
    ended,
  };
  struct Lane {
    std::optional<StreamWalk> walk;      // absent: the engine has no stream
    const StreamEvent* event = nullptr;  // the next one, where the stream stands before it
    State state = State::ended;          // as an engine without a stream is
    Ordinal released = 0;
  };
  struct Parked {
    std::uint32_t engine = 0;
    Ordinal at_least = 0;  // instances with a clock before it is worth looking again
  };

  void run(std::size_t engine);
  void run_ready();
  State step(std::size_t engine, const StreamEvent& event);
  State issue(std::size_t engine, const StreamEvent& event);
  State wait(std::size_t engine, const StreamEvent& event);
  State park(std::size_t engine, const StreamEvent& event);
  State arrive(std::size_t engine, const StreamEvent& event);
  bool is_full(const StreamEvent& barrier) const;
  void pass(const StreamEvent& barrier);
  void wake_for(std::size_t engine);
  void forget(std::size_t engine);
  Ordinal* clock(std::size_t engine) { return live_.data() + engine * engine_count_; }

  std::size_t engine_count_;
  ClockHistory history_;
  const ClockHistory& ideal_;
  ClockAgreement& agreement_;
  SemaphoreCounts semaphores_;
  std::vector<Lane> lanes_;                  // by engine
  std::vector<Ordinal> inflight_;            // by engine
  std::vector<Ordinal> live_;                // a clock for each engine, where its stream stands
  std::vector<Ordinal> joined_;              // of a barrier
  std::vector<std::vector<Parked>> parked_;  // by the engine whose completion they await
  std::vector<std::uint32_t> ready_;         // woken, to be run
  bool is_finishing_ = false;
  StreamCosts costs_;
};

}  // namespace tidemark
