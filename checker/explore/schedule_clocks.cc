#include "checker/explore/schedule_clocks.h"

#include <algorithm>
#include <utility>

namespace tidemark {
namespace {

// Some completion of the engine raises a semaphore whose value is added up.
bool raises_value(const Tracks& tracks, EngineId engine) {
  const Lines& lines = tracks.lines();
  return std::ranges::any_of(lines.of[engine].instances, [&](const LineInstance& instance) {
    return std::ranges::any_of(lines.raises_of(instance), [&](const Raise& raise) {
      return tracks.semaphores()[raise.semaphore].kind != SemaphoreTrack::Kind::counted;
    });
  });
}

}  // namespace

std::uint64_t ScheduleClocks::words(const Tracks& tracks) {
  std::uint64_t clocks = tracks.engines() + tracks.semaphores().size();
  for (std::uint32_t i = 0; i < tracks.engines(); ++i)
    clocks += tracks.track(EngineId(i)).stops.back().issued;
  for (const SemaphoreTrack& semaphore : tracks.semaphores())
    for (const Contribution& by : semaphore.contributions) clocks += by.counts.size();
  return clocks * tracks.places();
}

ScheduleClocks::ScheduleClocks(const Tracks& tracks)
    : tracks_(tracks),
      places_(tracks.places()),
      owner_(tracks.places()),
      raises_values_(tracks.engines()),
      streams_(std::size_t{tracks.engines()} * places_),
      changes_(tracks.semaphores().size()),
      cut_(places_),
      completion_(places_) {
  std::size_t instances = 0;
  for (std::uint32_t i = 0; i < tracks.engines(); ++i) {
    const Track& track = tracks.track(EngineId(i));
    for (std::uint32_t part = track.first_part; part < track.last_part; ++part)
      owner_[part] = EngineId(i);
    first_issue_.push_back(instances);
    instances += track.stops.back().issued;
    raises_values_[i] = raises_value(tracks, EngineId(i));
  }
  issues_.resize(instances * places_);
  restart();
}

void ScheduleClocks::restart() {
  std::ranges::fill(streams_, 0);
  for (Changes& changes : changes_) {
    changes.raised = 0;
    changes.totals.clear();
    changes.clocks.clear();
    changes.all.assign(places_, 0);
  }
}

void ScheduleClocks::join(Clock to, const std::uint32_t* from) const {
  for (std::uint32_t i = 0; i < places_; ++i) to[i] = std::max(to[i], from[i]);
}

bool ScheduleClocks::follow(const Position& position, const Step& step) {
  const Stop& stop = tracks_.stop_of(position, step.engine);
  switch (step.kind) {
    case Step::Kind::issue:
      return issue(position, step.engine, stop);
    case Step::Kind::silent:
      pass(position, step.engine, stop);
      return true;
    case Step::Kind::complete:
      complete(position, step.engine, step.part);
      return true;
  }
  std::unreachable();
}

bool ScheduleClocks::issue(const Position& position, EngineId engine, const Stop& stop) {
  rely_on_gate(engine, stop);
  const Clock clock = stream(engine);
  if (!stop.is_alike)
    for (const Threshold& needed : tracks_.need(stop))
      if (clock[needed.part] < needed.count) {
        std::copy_n(clock, places_, cut_.data());
        return false;
      }
  clock[engine.value] = position.at[engine.value] + 1;
  std::copy_n(clock, places_, issue_of(engine, stop.issued));
  return true;
}

void ScheduleClocks::pass(const Position& position, EngineId engine, const Stop& stop) {
  if (stop.kind == Stop::Kind::barrier)
    return pass_barrier(position, tracks_.lines().barriers[stop.index]);
  rely_on_gate(engine, stop);
  const Clock clock = stream(engine);
  if (stop.kind == Stop::Kind::wait_equal) rely_on_all(clock, stop.index);
  if (stop.kind == Stop::Kind::wait || stop.kind == Stop::Kind::take)
    rely_on_value(clock, stop.index, stop.value);
  clock[engine.value] = position.at[engine.value] + 1;
  if (stop.kind == Stop::Kind::signal) raise(stop.index, stop.value, clock);
  if (stop.kind == Stop::Kind::take) join(changes_[stop.index].all.data(), clock);
  if (stop.kind == Stop::Kind::reset) reset(stop.index, clock);
}

void ScheduleClocks::pass_barrier(const Position& position, const LineBarrier& barrier) {
  std::ranges::fill(completion_, 0);
  for (const EngineId engine : barrier.engines) {
    rely_on_gate(engine, tracks_.stop_of(position, engine));
    stream(engine)[engine.value] = position.at[engine.value] + 1;
    join(completion_.data(), stream(engine));
  }
  for (const EngineId engine : barrier.engines) {
    std::ranges::copy(completion_, stream(engine));
    const Stop& stop = tracks_.stop_of(position, engine);
    for (const SemaphoreIndex semaphore : tracks_.lines().barriers[stop.index].resets)
      reset(semaphore, completion_.data());
  }
}

void ScheduleClocks::complete(const Position& position, EngineId engine, std::uint32_t part) {
  const std::uint32_t place = tracks_.track(engine).first_part + part;
  const std::uint32_t index = position.at[place];
  const std::span<const Raise> raises =
      tracks_.lines().raises_of(tracks_.lines().of[engine].instances[index]);
  if (raises.empty()) return;
  const Clock clock = issue_of(engine, index);
  const std::uint32_t before = std::exchange(clock[place], index + 1);
  for (const Raise& by : raises) raise(by.semaphore, by.amount, clock);
  clock[place] = before;
}

void ScheduleClocks::rely_on_gate(EngineId engine, const Stop& stop) {
  const Clock clock = stream(engine);
  for (const Threshold& threshold : tracks_.gate(stop)) {
    if (clock[threshold.part] >= threshold.count) continue;
    const EngineId by = owner_[threshold.part];
    if (by != engine) join(clock, issue_of(by, threshold.count - 1));  // its own are in it
    clock[threshold.part] = threshold.count;
  }
  for (const ValueGate& gate : tracks_.value_gates(stop))
    rely_on_value(clock, gate.semaphore, gate.value);
}

void ScheduleClocks::rely_on_value(Clock clock, SemaphoreIndex semaphore,
                                   std::int64_t value) const {
  const SemaphoreTrack& track = tracks_.semaphores()[semaphore];
  const Changes& changes = changes_[semaphore];
  if (track.modulus != 0) return rely_on_all(clock, semaphore);
  if (value <= 0 || changes.totals.empty()) return;
  const auto reached =
      track.is_taken ? changes.totals.end() - 1 : std::ranges::lower_bound(changes.totals, value);
  const auto raise = static_cast<std::size_t>(reached - changes.totals.begin());
  join(clock, changes.clocks.data() + raise * places_);
}

void ScheduleClocks::raise(SemaphoreIndex semaphore, std::int64_t amount,
                           const std::uint32_t* clock) {
  if (tracks_.semaphores()[semaphore].kind == SemaphoreTrack::Kind::counted) return;
  Changes& changes = changes_[semaphore];
  join(changes.all.data(), clock);
  changes.raised += amount;
  const std::size_t before = changes.clocks.size();
  changes.clocks.resize(before + places_);
  if (!changes.totals.empty())
    std::copy_n(changes.clocks.data() + before - places_, places_, changes.clocks.data() + before);
  join(changes.clocks.data() + before, clock);
  changes.totals.push_back(changes.raised);
}

void ScheduleClocks::reset(SemaphoreIndex semaphore, const std::uint32_t* clock) {
  Changes& changes = changes_[semaphore];
  join(changes.all.data(), clock);
  changes.raised = 0;
  changes.totals.clear();
  changes.clocks.clear();
}

}  // namespace tidemark
