// Decides streams for given inputs by visiting every reachable state and comparing what the
// two systems can issue in each: the bisimulation of docs/model.md, checked. For streams
// of any kind; the clocks (checker/clocks.h) are faster wherever they apply.
//
// Every step takes its engine further along its track, so all paths to a state are equally
// long and states come in layers by depth: breadth first, only two layers are ever held.
// Paths are counted on the way.
//
// Cost: 0.1 to 0.5 us for a state; memory: that of the two widest layers next to each other,
// 20 to 40 bytes for a state of theirs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "checker/explore/judge.h"
#include "checker/explore/limits.h"
#include "checker/explore/reduction.h"
#include "checker/explore/tracks.h"

namespace tidemark {

struct ExploreProgress {
  std::uint64_t states = 0;
  std::uint64_t depth = 0;      // of the layer at hand
  std::uint64_t end_depth = 0;  // of the end of a whole run
  double seconds = 0;
  double seconds_left = 0;  // an estimate; it supposes that nothing is found
};

struct ExploreOptions {
  ExploreLimits limits{};
  Reduction reduction = Reduction::prompt_steps;
  std::function<void(const ExploreProgress&)> progress{};
  double progress_seconds = 0.25;  // at least between two calls of it
};

struct ExploreResult {
  Verdict verdict = Verdict::unknown;  // of the first that is true; unsafe ends the search
  std::string reason;                  // the limit that was hit; empty: all states were visited
  ExploreFigures figures;
  std::optional<FoundState> found;  // unsafe, deadlocks, overwaits: the first such state
};

// `tracks` have been marked (mark_prompt_steps) where the reduction is wanted.
ExploreResult explore(const Tracks& tracks, const ExploreOptions& options = {});

}  // namespace tidemark
