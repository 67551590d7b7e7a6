// The verdict by brute force: every reachable state of a small run, one after the other,
// with neither clocks nor reduction. The truth for what the clocks do not know.
#pragma once

#include <cstddef>

#include "checker/machine.h"
#include "checker/verdict.h"

namespace tidemark {

// unknown where there are more states than the limit.
Verdict verdict_over_all_states(const Machine& machine, std::size_t limit = 200'000);

}  // namespace tidemark
