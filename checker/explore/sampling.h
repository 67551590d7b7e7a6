// Schedules drawn one after the other, each state on the way held against the ideal system:
// for runs too large to enumerate. What is found is true; nothing found proves nothing.
//
//   random       each step that is enabled with the same probability
//   urw          weighted by what its thread still has to do: uniform over schedules while
//                nothing blocks (uniform random walk, Zhao et al., ASPLOS 2025); exactly
//                uniform where the state graph is small enough to count paths in
//   pct          the enabled step of the highest priority, priorities drawn for each schedule
//                and lowered at d - 1 drawn places: hits a bug of depth d with a known
//                probability (Burckhardt et al., ASPLOS 2010)
//   adversarial  completions as late as possible, those of one drawn engine last of all
//
// The threads of a run are the streams and, for each part of an engine, its completions.
// Clocks are kept on the way (checker/explore/schedule_clocks.h): an issue that another
// order of the same steps would have made too early is found as well.
//
// Cost: about 30 ns for a step, clocks included, of a few engines.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "checker/explore/judge.h"
#include "checker/explore/strategy.h"

namespace tidemark {

enum class KeepClocks : std::uint8_t { yes, no };

struct SampleProgress {
  std::uint64_t schedules = 0;
  double seconds = 0;
  double seconds_left = 0;  // an estimate; it supposes that nothing is found
};

struct SampleOptions {
  Sampling sampling = Sampling::random;
  std::uint64_t schedules = 5000;
  std::uint64_t seed = 0;
  std::uint64_t depth = 3;  // d of pct, at least 1
  double seconds = 3600;
  KeepClocks clocks = KeepClocks::yes;
  std::uint64_t clock_bytes = std::uint64_t{1} << 28;  // of one schedule; more are not kept
  std::uint64_t table_states = 100'000;  // urw: up to so many states, paths are counted
  std::function<void(const SampleProgress&)> progress{};  // called a few times a second
};

struct SampleResult {
  std::uint64_t schedules = 0;  // drawn whole, or up to the finding
  std::uint64_t steps = 0;
  double seconds = 0;
  bool kept_clocks = false;
  double all_schedules = 0;         // urw: of how many uniformly; 0: not exactly so
  std::optional<FoundState> found;  // ends the sampling
  Schedule schedule;                // to what was found
};

SampleResult sample(const Tracks& tracks, const SampleOptions& options);

}  // namespace tidemark
