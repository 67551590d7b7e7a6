// Which loops to give barriers inside, where a stream takes more than there is.
//
// A barrier makes everything before it certain, so that what the loop would keep in registers
// across it need not be kept. Each loop that follows is tried by itself, those with the fewest
// instructions first; then all outermost ones together.
#pragma once

#include <vector>

#include "core/ir/program.h"

namespace tidemark::lowering {

// In the order in which to try them; at most `kMostTrials`, so that the work stays linear.
constexpr std::size_t kMostTrials = 32;
std::vector<std::vector<ControlId>> barrier_trials(const Program& program);

}  // namespace tidemark::lowering
