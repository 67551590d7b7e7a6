// Streams for a machine that has only so much of everything.
//
//   transfers in parts     rotating semaphores (stripes.h)
//   narrow semaphores      renewed by a rare barrier (renew.h)
//   registers              sums kept in registers (induction.h) while there are some, counts
//                          computed again (recompute.h) where there are too few
//   waits and signals      on the instruction as many as it carries, those that come last
//                          (order_waits.h); the others are instructions of their own
//   semaphores             no more than the target has: queues in parts get by with fewer
//
// Lowered streams are streams like any others: the checker decides them, and but for a rare
// barrier they are as exact as before. Where there are too few registers, `dynamic` with barriers
// inside of the smallest loop that helps takes their place (barrier_loops.h); where that does not
// help, or counters cannot be renewed, `barrier` for the whole program. Where nothing fits they are
// not for this target. A note says what was done where, and why.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/ir/streams.h"
#include "core/run/inputs.h"
#include "core/target/target.h"

namespace tidemark {

enum class LoweringResult : std::uint8_t {
  as_given,      // nothing but where counts are kept
  rare_barrier,  // counters are renewed
  lost_depth,    // too few semaphores: a queue has fewer transfers in flight than it could
  barriers_in,   // `dynamic` with barriers inside of some loops, in place of what was given
  degraded,      // `barrier` in place of what was given
  unfit,         // the target cannot express the streams
};

struct Lowered {
  Streams streams;
  LoweringResult result = LoweringResult::as_given;
  std::vector<std::string> notes;  // what was done where, and what could not be
};

// `most`: the largest values that params will ever have; without them, where there are params,
// a note says how far counters go.
Lowered lower(const Program& program, Streams streams, const Target& target,
              const std::optional<Inputs>& most = {});

}  // namespace tidemark
