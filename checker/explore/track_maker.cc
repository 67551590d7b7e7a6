#include "checker/explore/track_maker.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/check.h"

namespace tidemark {
namespace {

using EventKind = StreamEvent::Kind;

constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

Stop::Kind stop_kind(EventKind kind) {
  switch (kind) {
    case EventKind::issue:
    case EventKind::read:
      return Stop::Kind::issue;
    case EventKind::wait:
      return Stop::Kind::wait;
    case EventKind::wait_equal:
      return Stop::Kind::wait_equal;
    case EventKind::take:
      return Stop::Kind::take;
    case EventKind::signal:
      return Stop::Kind::signal;
    case EventKind::reset:
      return Stop::Kind::reset;
    case EventKind::barrier:
      return Stop::Kind::barrier;
  }
  std::unreachable();
}

}  // namespace

void TrackMaker::Gate::at_least(std::uint32_t part, std::uint32_t count) {
  if (count == 0) return;
  const auto at = std::ranges::lower_bound(counts, part, {}, &Threshold::part);
  if (at == counts.end() || at->part != part)
    counts.insert(at, {part, count});
  else
    at->count = std::max(at->count, count);
}

void TrackMaker::Gate::clear() {
  counts.clear();
  values.clear();
}

void TrackMaker::make() {
  t_.tracks_ = Table<EngineId, Track>(t_.program_.engines.size());
  t_.semaphores_.resize(t_.lines_.semaphores.size());
  is_reset_.resize(t_.semaphores_.size());
  is_lowered_.resize(t_.semaphores_.size());
  is_signalled_.resize(t_.semaphores_.size());
  is_compared_.resize(t_.semaphores_.size());
  place_parts();
  collect_contributions();
  classify_semaphores();
  for (const EngineId engine : t_.tracks_.ids()) {
    make_stops(engine);
    set_needs(engine);
  }
}

void TrackMaker::place_parts() {
  t_.places_ = t_.engines();
  for (const EngineId engine : t_.tracks_.ids()) {
    Track& track = t_.tracks_[engine];
    track.first_part = t_.places_;
    t_.places_ += static_cast<std::uint32_t>(t_.program_.engines[engine].stripes);
    track.last_part = t_.places_;
  }
}

// What raises and lowers each semaphore. A stop's place among its engine's stops is counted
// as in `make_stops`: every event is one but lasting waits.
void TrackMaker::collect_contributions() {
  for (const EngineId engine : t_.tracks_.ids()) {
    const Line& line = t_.lines_.of[engine];
    const Track& track = t_.tracks_[engine];
    for (std::uint32_t i = 0; i < line.instances.size(); ++i)
      for (const Raise& raise : t_.lines_.raises_of(line.instances[i]))
        for (std::uint32_t part = track.first_part; part < track.last_part; ++part)
          if (part == track.first_part || !line.instances[i].is_read)
            add(raise.semaphore, part, i + 1, raise.amount);
    std::uint32_t stop = 0;
    for (const LineEvent& event : line.events) {
      if (event.is_lasting) continue;
      ++stop;
      if (event.kind == EventKind::signal) {
        add(event.index, engine.value, stop, event.value);
        is_signalled_[event.index] = true;
      } else if (event.kind == EventKind::take) {
        add(event.index, engine.value, stop, -event.value);
        is_lowered_[event.index] = true;
      } else if (event.kind == EventKind::wait_equal) {
        is_compared_[event.index] = true;
      } else if (event.kind == EventKind::reset) {
        is_reset_[event.index] = true;
      } else if (event.kind == EventKind::barrier) {
        for (const SemaphoreIndex semaphore : t_.lines_.barriers[event.index].resets)
          is_reset_[semaphore] = true;
      }
    }
  }
}

void TrackMaker::add(SemaphoreIndex semaphore, std::uint32_t place, std::uint32_t count,
                     std::int64_t amount) {
  SemaphoreTrack& track = t_.semaphores_[semaphore];
  if (amount > 0) track.most += amount;
  std::vector<Contribution>& all = track.contributions;
  if (all.empty() || all.back().place != place) {
    const auto present = std::ranges::find(all, place, &Contribution::place);
    if (present == all.end())
      all.push_back({place, {}, {}});
    else
      std::swap(*present, all.back());
  }
  Contribution& to = all.back();
  const std::int64_t total = (to.totals.empty() ? 0 : to.totals.back()) + amount;
  if (!to.counts.empty() && to.counts.back() == count) {
    to.totals.back() = total;
    return;
  }
  to.counts.push_back(count);
  to.totals.push_back(total);
}

bool TrackMaker::is_counted(SemaphoreIndex semaphore) const {
  return !is_lowered_[semaphore] && !is_signalled_[semaphore] && !is_compared_[semaphore] &&
         t_.semaphores_[semaphore].modulus == 0 &&
         t_.semaphores_[semaphore].contributions.size() <= 1;
}

void TrackMaker::classify_semaphores() {
  for (SemaphoreIndex i = 0; i < t_.semaphores_.size(); ++i) {
    SemaphoreTrack& track = t_.semaphores_[i];
    const std::optional<int> width = t_.lines_.semaphores[i].width;
    if (width && *width < 63) track.modulus = std::int64_t{1} << *width;
    track.is_taken = is_lowered_[i];
    if (is_reset_[i]) {
      track.kind = SemaphoreTrack::Kind::stored;
      track.stored = t_.stored_++;
      track.contributions.clear();
    } else {
      track.kind = is_counted(i) ? SemaphoreTrack::Kind::counted : SemaphoreTrack::Kind::summed;
    }
  }
}

void TrackMaker::make_stops(EngineId engine) {
  const std::vector<LineEvent>& events = t_.lines_.of[engine].events;
  t_.tracks_[engine].stops.reserve(
      static_cast<std::size_t>(std::ranges::count(events, false, &LineEvent::is_lasting)) + 1);
  std::uint32_t issued = 0;
  Gate gate;
  for (const LineEvent& event : events) {
    if (event.is_lasting) {
      wait_for(gate, event);
      continue;
    }
    Stop stop{.kind = stop_kind(event.kind),
              .is_read = event.kind == EventKind::read,
              .index = event.index,
              .issued = issued,
              .value = event.value};
    if (stop.kind == Stop::Kind::barrier) drained(gate, engine, issued);
    if (stop.kind == Stop::Kind::issue) ++issued;
    push_stop(engine, stop, gate);
    gate.clear();
  }
  push_stop(engine, {.kind = Stop::Kind::end, .issued = issued}, gate);
}

void TrackMaker::wait_for(Gate& gate, const LineEvent& event) const {
  if (event.value <= 0) return;
  const SemaphoreTrack& semaphore = t_.semaphores_[event.index];
  if (semaphore.kind != SemaphoreTrack::Kind::counted) {
    gate.values.push_back({event.index, event.value});
    return;
  }
  if (semaphore.contributions.empty()) return gate.at_least(t_.engines(), kNever);
  const Contribution& by = semaphore.contributions.front();
  const auto reached = std::ranges::lower_bound(by.totals, event.value);
  gate.at_least(by.place, reached == by.totals.end()
                              ? kNever
                              : by.counts[static_cast<std::size_t>(reached - by.totals.begin())]);
}

// A place in flight for the next instance, and a read before it.
void TrackMaker::limit(Gate& gate, EngineId engine, std::uint32_t issued) const {
  const std::vector<LineInstance>& instances = t_.lines_.of[engine].instances;
  const std::int64_t inflight = t_.program_.engines[engine].inflight;
  if (issued > 0 && instances[issued - 1].is_read) return drained(gate, engine, issued);
  if (issued == instances.size() || std::int64_t{issued} < inflight) return;
  drained(gate, engine, issued + 1 - static_cast<std::uint32_t>(inflight));
}

void TrackMaker::drained(Gate& gate, EngineId engine, std::uint32_t issued) const {
  for (std::uint32_t part = t_.tracks_[engine].first_part; part < t_.tracks_[engine].last_part;
       ++part)
    gate.at_least(part, issued);
}

void TrackMaker::push_stop(EngineId engine, Stop stop, Gate& gate) {
  if (stop.kind == Stop::Kind::issue) {
    limit(gate, engine, stop.issued);
  } else if (stop.issued > 0 && t_.lines_.of[engine].instances[stop.issued - 1].is_read) {
    drained(gate, engine, stop.issued);
  }
  write(gate, stop.first_gate, stop.last_gate);
  stop.first_value = static_cast<std::uint32_t>(t_.value_gates_.size());
  t_.value_gates_.insert(t_.value_gates_.end(), gate.values.begin(), gate.values.end());
  stop.last_value = static_cast<std::uint32_t>(t_.value_gates_.size());
  t_.tracks_[engine].stops.push_back(stop);
}

// What the ideal system waits for before each instance; every stop up to its issue has it.
void TrackMaker::set_needs(EngineId engine) {
  std::uint32_t written = kNever;  // for the instance after so many
  std::uint32_t first = 0, last = 0;
  const std::vector<LineInstance>& instances = t_.lines_.of[engine].instances;
  Gate gate;
  for (Stop& stop : t_.tracks_[engine].stops) {
    stop.has_next = stop.issued < instances.size();
    if (!stop.has_next) continue;
    if (stop.issued != written) {
      written = stop.issued;
      gate.clear();
      limit(gate, engine, stop.issued);
      for (const Needed& needed : t_.lines_.needs_of(instances[stop.issued]))
        drained(gate, needed.engine, static_cast<std::uint32_t>(needed.ordinal));
      write(gate, first, last);
    }
    stop.first_need = first;
    stop.last_need = last;
    stop.is_alike = stop.kind == Stop::Kind::issue && stop.first_value == stop.last_value &&
                    std::ranges::equal(t_.gate(stop), t_.need(stop));
  }
}

void TrackMaker::write(const Gate& gate, std::uint32_t& first, std::uint32_t& last) {
  CHECK(t_.thresholds_.size() + gate.counts.size() < kNever);
  first = static_cast<std::uint32_t>(t_.thresholds_.size());
  t_.thresholds_.insert(t_.thresholds_.end(), gate.counts.begin(), gate.counts.end());
  last = static_cast<std::uint32_t>(t_.thresholds_.size());
}

}  // namespace tidemark
