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

// A state with this verdict before which as few instances as possible have issued.
std::optional<FoundState> least_bad_state(const Tracks& tracks, Verdict verdict,
                                          std::uint64_t states);

// A schedule from the start to the position, which is reachable, with as few changes of
// engine as possible; where that takes too many states, with few. nullopt if even that does.
std::optional<Schedule> schedule_to(const Tracks& tracks, const Position& target,
                                    std::uint64_t states);

}  // namespace tidemark
