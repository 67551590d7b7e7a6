// The ranges of params that the analysis tells apart.
//
// Branches and loops that ask for the same param hang together: `if n >= 2` is taken in
// every run in which `for i in 0..n - 2` has an iteration. A param is fixed for a run, so
// a program is walked once for each case, a range for each such param, within which every
// condition on it alone has one answer. Together the cases are all runs.
//
// Conditions on several params, or on a param and a variable, tell no cases apart.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/ir/program.h"

namespace tidemark::sync {

struct Range {  // unbounded where absent
  std::optional<std::int64_t> least, greatest;
};

using ParamCase = Table<ParamId, Range>;

// At least one; at most 16. Params that a branch and something else ask for.
std::vector<ParamCase> param_cases(const Program& program);

}  // namespace tidemark::sync
