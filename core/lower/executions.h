// How often a statement has been executed, as an expression: in a nest of loops from bounds
// that only params decide, with step 1, it is a polynomial in loop variables and trips.
//
//   for i { for j { U } P }      before P in trip i: U ran (i - lower(i) + 1) * trips(j) times
//
// A statement inside a branch, a `while`, or a loop with other bounds has no such form.
#pragma once

#include <optional>
#include <vector>

#include "core/ir/streams.h"

namespace tidemark::lowering {

// Where a statement stands in a stream: from the outermost block in.
struct PathStep {
  std::size_t index = 0;             // in its block; of an `if`, its else arm counts from the
                                     // end of its then arm
  std::optional<ControlId> control;  // that the next step is inside of
};
using Path = std::vector<PathStep>;

// Trips of the loop and its iterations so far, where the form above holds.
bool has_plain_bounds(const Program& program, ControlId control);
Expression iterations_so_far(const Program& program, ControlId loop);

// Executions of the statement at `of` before the place `at`, both in one stream; nullopt
// where there is no such form. A statement comes before itself never.
std::optional<Expression> executions_before(const Program& program, const Path& of, const Path& at);

}  // namespace tidemark::lowering
