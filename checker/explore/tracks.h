// A whole run of streams, compiled for walking its states fast: every wait whose answer
// is known from completions alone has become a count of them.
//
// An engine's track is the list of its stops: issues, steps that Machine calls silent, and
// the end. Waits that cannot cease to hold (LineEvent::is_lasting) are no stops but gates of
// the stop behind them: `settle` of Machine passes them as soon as they hold, so "stands at
// the wait" and "stands at the stop, its gate shut" are the same state. So states here and
// states of Machine (checker/machine.h) are in bijection, with the same steps.
//
// A position is how far each stream is, how much of each engine has completed, and the
// value of those semaphores that something resets. Every other semaphore is a sum over
// what has happened, hence known from the rest.
//
// Cost: a few comparisons for a gate; a binary search for a semaphore that several engines
// raise or that is taken from. Memory: about 60 bytes for each stop.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "checker/lines.h"
#include "checker/step.h"
#include "core/ir/program.h"

namespace tidemark {

// `at[part] >= count`, where `part` is the place of a completion count in Position::at.
struct Threshold {
  std::uint32_t part = 0;
  std::uint32_t count = 0;
  friend bool operator==(const Threshold&, const Threshold&) = default;
};

struct ValueGate {  // a lasting wait on a semaphore whose value has to be added up
  SemaphoreIndex semaphore = 0;
  std::int64_t value = 0;
};

struct Stop {
  enum class Kind : std::uint8_t { issue, wait, wait_equal, take, signal, reset, barrier, end };

  Kind kind = Kind::end;
  bool is_read = false;      // issue: of a control read
  bool has_next = false;     // there is an instance at this stop or behind it
  bool is_alike = false;     // issue: gate and need are the same, so the systems agree on it
  bool is_prompt = false;    // issue: may be taken at once (checker/explore/reduction.h)
  std::uint32_t index = 0;   // semaphore; of a barrier, its place in Lines::barriers
  std::uint32_t issued = 0;  // instances before this stop
  std::int64_t value = 0;
  // The gate: what the streams wait for, with the in-flight limit and a read before it.
  std::uint32_t first_gate = 0, last_gate = 0;    // [first, last) of Tracks::thresholds
  std::uint32_t first_value = 0, last_value = 0;  // [first, last) of Tracks::value_gates
  // What the ideal system waits for before the next instance, likewise.
  std::uint32_t first_need = 0, last_need = 0;  // [first, last) of Tracks::thresholds
};

struct Position {
  std::vector<std::uint32_t> at;     // by engine: its stop; then by part: completions
  std::vector<std::int64_t> stored;  // by stored semaphore
  friend bool operator==(const Position&, const Position&) = default;
};

// What one place of Position::at adds to a semaphore.
struct Contribution {
  std::uint32_t place = 0;
  std::vector<std::uint32_t> counts;  // at[place] from which on ...
  std::vector<std::int64_t> totals;   // ... this much has been added

  std::int64_t at(std::uint32_t count) const;
};

struct SemaphoreTrack {
  enum class Kind : std::uint8_t {
    counted,  // raised by the completions of one engine, read by lasting waits: thresholds
    summed,   // the sum of its contributions, wrapped to its width
    stored,   // reset somewhere: kept in the position
  };
  Kind kind = Kind::counted;
  std::uint32_t stored = 0;  // stored: its place in Position::stored
  std::int64_t modulus = 0;  // of a width that may wrap; 0: none
  bool is_taken = false;     // by a `take`
  std::int64_t most = 0;     // the sum of all raises
  std::vector<Contribution> contributions;
};

struct Track {                 // of one engine
  std::vector<Stop> stops;     // ends with the end; a track without stream has that alone
  std::vector<bool> is_quiet;  // by completion, from 0 (checker/explore/reduction.h); may be empty
  std::uint32_t first_part = 0, last_part = 0;  // places in Position::at
};

class Tracks {
 public:
  // Both must outlive this; the lines are of the program.
  Tracks(const Program& program, const Lines& lines);

  Position start() const;

