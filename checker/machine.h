// The interpreter: streams executed in small steps, exactly as docs/model.md has it, next
// to the ideal system that they are held against. It knows nothing of strategies: which
// step is taken next is the business of a Scheduler (checker/scheduler.h).
//
//   issue E      E's stream stands at an issue or read, and fewer of E's instances are in
//                flight than its limit
//   complete E   an instance of E is in flight; the earliest (with stripes: part p of the
//                earliest whose part p is not complete) raises its semaphores
//   silent E     E's stream stands at a take that its semaphore covers, a reset or a signal;
//                at a barrier where all its engines stand with nothing in flight; or at a
//                wait that holds now but might cease to (`==`, or a semaphore that another
//                stream can lower or that wraps)
//
// A stream whose read is in flight stands still. Waits that cannot cease to hold are no
// steps: they are passed as soon as they hold, which loses nothing, since what holds for
// good can be passed at any later time as well. So states are always as far along as such
// waits allow. A semaphore of width w counts modulo 2^w: 0 to 2^w - 1.
//
// A Machine never changes; a state is a plain value of a few words, to be copied, hashed
// and compared. A step costs O(engines).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "checker/lines.h"
#include "checker/step.h"
#include "core/ir/program.h"

namespace tidemark {

struct MachineState {
  Table<EngineId, std::uint32_t> at;      // events of its line that the stream is past
  Table<EngineId, std::uint32_t> issued;  // instances, as far as `at` says
  std::vector<std::uint32_t> done;        // instances completed: by engine, and part of it
  std::vector<std::int64_t> semaphores;

  friend bool operator==(const MachineState&, const MachineState&) = default;
};

std::uint64_t hash(const MachineState& state);

class Machine {
 public:
  // All arguments must outlive the machine; the lines are of this program.
  Machine(const Program& program, const Lines& lines);

  MachineState start() const;

  // Every step that the streams can take, by engine; a barrier once, for its first engine.
  void enabled(const MachineState& state, std::vector<Step>& steps) const;
  bool is_enabled(const MachineState& state, const Step& step) const;
  void take(MachineState& state, const Step& step) const;  // an enabled step

  bool is_end(const MachineState& state) const;  // all complete, every stream at its end

  // How the ideal system sees the state. `may_issue`: the engine's next instance has a
  // place in flight, all that it needs is complete, and so is a control read right before
  // it. `is_covered`: all that it needs is complete; where it is not, its issue is unsafe.
  // Both are false where the engine has issued everything.
  bool may_issue(const MachineState& state, EngineId engine) const;
  bool is_covered(const MachineState& state, EngineId engine) const;

  // The engines whose next instance the streams can issue by silent steps alone, of
  // whatever streams. Searches all silent continuations where their order matters.
  std::vector<EngineId> can_issue(const MachineState& state) const;

  // Why the streams cannot take the step: "act stands at wait pe >= 3, and pe is 2".
  std::string why_not(const MachineState& state, const Step& step, const Streams& streams) const;

  std::uint32_t completed(const MachineState& state, EngineId engine) const;
  std::uint32_t in_flight(const MachineState& state, EngineId engine) const {
    return state.issued[engine] - completed(state, engine);
  }
  std::uint32_t parts(EngineId engine) const {
    return part_begin_[engine.value + 1] - part_begin_[engine.value];
  }
  const Lines& lines() const { return lines_; }
  const Program& program() const { return program_; }

 private:
  // What its stream stands at; nullptr at its end, or while its read is in flight.
  const LineEvent* event(const MachineState& state, EngineId engine) const;

  bool waits_for_read(const MachineState& state, EngineId engine) const;
  bool has_place(const MachineState& state, EngineId engine) const;
  bool is_open(const MachineState& state, const LineBarrier& barrier) const;
  bool can_issue_now(const MachineState& state, EngineId engine) const;
  bool can_complete(const MachineState& state, EngineId engine, std::uint32_t part) const;
  bool can_pass(const MachineState& state, EngineId engine) const;
  bool leads_barrier(const MachineState& state, EngineId engine) const;

  void settle(MachineState& state) const;
  void complete(MachineState& state, EngineId engine, std::uint32_t part) const;
  void skip_reads(MachineState& state, EngineId engine) const;
  void raise(MachineState& state, const Raise& by) const;
  void pass(MachineState& state, EngineId engine) const;
  void pass_barrier(MachineState& state, const LineBarrier& barrier) const;

  const Program& program_;
  const Lines& lines_;
  std::vector<std::uint32_t> part_begin_;  // by engine: its first place in `done`
};

}  // namespace tidemark
