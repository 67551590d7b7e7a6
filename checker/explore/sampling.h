// Schedules drawn one after the other, each state on the way held against the ideal system:
// for runs too large to enumerate. What is found is true; nothing found proves nothing.
//
//   random       each step that is enabled with the same probability
//   urw          weighted by what its thread still has to do: uniform over schedules while
//                nothing blocks (uniform random walk, Zhao et al., ASPLOS 2025)
//   pct          the enabled step of the highest priority, priorities drawn for each schedule
//                and lowered at d - 1 drawn places: hits a bug of depth d with a known
//                probability (Burckhardt et al., ASPLOS 2010)
//   adversarial  completions as late as possible, those of one drawn engine last of all
//
// The threads of a run are the streams and, for each part of an engine, its completions.
// Cost: 0.1 to 0.2 us for a step.
#pragma once

#include <cstdint>
#include <optional>

#include "checker/explore/judge.h"

namespace tidemark {

enum class Sampling : std::uint8_t { random, urw, pct, adversarial };

struct SampleOptions {
  Sampling sampling = Sampling::random;
  std::uint64_t schedules = 5000;
  std::uint64_t seed = 0;
  std::uint64_t depth = 3;  // d of pct, at least 1
  double seconds = 3600;
};

struct SampleResult {
  std::uint64_t schedules = 0;  // drawn, the one with the finding included
  std::uint64_t steps = 0;
  double seconds = 0;
  std::optional<FoundState> found;  // ends the sampling
  Schedule schedule;                // to what was found
};

SampleResult sample(const Tracks& tracks, const SampleOptions& options);

}  // namespace tidemark
