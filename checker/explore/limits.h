// How far an exploration of states may go, and how far it went.
#pragma once

#include <cstdint>

#include "checker/explore/path_count.h"

namespace tidemark {

struct ExploreLimits {
  std::uint64_t states = 1'000'000'000;
  double seconds = 3600;
  std::uint64_t bytes = std::uint64_t{4} << 30;  // of states
};

// In one search for the smallest witness of what an exploration found.
inline constexpr std::uint64_t kWitnessStates = 300'000;

struct ExploreFigures {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t depth = 0;  // of the last layer: steps of the longest path
  PathCount schedules;      // paths from the start to where nothing can happen
  double seconds = 0;
  std::uint64_t bytes = 0;  // at most, of states
};

}  // namespace tidemark
