// Schedules to bad states: with the fewest instances, then with the fewest changes of engine.
//
// Both searches walk states of a small part of the run, without reduction, and hold them
// all; `states` bounds each.
#pragma once

#include <cstdint>
#include <optional>

#include "checker/explore/judge.h"
#include "checker/explore/tracks.h"

namespace tidemark {

struct BadSchedule {
  FoundState state;
  Schedule schedule;  // to that state
};

// Of all schedules to a state with this verdict, one that issues the fewest instances, and
// of those one that changes the engine as seldom as possible (the issue that is unsafe
// counted); where only the second takes too many states, one that does so seldom.
std::optional<BadSchedule> least_bad_schedule(const Tracks& tracks, Verdict verdict,
                                              std::uint64_t states);

// A schedule from the start to the position, which is reachable, with as few changes of
// engine as possible; where that takes too many states, with few. nullopt if even that does.
std::optional<Schedule> schedule_to(const Tracks& tracks, const Position& target,
                                    std::uint64_t states);

}  // namespace tidemark
