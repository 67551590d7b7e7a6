// The must-analysis: which needs may find their key uncertain, and how far back it lies.
//
// A walk over the structured program with the state of state.h: greatest fixpoint at
// loops, intersection at joins. A need is dropped where in every run its key is certain
// already, either to the engine or through another key that the same instance waits for.
// Issue is not completion, and an untaken branch or a loop without trips proves nothing.
//
//   constant loops     are walked trip by trip, within a budget
//   dynamic loops      have their first iteration walked apart, then a fixpoint
//   coarse loops       (a large program's outer ones) get one walk from a state that
//                      knows nothing of what the loop touches: sound, and cheap
//
// What is imprecise here costs waits that are redundant, never exactness. Work is linear
// in the program: the number of walks of each statement is bounded by the budget.
#pragma once

#include <cstdint>
#include <vector>

#include "core/sync/affine_distance.h"
#include "core/sync/barrier_points.h"
#include "core/sync/distance.h"
#include "core/sync/operands.h"
#include "core/sync/structure.h"

namespace tidemark::sync {

struct NeedFacts {
  bool needed = false;  // in some walk
  // Loops around the site that were past their first iteration, at most, in a walk that
  // needed it, and in any walk. Less of the former: it is not needed where it is hot.
  std::uint8_t hottest_needed = 0;
  std::uint8_t hottest = 0;
  // Why it was dropped, where it was: for `explain`.
  enum class Reason : std::uint8_t { unreached, never_set, known, implied };
  Reason reason = Reason::unreached;
  SetterSet setters = 0;                // by which the key may have been set where it was needed
  Distance distance = Distance::any();  // allowed at the site, in every walk
  std::int32_t affine = -1;             // into Analysis::affine, in constant loops
  std::uint32_t through = ~0u;  // known: the site that made it so; implied: the other NeedId
};

struct Analysis {
  Table<NeedId, NeedFacts> needs;
  std::vector<AffineDistance> affine;
};

// `barriers` reset the counts, `drains` do not; both may be null.
Analysis analyze(const Program& program, const Outline& outline, const Operands& operands,
                 const Structure& structure, const BarrierPoints* barriers,
                 const BarrierPoints* drains);

}  // namespace tidemark::sync
