// `barrier_x4`: the barrier baseline of a compiler that unrolls the innermost dynamic loops
// by four, with one barrier for four iterations.
//
// Which loops: those with a barrier in each iteration and none inside it, where branches
// that the loop variable decides modulo 2 or 4 count as none. Their barrier is passed over
// with `unless` but every fourth time, and at the exit where a part of four was left. All
// other barriers stand where `barrier` has them.
//
// Between barriers it waits as `dynamic` does, by counts that are never reset, where
// unrolled code would have constants. So it is safe for the same reason, and a timed run
// charges it a register operation or two for each iteration that the constants would save.
#pragma once

#include "core/ir/streams.h"
#include "core/sync/barrier_points.h"

namespace tidemark::sync {

inline constexpr std::int64_t kUnrolled = 4;

// `streams` are those of `dynamic` for this program.
Streams add_unrolled_barriers(const Program& program, const BarrierPoints& points,
                              const std::vector<EngineId>& participants, Streams streams);

}  // namespace tidemark::sync
