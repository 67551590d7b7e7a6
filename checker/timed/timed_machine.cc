#include "checker/timed/timed_machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text/print.h"

namespace tidemark {

TimedMachine::TimedMachine(const Program& program, const Streams& streams, const Inputs& inputs,
                           const Target& target, const SimulateOptions& options)
    : program_(program),
      streams_(streams),
      options_(options),
      timing_(program, target),
      semaphores_(streams) {
  const bool is_decoupled = target.sequencer.decoupled != 0;
  for (const EngineId engine : program.engines.ids())
    engines_.push(std::make_unique<Stream>(
        Stream{TimedLane(engine, timing_, target.waits, is_decoupled), Standing::ended, 0}));
  for (const tidemark::Stream& stream : streams.streams) {
    engines_[stream.engine]->lane.start(
        std::make_unique<StreamWalk>(program, streams, stream, inputs, options.limits));
    engines_[stream.engine]->standing = Standing::runs;
  }
}

void TimedMachine::run() {
  for (const EngineId engine : engines_.ids()) advance(engine);
  while (!events_.empty() && !error_) {
    const Event event = events_.top();
    events_.pop();
    now_ = event.time;
    happen(event);
  }
}

void TimedMachine::push(Picoseconds time, Event::Kind kind, EngineId engine,
                        const Arrival& arrival) {
  events_.push({time, pushed_++, kind, engine, arrival});
}

void TimedMachine::happen(const Event& event) {
  switch (event.kind) {
    case Event::Kind::arrival:
      return arrival(event.arrival);
    case Event::Kind::resume:
      engines_[event.engine]->standing = Standing::is_due;
      return advance(event.engine);
    case Event::Kind::barrier:
      return leave(*engines_[event.engine]->lane.event(), event.time);
  }
  std::unreachable();
}

// --- one stream

void TimedMachine::advance(EngineId engine) {
  Stream& stream = *engines_[engine];
  if (stream.standing == Standing::ended) return;
  while (!error_ && step(engine, stream)) {
  }
}

// False where the stream stands still, or has ended.
bool TimedMachine::step(EngineId engine, Stream& stream) {
  const StreamEvent* event = stream.lane.event();
  if (event == nullptr) {
    if (!resolve(engine, stream)) return false;
    stream.lane.pass_waits();
    stream.standing = Standing::ended;
    error_ = stream.lane.walk()->error();
    return false;
  }
  if (event->kind == StreamEvent::Kind::wait && semaphores_.is_lasting(event->semaphore)) {
    stream.lane.add_wait(*event);
    stream.lane.pass();
    return true;
  }
  if (!resolve(engine, stream)) return false;
  if (event->kind != StreamEvent::Kind::issue && event->kind != StreamEvent::Kind::read)
    return pass_in_time(engine, stream, *event);
  issue(engine, stream, *event);
  stream.lane.pass();
  return true;
}

bool TimedMachine::holds(const PendingWait& wait, EngineId engine, const TimedLane& lane) const {
  return semaphores_.value(wait.semaphore) >= wait.value ||
         semaphores_.value_for(wait.semaphore, engine, lane.is_serial()) >= wait.value;
}

// Do all pending waits hold? If not, it waits for the first.
bool TimedMachine::resolve(EngineId engine, Stream& stream) {
  TimedLane& lane = stream.lane;
  for (; lane.has_pending(); ++lane.resolved()) {
    PendingWait& wait = lane.pending()[lane.resolved()];
    if (holds(wait, engine, lane)) continue;
    semaphores_.waiters(wait.semaphore).push_back(engine);
    stream.standing = Standing::waits;
    return false;
  }
  return true;
}

void TimedMachine::issue(EngineId engine, Stream& stream, const StreamEvent& event) {
  const bool is_read = event.kind == StreamEvent::Kind::read;
  TimedLane& lane = stream.lane;
  std::vector<PendingWait> held;
  if (timeline_.spans.size() < options_.timeline)
    for (const PendingWait& wait : lane.pending())
      if (wait.on) held.push_back(wait);
  const auto issued =
      is_read ? lane.read(event.raises.size())
              : lane.issue(timing_.instructions[event.instruction], event.raises.size());
  for (const Raise& raise : event.raises) {
    const std::int64_t amount = raise.amount * (is_read ? 1 : lane.timing().stripes);
    push(issued.complete + timing_.signal, Event::Kind::arrival, engine,
         semaphores_.raise(raise.semaphore, amount, engine, issued.complete));
  }
  if (timeline_.spans.size() >= options_.timeline) {
    timeline_.is_cut = true;
    return;
  }
  const std::uint32_t source = is_read ? event.control.value : event.instruction.value;
  timeline_.spans.push_back({engine, is_read, source, issued.start, issued.free, issued.complete});
  for (const PendingWait& wait : held)
    timeline_.waits.push_back({*wait.on, wait.passed - timing_.signal, engine, issued.start});
}

// What can lower a semaphore, or depends on when it is looked at, happens in order of time:
// the sequencer comes to it, and only then it is done or begins to wait.
bool TimedMachine::pass_in_time(EngineId engine, Stream& stream, const StreamEvent& event) {
  TimedLane& lane = stream.lane;
  if (stream.standing != Standing::is_due) {
    lane.pass_waits();
    if (event.kind == StreamEvent::Kind::barrier) {
      arrive(stream, event);
      return false;
    }
    lane.spend_wait_instruction();
    push(std::max(now_, lane.time()), Event::Kind::resume, engine);
    stream.standing = Standing::scheduled;
    return false;
  }
  if (!act(engine, stream, event)) {
    semaphores_.waiters(event.semaphore).push_back(engine);
    stream.standing = Standing::waits;
    return false;
  }
  stream.standing = Standing::runs;
  lane.pass();
  return true;
}

// False where it does not hold.
bool TimedMachine::act(EngineId engine, Stream& stream, const StreamEvent& event) {
  const std::int64_t value = semaphores_.value(event.semaphore);
  switch (event.kind) {
    case StreamEvent::Kind::wait:
      return value >= event.value;
    case StreamEvent::Kind::wait_equal:
      return value == event.value;
    case StreamEvent::Kind::take:
      if (value < event.value) return false;
      semaphores_.take(event.semaphore, event.value);
      return true;
    case StreamEvent::Kind::reset:
      semaphores_.reset(event.semaphore, now_);
      return true;
    case StreamEvent::Kind::signal:
      signal(engine, stream, event);
      return true;
    case StreamEvent::Kind::issue:
    case StreamEvent::Kind::read:
    case StreamEvent::Kind::barrier:
      break;
  }
  std::unreachable();
}

void TimedMachine::signal(EngineId engine, Stream& stream, const StreamEvent& event) {
  const Picoseconds at = stream.lane.time();
  push(at + timing_.signal, Event::Kind::arrival, engine,
       semaphores_.raise(event.semaphore, event.value, engine, at));
}

// --- what happens between streams

void TimedMachine::arrival(const Arrival& arrival) {
  if (semaphores_.arrive(arrival)) wake(arrival.semaphore, arrival.raiser);
}

void TimedMachine::wake(SemaphoreIndex s, EngineId by) {
  std::vector<EngineId> waiters;
  std::swap(waiters, semaphores_.waiters(s));
  for (const EngineId engine : waiters) {
    Stream& stream = *engines_[engine];
    TimedLane& lane = stream.lane;
    if (lane.has_pending()) {
      PendingWait& wait = lane.pending()[lane.resolved()];
      if (!holds(wait, engine, lane)) {
        semaphores_.waiters(s).push_back(engine);
        continue;
      }
      wait.passed = now_;
      wait.on = by;
      ++lane.resolved();
      stream.standing = Standing::runs;
    } else {
      lane.hold(now_, StallReason::wait, lane.event()->statement, by);
      stream.standing = Standing::is_due;
    }
    advance(engine);
  }
}

// The last to come sets the time at which all leave.
void TimedMachine::arrive(Stream& stream, const StreamEvent& event) {
  stream.arrived = std::max(stream.lane.time(), stream.lane.last_completion());
  stream.standing = Standing::at_barrier;
  Picoseconds last = 0;
  for (const EngineId other : event.engines) {
    Stream& there = *engines_[other];
    const StreamEvent* at = there.standing == Standing::at_barrier ? there.lane.event() : nullptr;
    if (at == nullptr || at->kind != StreamEvent::Kind::barrier ||
        !std::ranges::equal(at->engines, event.engines))
      return;
    last = std::max(last, there.arrived);
  }
  push(std::max(now_, last + timing_.barrier), Event::Kind::barrier, event.engines.front());
}

void TimedMachine::leave(const StreamEvent& barrier, Picoseconds at) {
  const std::vector<EngineId> engines(barrier.engines.begin(), barrier.engines.end());
  for (const EngineId engine : engines)
    for (const SemaphoreIndex s : engines_[engine]->lane.event()->resets) semaphores_.reset(s, at);
  for (const EngineId engine : engines) {
    Stream& stream = *engines_[engine];
    barrier_time_ += at - stream.arrived;
    if (timeline_.barriers.size() < options_.timeline)
      timeline_.barriers.push_back({engine, stream.arrived, at});
    stream.lane.leave_barrier(at, stream.lane.event()->statement);
    stream.standing = Standing::runs;
    stream.lane.pass();
  }
  for (const EngineId engine : engines) advance(engine);
}

// --- the end

std::optional<RunError> TimedMachine::error() const { return error_; }

std::string TimedMachine::why_stuck() const {
  std::string why;
  for (const tidemark::Stream& stream : streams_.streams) {
    const Stream& here = *engines_[stream.engine];
    if (here.standing == Standing::ended) continue;
    why += fmt::format("{}{} stands at {}", why.empty() ? "" : "; ",
                       program_.engines[stream.engine].name,
                       print_statement(*here.lane.stands_at(), stream, streams_, program_));
  }
  return why;
}

Simulation TimedMachine::result() && {
  Simulation result;
  result.reason = why_stuck();
  result.has_ended = result.reason.empty();
  result.barrier_time = barrier_time_;
  for (const EngineId engine : engines_.ids()) {
    const TimedLane& lane = engines_[engine]->lane;
    result.engines.push(lane.figures());
    result.instances += result.engines[engine].instances;
    result.latency = std::max({result.latency, lane.last_completion(), lane.time()});
    lane.stalls().append_to(result.stalls);
  }
  std::ranges::stable_sort(result.stalls, std::greater<>(), &Stall::time);
  result.timeline = std::move(timeline_);
  return result;
}

}  // namespace tidemark
