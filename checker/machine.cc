#include "checker/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "core/check.h"
#include "core/run/hash.h"

namespace tidemark {

using EventKind = StreamEvent::Kind;

std::uint64_t hash(const MachineState& state) {
  std::uint64_t hash = 0;
  const auto add = [&](std::uint64_t word) { hash = mix(hash ^ word); };
  for (const std::uint32_t at : state.at) add(at);
  for (const std::uint32_t done : state.done) add(done);
  for (const std::int64_t value : state.semaphores) add(static_cast<std::uint64_t>(value));
  return hash;
}

Machine::Machine(const Program& program, const Lines& lines) : program_(program), lines_(lines) {
  part_begin_.push_back(0);
  for (const Engine& engine : program.engines)
    part_begin_.push_back(part_begin_.back() + static_cast<std::uint32_t>(engine.stripes));
}

MachineState Machine::start() const {
  const std::size_t engines = program_.engines.size();
  MachineState state{.at = Table<EngineId, std::uint32_t>(engines),
                     .issued = Table<EngineId, std::uint32_t>(engines),
                     .done = std::vector<std::uint32_t>(part_begin_.back()),
                     .semaphores = std::vector<std::int64_t>(lines_.semaphores.size())};
  settle(state);
  return state;
}

// Where the streams stand.

std::uint32_t Machine::completed(const MachineState& state, EngineId engine) const {
  const auto begin = state.done.begin() + part_begin_[engine.value];
  return *std::min_element(begin, state.done.begin() + part_begin_[engine.value + 1]);
}

bool Machine::waits_for_read(const MachineState& state, EngineId engine) const {
  const std::uint32_t issued = state.issued[engine];
  return issued > 0 && lines_.of[engine].instances[issued - 1].is_read &&
         completed(state, engine) < issued;
}

bool Machine::has_place(const MachineState& state, EngineId engine) const {
  return in_flight(state, engine) < program_.engines[engine].inflight;
}

const LineEvent* Machine::event(const MachineState& state, EngineId engine) const {
  const std::vector<LineEvent>& events = lines_.of[engine].events;
  if (state.at[engine] == events.size() || waits_for_read(state, engine)) return nullptr;
  return &events[state.at[engine]];
}

bool Machine::is_open(const MachineState& state, const LineBarrier& barrier) const {
  return std::ranges::all_of(barrier.engines, [&](EngineId engine) {
    const LineEvent* at = event(state, engine);
    return at != nullptr && at->kind == EventKind::barrier && in_flight(state, engine) == 0 &&
           lines_.barriers[at->index].engines == barrier.engines;
  });
}

// Passes the waits that hold and cannot cease to.
void Machine::settle(MachineState& state) const {
  for (const EngineId engine : program_.engines.ids()) {
    const LineEvent* at = event(state, engine);
    while (at != nullptr && at->is_lasting && state.semaphores[at->index] >= at->value) {
      ++state.at[engine];
      at = event(state, engine);
    }
  }
}

// Which steps there are.

void Machine::enabled(const MachineState& state, std::vector<Step>& steps) const {
  steps.clear();
  for (const EngineId engine : program_.engines.ids()) {
    if (can_issue_now(state, engine)) steps.push_back({Step::Kind::issue, engine});
    for (std::uint32_t part = 0; part < parts(engine); ++part)
      if (can_complete(state, engine, part)) steps.push_back({Step::Kind::complete, engine, part});
    if (can_pass(state, engine) && leads_barrier(state, engine))
      steps.push_back({Step::Kind::silent, engine});
  }
}

bool Machine::is_enabled(const MachineState& state, const Step& step) const {
  switch (step.kind) {
    case Step::Kind::issue:
      return can_issue_now(state, step.engine);
    case Step::Kind::complete:
      return step.part < parts(step.engine) && can_complete(state, step.engine, step.part);
    case Step::Kind::silent:
      return can_pass(state, step.engine);
  }
  std::unreachable();
}

bool Machine::can_issue_now(const MachineState& state, EngineId engine) const {
  const LineEvent* at = event(state, engine);
  return at != nullptr && (at->kind == EventKind::issue || at->kind == EventKind::read) &&
         has_place(state, engine);
}

// A read completes in part 0 alone; the other parts skip it (see `skip_reads`).
bool Machine::can_complete(const MachineState& state, EngineId engine, std::uint32_t part) const {
  return state.done[part_begin_[engine.value] + part] < state.issued[engine];
}

bool Machine::can_pass(const MachineState& state, EngineId engine) const {
  const LineEvent* at = event(state, engine);
  if (at == nullptr) return false;
  switch (at->kind) {
    case EventKind::issue:
    case EventKind::read:
      return false;
    case EventKind::wait:
    case EventKind::take:
      return state.semaphores[at->index] >= at->value;
    case EventKind::wait_equal:
      return state.semaphores[at->index] == at->value;
    case EventKind::signal:
    case EventKind::reset:
      return true;
    case EventKind::barrier:
      return is_open(state, lines_.barriers[at->index]);
  }
  std::unreachable();
}

// True unless the engine stands at a barrier that another one stands for.
bool Machine::leads_barrier(const MachineState& state, EngineId engine) const {
  const LineEvent& at = lines_.of[engine].events[state.at[engine]];
  return at.kind != EventKind::barrier || lines_.barriers[at.index].engines.front() == engine;
}

// Taking them.

void Machine::take(MachineState& state, const Step& step) const {
  switch (step.kind) {
    case Step::Kind::issue:
      ++state.at[step.engine];
      ++state.issued[step.engine];
      skip_reads(state, step.engine);
      break;
    case Step::Kind::complete:
      complete(state, step.engine, step.part);
      break;
    case Step::Kind::silent:
      pass(state, step.engine);
      break;
  }
  settle(state);
}

void Machine::complete(MachineState& state, EngineId engine, std::uint32_t part) const {
  const std::uint32_t index = state.done[part_begin_[engine.value] + part]++;
  for (const Raise& by : lines_.raises_of(lines_.of[engine].instances[index])) raise(state, by);
  skip_reads(state, engine);
}

void Machine::skip_reads(MachineState& state, EngineId engine) const {
  const std::vector<LineInstance>& instances = lines_.of[engine].instances;
  for (std::uint32_t part = 1; part < parts(engine); ++part) {
    std::uint32_t& done = state.done[part_begin_[engine.value] + part];
    while (done < state.issued[engine] && instances[done].is_read) ++done;
  }
}

void Machine::raise(MachineState& state, const Raise& by) const {
  std::int64_t& value = state.semaphores[by.semaphore];
  value += by.amount;
  const std::optional<int> width = lines_.semaphores[by.semaphore].width;
  if (width && *width < 63) value = floor_mod(value, std::int64_t{1} << *width);
}

void Machine::pass(MachineState& state, EngineId engine) const {
  const LineEvent& at = lines_.of[engine].events[state.at[engine]];
  if (at.kind == EventKind::barrier) return pass_barrier(state, lines_.barriers[at.index]);
  if (at.kind == EventKind::take) state.semaphores[at.index] -= at.value;
  if (at.kind == EventKind::reset) state.semaphores[at.index] = 0;
  if (at.kind == EventKind::signal) raise(state, {at.index, at.value});
  ++state.at[engine];
}

void Machine::pass_barrier(MachineState& state, const LineBarrier& barrier) const {
  for (const EngineId engine : barrier.engines) {
    const LineEvent& at = lines_.of[engine].events[state.at[engine]++];
    for (const SemaphoreIndex semaphore : lines_.barriers[at.index].resets)
      state.semaphores[semaphore] = 0;
  }
}

// The ideal system, and the streams held against it.

bool Machine::is_end(const MachineState& state) const {
  return std::ranges::all_of(program_.engines.ids(), [&](EngineId engine) {
    return state.at[engine] == lines_.of[engine].events.size() && in_flight(state, engine) == 0;
  });
}

bool Machine::may_issue(const MachineState& state, EngineId engine) const {
  return has_place(state, engine) && !waits_for_read(state, engine) && is_covered(state, engine);
}

bool Machine::is_covered(const MachineState& state, EngineId engine) const {
  const std::vector<LineInstance>& instances = lines_.of[engine].instances;
  if (state.issued[engine] == instances.size()) return false;
  return std::ranges::all_of(
      lines_.needs_of(instances[state.issued[engine]]),
      [&](const Needed& needed) { return completed(state, needed.engine) >= needed.ordinal; });
}

std::vector<EngineId> Machine::can_issue(const MachineState& state) const {
  const auto hash_of = [](const MachineState& s) { return hash(s); };
  std::unordered_set<MachineState, decltype(hash_of)> seen({}, 0, hash_of);
  std::vector<MachineState> pending = {state};
  Table<EngineId, bool> found(program_.engines.size());
  std::vector<Step> steps;
  while (!pending.empty()) {
    const MachineState from = std::move(pending.back());
    pending.pop_back();
    enabled(from, steps);
    for (const Step& step : steps) {
      if (step.kind == Step::Kind::issue) found[step.engine] = true;
      if (step.kind != Step::Kind::silent) continue;
      MachineState to = from;
      take(to, step);
      if (seen.insert(to).second) pending.push_back(std::move(to));
    }
  }
  std::vector<EngineId> engines;
  for (const EngineId engine : program_.engines.ids())
    if (found[engine]) engines.push_back(engine);
  return engines;
}

}  // namespace tidemark
