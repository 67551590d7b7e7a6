// Passing over control in which a stream has nothing to do but count.
#pragma once

#include <optional>

#include "core/ir/expression.h"
#include "core/sync/stream_plan.h"

namespace tidemark::sync {

// By how much the register of the engine's counting class moves over one execution of the
// control statement, as an expression in front of it: 2 * trips(i) + 3 * trips(i) * trips(j).
// nullopt where that is no such expression: under a branch or `while`, with bounds that
// change inside.
std::optional<Expression> skipped_trips(const Plan& plan, ControlId control, EngineId engine);

}  // namespace tidemark::sync
