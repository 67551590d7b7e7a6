// When a run would end if synchronization itself took no time: each instruction issues the
// moment the streams let it, keeps its engine for its `cost`, and completes `latency` after
// that. What two synchronizers differ by is the overlap that their waits cost, and nothing
// else: no machine's price for a wait, a signal or a barrier is in it. An instruction
// without a cost takes no time.
#pragma once

#include <cstdint>
#include <optional>

#include "checker/machine.h"

namespace tidemark {

// In the unit of `cost`; nullopt where the run deadlocks. Each instance completes in one
// part (no stripes).
std::optional<std::int64_t> earliest_end(const Machine& machine);

}  // namespace tidemark
