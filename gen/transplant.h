// Copies a statement, with all that stands in it, from one program into another.
//
// What is called alike is taken to be the same: engines, buffers, params, counters, memories,
// and the loops around; what the host does not have is declared. A slot is added or dropped
// where only one of two buffers called alike has slots; a variable that no loop around
// binds is 0. Labels are not copied. The host is finished afterwards by whoever changes it.
#pragma once

#include <optional>
#include <vector>

#include "core/ir/program.h"

namespace tidemark {

// `loops`: those of the host around the place where the copy will stand. The donor is not
// the host itself, but may be a copy of it. nullopt where 64 bits would be passed.
std::optional<Statement> transplant(const Program& donor, const Statement& statement, Program& host,
                                    const std::vector<ControlId>& loops);

}  // namespace tidemark