  // Calls `visit(Step)` for every step that the streams can take, as Machine::enabled.
  template <class Visit>
  void for_each_step(const Position& position, Visit&& visit) const;
  bool can_issue_now(const Position& position, EngineId engine) const {
    const Stop& stop = stop_of(position, engine);
    return stop.kind == Stop::Kind::issue && is_open(position, stop);
  }
  // Its stream can go past the stop by a silent step.
  bool can_pass_now(const Position& position, EngineId engine) const {
    const Stop& stop = stop_of(position, engine);
    return is_open(position, stop) && can_pass(position, engine, stop);
  }
  void take(Position& position, const Step& step) const;  // a step that is enabled

  // How the ideal system sees it, as in Machine.
  bool may_issue(const Position& position, EngineId engine) const {
    const Stop& stop = stop_of(position, engine);
    return stop.has_next && holds(position, stop.first_need, stop.last_need);
  }
  bool is_end(const Position& position) const;

  const Stop& stop_of(const Position& position, EngineId engine) const {
    return tracks_[engine].stops[position.at[engine.value]];
  }
  const Track& track(EngineId engine) const { return tracks_[engine]; }
  Track& track(EngineId engine) { return tracks_[engine]; }
  std::uint32_t engines() const { return static_cast<std::uint32_t>(tracks_.size()); }
  std::uint32_t places() const { return places_; }  // of Position::at
  std::uint32_t place_of(const Step& step) const {
    return step.kind == Step::Kind::complete ? tracks_[step.engine].first_part + step.part
                                             : step.engine.value;
  }
  std::span<const Threshold> gate(const Stop& stop) const {
    return std::span(thresholds_).subspan(stop.first_gate, stop.last_gate - stop.first_gate);
  }
  std::span<const ValueGate> value_gates(const Stop& stop) const {
    return std::span(value_gates_).subspan(stop.first_value, stop.last_value - stop.first_value);
  }
  std::span<const Threshold> need(const Stop& stop) const {
    return std::span(thresholds_).subspan(stop.first_need, stop.last_need - stop.first_need);
  }
  const std::vector<SemaphoreTrack>& semaphores() const { return semaphores_; }
  std::int64_t value(const Position& position, SemaphoreIndex semaphore) const;
  const Program& program() const { return program_; }
  const Lines& lines() const { return lines_; }

 private:
  friend class TrackMaker;

  bool holds(const Position& position, std::uint32_t first, std::uint32_t last) const {
    for (std::uint32_t i = first; i < last; ++i)
      if (position.at[thresholds_[i].part] < thresholds_[i].count) return false;
    return true;
  }
  bool is_open(const Position& position, const Stop& stop) const {
    return holds(position, stop.first_gate, stop.last_gate) &&
           (stop.first_value == stop.last_value || values_hold(position, stop));
  }
  bool values_hold(const Position& position, const Stop& stop) const;
  bool can_pass(const Position& position, EngineId engine, const Stop& stop) const;
  bool barrier_opens(const Position& position, const LineBarrier& barrier) const;
  void complete(Position& position, EngineId engine, std::uint32_t part) const;
  void skip_reads(Position& position, EngineId engine) const;
  void pass(Position& position, EngineId engine) const;
  void raise(Position& position, SemaphoreIndex semaphore, std::int64_t amount) const;

  const Program& program_;
  const Lines& lines_;
  Table<EngineId, Track> tracks_;
  std::vector<Threshold> thresholds_;
  std::vector<ValueGate> value_gates_;
  std::vector<SemaphoreTrack> semaphores_;
  std::uint32_t places_ = 0;
  std::uint32_t stored_ = 0;  // semaphores that are
};

template <class Visit>
void Tracks::for_each_step(const Position& position, Visit&& visit) const {
  for (std::uint32_t i = 0; i < engines(); ++i) {
    const EngineId engine(i);
    const Track& track = tracks_[engine];
    const Stop& stop = track.stops[position.at[i]];
    if (stop.kind == Stop::Kind::issue && is_open(position, stop))
      visit(Step{Step::Kind::issue, engine, 0});
    for (std::uint32_t part = track.first_part; part < track.last_part; ++part)
      if (position.at[part] < stop.issued)
        visit(Step{Step::Kind::complete, engine, part - track.first_part});
    if (stop.kind != Stop::Kind::issue && can_pass_now(position, engine))
      visit(Step{Step::Kind::silent, engine, 0});
  }
}

}  // namespace tidemark
