#include "checker/timed/timed_lane.h"

#include <algorithm>

namespace tidemark {
namespace {

constexpr double kMostSlots = 1e6;

std::size_t slots(double count) { return static_cast<std::size_t>(std::min(count, kMostSlots)); }

}  // namespace

TimedLane::TimedLane(EngineId engine, const Timing& timing, const WaitSlots& of, bool is_decoupled)
    : engine_(engine),
      all_(timing),
      timing_(timing.engines[engine]),
      inline_waits_(slots(of.inline_waits)),
      inline_signals_(slots(of.inline_signals)),
      separate_waits_(std::max<std::size_t>(1, slots(of.separate_waits))),
      is_after_(of.separate_after != 0),
      needs_whole_threshold_(of.register_and_offset == 0),
      is_decoupled_(is_decoupled),
      places_(static_cast<std::size_t>(timing_.inflight)),
      stalls_(engine) {}

const StreamEvent* TimedLane::event() {
  if (event_ != nullptr || is_at_end_ || !walk_) return event_;
  event_ = walk_->next();
  is_at_end_ = event_ == nullptr;
  charge_sequencer();
  return event_;
}

void TimedLane::charge_sequencer() {
  const std::uint64_t work = walk_->register_work() - work_before_;
  const std::uint64_t steps = walk_->control_steps() - steps_before_;
  if (work == 0 && steps == 0) return;
  work_before_ += work;
  steps_before_ += steps;
  figures_.register_work += work;
  figures_.control_steps += steps;
  const Picoseconds before = time_;
  time_ += static_cast<Picoseconds>(work) * timing_.register_operation;
  idle(time_, StallReason::register_operations);
  time_ += static_cast<Picoseconds>(steps) * timing_.control_step;
  idle(time_, StallReason::control);
  figures_.sequencer += time_ - before;
}

void TimedLane::idle(Picoseconds until, StallReason reason) {
  if (until <= seen_) return;
  stalls_.add(reason, until - seen_);
  seen_ = until;
}

void TimedLane::hold(Picoseconds until, StallReason reason, const StreamStatement* at,
                     std::optional<EngineId> on) {
  time_ = std::max(time_, until);
  if (until <= seen_) return;
  stalls_.add(reason, until - seen_, at, on);
  seen_ = until;
}

void TimedLane::add_wait(const StreamEvent& wait) {
  pending_.push_back({wait.semaphore, wait.value, wait.statement, 0, std::nullopt});
  if (!needs_whole_threshold_ || !wait.has_offset) return;
  ++figures_.register_work;
  time_ += timing_.register_operation;
  figures_.sequencer += timing_.register_operation;
  idle(time_, StallReason::register_operations);
}

void TimedLane::spend_wait_instruction() {
  ++figures_.separate_waits;
  time_ += timing_.separate_wait;
  figures_.sequencer += timing_.separate_wait;
  idle(time_, StallReason::wait_instructions);
}

void TimedLane::pass_separately(std::size_t count) {
  for (std::size_t begin = 0; begin < count; begin += separate_waits_) {
    if (!is_after_) spend_wait_instruction();
    for (std::size_t i = begin; i < std::min(count, begin + separate_waits_); ++i)
      hold(pending_[i].passed, StallReason::wait, pending_[i].statement, pending_[i].on);
    if (is_after_) spend_wait_instruction();
  }
}

void TimedLane::pass_waits() {
  pass_separately(pending_.size());
  pending_.clear();
  resolved_ = 0;
}

Picoseconds TimedLane::place_free() const {
  return places_[figures_.instances % places_.size()];  // of the instance that many before
}

TimedLane::Issued TimedLane::occupy(InstructionTiming timing) {
  time_ = std::max(time_, clock_.free());
  seen_ = std::max(seen_, clock_.free());
  const Picoseconds place = place_free();
  idle(place, StallReason::place);
  time_ = std::max(time_, place);
  Issued issued;
  issued.start = time_;
  figures_.busy += clock_.occupy(all_, timing_, issued.start, timing.cost);
  issued.free = seen_ = clock_.free();
  issued.complete = last_completion_ = std::max(last_completion_, issued.free + timing.latency);
  places_[figures_.instances++ % places_.size()] = issued.complete;
  if (!is_decoupled_) time_ = issued.free;
  return issued;
}

TimedLane::Issued TimedLane::issue(InstructionTiming timing, std::size_t signals) {
  const std::size_t on_it = std::min(inline_waits_, pending_.size());
  const std::size_t separate = pending_.size() - on_it;
  pass_separately(separate);
  for (std::size_t i = separate; i < pending_.size(); ++i)
    hold(pending_[i].passed, StallReason::wait, pending_[i].statement, pending_[i].on);
  figures_.inline_waits += on_it;
  pending_.clear();
  resolved_ = 0;
  const Issued issued = occupy(timing);
  for (std::size_t i = inline_signals_; i < signals; ++i) spend_wait_instruction();
  return issued;
}

TimedLane::Issued TimedLane::read(std::size_t signals) {
  const Issued issued = issue({timing_.read, 0}, signals);
  time_ = issued.complete;
  return issued;
}

void TimedLane::leave_barrier(Picoseconds at, const StreamStatement* statement) {
  ++figures_.barriers;
  hold(at, StallReason::barrier, statement, std::nullopt);
}

EngineFigures TimedLane::figures() const {
  EngineFigures figures = figures_;
  figures.end = last_completion_;
  figures.stalled = stalls_.total();
  return figures;
}

}  // namespace tidemark
