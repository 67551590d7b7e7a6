#include "checker/stream_clocks.h"

#include <algorithm>
#include <limits>

#include "checker/compiled.h"
#include "checker/mutant.h"
#include "core/check.h"

namespace tidemark {

StreamClocks::StreamClocks(Compiled& compiled, const Inputs& inputs, const Domain& domain,
                           const ClockHistory& ideal, ClockAgreement& agreement,
                           const RunLimits& limits)
    : engine_count_(compiled.program.engines.size()),
      history_(engine_count_),
      ideal_(ideal),
      agreement_(agreement),
      semaphores_(domain, history_),
      lanes_(engine_count_),
      live_(engine_count_ * engine_count_),
      joined_(engine_count_),
      parked_(engine_count_) {
  constexpr std::int64_t kMost = std::numeric_limits<Ordinal>::max();
  for (const Engine& engine : compiled.program.engines)
    inflight_.push_back(static_cast<Ordinal>(std::min(engine.inflight, kMost)));
  for (std::size_t i = 0; i < compiled.codes.size(); ++i) {
    Lane& lane = lanes_[compiled.streams.streams[i].engine.value];
    lane.walk.emplace(compiled, i, inputs, limits);
    lane.state = State::resting;
  }
}

StreamClocks::State StreamClocks::park(std::size_t engine, const StreamEvent& event) {
  const EngineId raiser = *semaphores_.raiser(event.semaphore);
  parked_[raiser.value].push_back(
      {static_cast<std::uint32_t>(engine), semaphores_.answer_from(event.semaphore, event.value)});
  return State::parked;
}

void StreamClocks::wake_for(std::size_t engine) {
  const Ordinal count = history_.count(engine);
  std::erase_if(parked_[engine], [&](const Parked& parked) {
    if (parked.at_least > count) return false;
    ready_.push_back(parked.engine);
    return true;
  });
}

// Forgets the engine's clocks that no stream has to join any more.
void StreamClocks::forget(std::size_t engine) {
  Ordinal certain = history_.count(engine);
  for (std::size_t e = 0; e < engine_count_; ++e)
    if (lanes_[e].state != State::ended) certain = std::min(certain, clock(e)[engine]);
  history_.forget(engine, certain);
}

StreamClocks::State StreamClocks::arrive(std::size_t engine, const StreamEvent& event) {
  lanes_[engine].state = State::at_barrier;
  if (!is_full(event)) return State::at_barrier;
  pass(event);
  for (const EngineId other : event.engines) {
    if (other.value == engine) continue;
    lanes_[other.value].event = nullptr;
    lanes_[other.value].state = State::running;  // past it, whenever its turn comes
    ready_.push_back(other.value);
  }
  return State::running;
}

// Do all engines of the barrier stand at one of the same set?
bool StreamClocks::is_full(const StreamEvent& barrier) const {
  return std::ranges::all_of(barrier.engines, [&](EngineId engine) {
    const Lane& lane = lanes_[engine.value];
    return lane.state == State::at_barrier &&
           std::ranges::equal(lane.event->engines, barrier.engines);
  });
}

void StreamClocks::pass(const StreamEvent& barrier) {
  std::ranges::fill(joined_, 0);
  for (const EngineId engine : barrier.engines) {
    const std::size_t e = engine.value;
    const Ordinal drained = mutated(CheckerMutant::no_drain) ? clock(e)[e] : history_.count(e);
    join(joined_.data(), engine_count_, e, drained, clock(e));
    for (const SemaphoreIndex s : lanes_[e].event->resets)
      if (!mutated(CheckerMutant::reset_ignored)) semaphores_.reset(s);
    ++costs_.barriers;
  }
  for (const EngineId engine : barrier.engines) std::ranges::copy(joined_, clock(engine.value));
}

inline StreamClocks::State StreamClocks::issue(std::size_t engine, const StreamEvent& event) {
  const Ordinal ordinal = history_.count(engine) + 1;
  CHECK(ordinal <= lanes_[engine].released);  // the streams match the program

  Ordinal* now = clock(engine);
  if (ordinal > inflight_[engine] && !mutated(CheckerMutant::no_inflight_limit))
    now[engine] = std::max(now[engine], ordinal - inflight_[engine]);
  if (history_.needs_chunk(engine)) [[unlikely]]
    forget(engine);
  history_.append(engine, now);
  agreement_.compare(engine, ordinal, now, ideal_.of(engine, ordinal));
  for (const Raise& raise : event.raises) semaphores_.raise(raise.semaphore, raise.amount, ordinal);
  if (event.kind == StreamEvent::Kind::read) now[engine] = ordinal;  // it holds the stream
  if (!parked_[engine].empty()) [[unlikely]]
    wake_for(engine);
  return ordinal < lanes_[engine].released || is_finishing_ ? State::running : State::resting;
}

inline StreamClocks::State StreamClocks::wait(std::size_t engine, const StreamEvent& event) {
  if (event.value <= 0) {
    ++costs_.trivial_waits;
    return State::running;
  }
  const std::optional<EngineId> raiser = semaphores_.raiser(event.semaphore);
  if (!raiser) return State::parked;  // for ever
  const Ordinal ordinal = semaphores_.completion(event.semaphore, event.value);
  if (ordinal == 0) return park(engine, event);

  Ordinal* now = clock(engine);
  if (mutated(CheckerMutant::completion_alone))
    now[raiser->value] = std::max(now[raiser->value], ordinal);
  else if (now[raiser->value] < ordinal)
    join(now, engine_count_, raiser->value, ordinal, history_.of(raiser->value, ordinal));
  if (event.kind == StreamEvent::Kind::take) semaphores_.take(event.semaphore, event.value);
  ++costs_.waits;
  return State::running;
}

inline StreamClocks::State StreamClocks::step(std::size_t engine, const StreamEvent& event) {
  switch (event.kind) {
    case StreamEvent::Kind::issue:
    case StreamEvent::Kind::read:
      return issue(engine, event);
    case StreamEvent::Kind::wait:
    case StreamEvent::Kind::take:
      return wait(engine, event);
    case StreamEvent::Kind::barrier:
      return arrive(engine, event);
    case StreamEvent::Kind::signal:
    case StreamEvent::Kind::reset:
      return State::running;  // of a semaphore that no one reads
    case StreamEvent::Kind::wait_equal:
      CHECK(!"outside the domain");
  }
  __builtin_unreachable();
}

void StreamClocks::run(std::size_t engine) {
  Lane& lane = lanes_[engine];
  do {
    if (lane.event == nullptr) lane.event = lane.walk->next();
    lane.state = lane.event == nullptr ? State::ended : step(engine, *lane.event);
    if (lane.state <= State::resting) lane.event = nullptr;  // it is past the event
  } while (lane.state == State::running);
}

void StreamClocks::run_ready() {
  while (!ready_.empty()) {
    const std::uint32_t engine = ready_.back();
    ready_.pop_back();
    run(engine);
  }
}

void StreamClocks::release(EngineId engine) {
  Lane& lane = lanes_[engine.value];
  ++lane.released;
  if (lane.state != State::resting) return;
  run(engine.value);
  if (!ready_.empty()) run_ready();
}

void StreamClocks::finish() {
  is_finishing_ = true;
  for (std::uint32_t engine = 0; engine < lanes_.size(); ++engine)
    if (lanes_[engine].state == State::resting) ready_.push_back(engine);
  run_ready();
}

bool StreamClocks::all_streams_ended() const {
  return std::ranges::all_of(lanes_, [](const Lane& lane) { return lane.state == State::ended; });
}

void StreamClocks::walk_stuck_streams() {
  for (Lane& lane : lanes_) {
    if (lane.state != State::parked && lane.state != State::at_barrier) continue;
    while (lane.walk->next() != nullptr) {
    }
  }
}

std::optional<RunError> StreamClocks::error(RunError::Kind kind) const {
  for (const Lane& lane : lanes_)
    if (lane.walk && lane.walk->error() && lane.walk->error()->kind == kind)
      return lane.walk->error();
  return std::nullopt;
}

StreamCosts StreamClocks::costs() const {
  StreamCosts costs = costs_;
  for (const Lane& lane : lanes_)
    if (lane.walk) costs.register_operations += lane.walk->register_operations();
  return costs;
}

}  // namespace tidemark
