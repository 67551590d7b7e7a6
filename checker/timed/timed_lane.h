// One engine of a timed run: its sequencer, which walks the stream, and the engine itself.
// It knows no other lane; what it waits for is found by the machine (timed_machine.h).
#pragma once

#include <memory>
#include <vector>

#include "checker/stream_walk.h"
#include "checker/timed/simulate.h"
#include "checker/timed/stall_log.h"

namespace tidemark {

struct PendingWait {
  SemaphoreIndex semaphore = 0;
  std::int64_t value = 0;
  const StreamStatement* statement = nullptr;
  Picoseconds passed = 0;  // 0: it held when it was looked at
  std::optional<EngineId> on;
};

class TimedLane {
 public:
  TimedLane(EngineId engine, const Timing& timing, const WaitSlots& slots, bool is_decoupled);

  void start(std::unique_ptr<StreamWalk> walk) { walk_ = std::move(walk); }

  // The event that the stream stands at; nullptr at its end. What the sequencer did to get
  // there is charged the first time.
  const StreamEvent* event();
  void pass() { event_ = nullptr; }

  // Waits right before the event, in order; the first `resolved` are known to hold.
  std::vector<PendingWait>& pending() { return pending_; }
  std::size_t& resolved() { return resolved_; }
  // The statement that it stands at, where it has not ended.
  const StreamStatement* stands_at() const {
    return has_pending() ? pending_[resolved_].statement : event_->statement;
  }
  bool has_pending() const { return resolved_ < pending_.size(); }
  void add_wait(const StreamEvent& wait);

  struct Issued {
    Picoseconds start = 0, free = 0, complete = 0;
  };
  // All pending waits hold: those that fit stand on the instruction.
  Issued issue(InstructionTiming timing, std::size_t signals);
  // A control read: the sequencer stands still until it has the value.
  Issued read(std::size_t signals);

  // All pending waits as instructions of their own.
  void pass_waits();
  void spend_wait_instruction();

  // The sequencer stands still until then.
  void hold(Picoseconds until, StallReason reason, const StreamStatement* at,
            std::optional<EngineId> on);
  void leave_barrier(Picoseconds at, const StreamStatement* statement);

  Picoseconds time() const { return time_; }
  Picoseconds last_completion() const { return last_completion_; }
  bool is_serial() const { return timing_.inflight == 1; }
  const EngineTiming& timing() const { return timing_; }
  const StreamWalk* walk() const { return walk_.get(); }
  EngineFigures figures() const;
  const StallLog& stalls() const { return stalls_; }

 private:
  void charge_sequencer();
  void idle(Picoseconds until, StallReason reason);
  Issued occupy(InstructionTiming timing);
  Picoseconds place_free() const;
  void pass_separately(std::size_t count);

  EngineId engine_;
  const Timing& all_;
  const EngineTiming& timing_;
  std::size_t inline_waits_;
  std::size_t inline_signals_;
  std::size_t separate_waits_;
  bool is_after_;
  bool needs_whole_threshold_;  // a register alone
  bool is_decoupled_;

  std::unique_ptr<StreamWalk> walk_;
  const StreamEvent* event_ = nullptr;
  bool is_at_end_ = false;
  std::vector<PendingWait> pending_;
  std::size_t resolved_ = 0;

  Picoseconds time_ = 0;  // of the sequencer
  Picoseconds seen_ = 0;  // idle time is accounted for up to here
  EngineClock clock_;
  Picoseconds last_completion_ = 0;
  std::vector<Picoseconds> places_;  // completions of the last `inflight` instances
  std::uint64_t work_before_ = 0, steps_before_ = 0;
  EngineFigures figures_;
  StallLog stalls_;
};

}  // namespace tidemark
