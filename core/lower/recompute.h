// Registers that do not fit are not kept but computed again where they are read.
//
// A register that one statement alone sets, to itself and a constant, counts how often that
// has been executed: an expression of loop variables and trips (executions.h). The others
// (snapshots of a count, rings) have no such form and stay.
#pragma once

#include <string>
#include <vector>

#include "core/ir/streams.h"

namespace tidemark::lowering {

// Registers that the stream takes: its own, and for each loop where it is deepest the variable,
// and the bound if that is no constant.
std::int64_t registers_of(const Program& program, const Stream& stream);

std::int64_t declared_registers(const Stream& stream);  // without those for loops

// Gives up registers, those read least first, until `limit` is enough or none is left that
// can go. The names of those that went.
std::vector<std::string> recompute_registers(const Program& program, Stream& stream,
                                             std::int64_t limit);

}  // namespace tidemark::lowering
