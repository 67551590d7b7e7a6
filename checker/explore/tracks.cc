#include "checker/explore/tracks.h"

#include <algorithm>
#include <utility>

#include "checker/explore/track_maker.h"
#include "core/ir/affine.h"

namespace tidemark {

std::int64_t Contribution::at(std::uint32_t count) const {
  const auto next = std::ranges::upper_bound(counts, count);
  return next == counts.begin() ? 0 : totals[static_cast<std::size_t>(next - counts.begin()) - 1];
}

Tracks::Tracks(const Program& program, const Lines& lines) : program_(program), lines_(lines) {
  TrackMaker(*this).make();
}

Position Tracks::start() const {
  return {.at = std::vector<std::uint32_t>(places_), .stored = std::vector<std::int64_t>(stored_)};
}

std::int64_t Tracks::value(const Position& position, SemaphoreIndex semaphore) const {
  const SemaphoreTrack& track = semaphores_[semaphore];
  if (track.kind == SemaphoreTrack::Kind::stored) return position.stored[track.stored];
  std::int64_t sum = 0;
  for (const Contribution& contribution : track.contributions)
    sum += contribution.at(position.at[contribution.place]);
  return track.modulus == 0 ? sum : floor_mod(sum, track.modulus);
}

bool Tracks::values_hold(const Position& position, const Stop& stop) const {
  for (std::uint32_t i = stop.first_value; i < stop.last_value; ++i)
    if (value(position, value_gates_[i].semaphore) < value_gates_[i].value) return false;
  return true;
}

// The gate is open; what the stop itself asks for.
bool Tracks::can_pass(const Position& position, EngineId engine, const Stop& stop) const {
  switch (stop.kind) {
    case Stop::Kind::issue:
    case Stop::Kind::end:
      return false;
    case Stop::Kind::wait:
    case Stop::Kind::take:
      return value(position, stop.index) >= stop.value;
    case Stop::Kind::wait_equal:
      return value(position, stop.index) == stop.value;
    case Stop::Kind::signal:
    case Stop::Kind::reset:
      return true;
    case Stop::Kind::barrier: {
      const LineBarrier& barrier = lines_.barriers[stop.index];
      return barrier.engines.front() == engine && barrier_opens(position, barrier);
    }
  }
  std::unreachable();
}

bool Tracks::barrier_opens(const Position& position, const LineBarrier& barrier) const {
  return std::ranges::all_of(barrier.engines, [&](EngineId engine) {
    const Stop& stop = stop_of(position, engine);
    return stop.kind == Stop::Kind::barrier && is_open(position, stop) &&
           lines_.barriers[stop.index].engines == barrier.engines;
  });
}

bool Tracks::is_end(const Position& position) const {
  for (const EngineId engine : tracks_.ids()) {
    const Stop& stop = stop_of(position, engine);
    if (stop.kind != Stop::Kind::end || !is_open(position, stop)) return false;
    for (std::uint32_t part = tracks_[engine].first_part; part < tracks_[engine].last_part; ++part)
      if (position.at[part] < stop.issued) return false;
  }
  return true;
}

void Tracks::take(Position& position, const Step& step) const {
  switch (step.kind) {
    case Step::Kind::issue:
      ++position.at[step.engine.value];
      skip_reads(position, step.engine);
      return;
    case Step::Kind::complete:
      return complete(position, step.engine, step.part);
    case Step::Kind::silent:
      return pass(position, step.engine);
  }
  std::unreachable();
}

void Tracks::complete(Position& position, EngineId engine, std::uint32_t part) const {
  const std::uint32_t index = position.at[tracks_[engine].first_part + part]++;
  if (stored_ > 0)
    for (const Raise& by : lines_.raises_of(lines_.of[engine].instances[index]))
      raise(position, by.semaphore, by.amount);
  skip_reads(position, engine);
}

// A read completes in part 0 alone.
void Tracks::skip_reads(Position& position, EngineId engine) const {
  const Track& track = tracks_[engine];
  for (std::uint32_t part = track.first_part + 1; part < track.last_part; ++part) {
    std::uint32_t& done = position.at[part];
    const std::uint32_t issued = stop_of(position, engine).issued;
    while (done < issued && lines_.of[engine].instances[done].is_read) ++done;
  }
}

void Tracks::raise(Position& position, SemaphoreIndex semaphore, std::int64_t amount) const {
  const SemaphoreTrack& track = semaphores_[semaphore];
  if (track.kind != SemaphoreTrack::Kind::stored) return;
  std::int64_t& value = position.stored[track.stored];
  value += amount;
  if (track.modulus != 0) value = floor_mod(value, track.modulus);
}

void Tracks::pass(Position& position, EngineId engine) const {
  const Stop& stop = stop_of(position, engine);
  if (stop.kind == Stop::Kind::barrier) {
    for (const EngineId other : lines_.barriers[stop.index].engines) {
      const Stop& there = tracks_[other].stops[position.at[other.value]++];
      for (const SemaphoreIndex semaphore : lines_.barriers[there.index].resets)
        position.stored[semaphores_[semaphore].stored] = 0;
    }
    return;
  }
  const SemaphoreTrack& track = semaphores_[stop.index];
  if (track.kind == SemaphoreTrack::Kind::stored) {
    if (stop.kind == Stop::Kind::take) position.stored[track.stored] -= stop.value;
    if (stop.kind == Stop::Kind::reset) position.stored[track.stored] = 0;
    if (stop.kind == Stop::Kind::signal) raise(position, stop.index, stop.value);
  }
  ++position.at[engine.value];
}

}  // namespace tidemark
