// What an expression takes on a sequencer whose register operations have two operands,
// registers or constants: one operation for each `+ - * %`, for the trips of a loop, and
// for an element of a ring of registers. Params and loop variables stand in registers.
#pragma once

#include <cstdint>

#include "core/ir/expression.h"

namespace tidemark {

std::uint32_t work_of(const Expression& expression);

// A wait has an immediate, or a register and perhaps a constant beside it: that much of a
// threshold takes no operation.
bool has_offset(const Expression& threshold);
std::uint32_t threshold_work(const Expression& threshold);

}  // namespace tidemark
