// The blocks of a program with what is in scope in them: where something can be inserted,
// and what it may name there.
#pragma once

#include <vector>

#include "core/ir/program.h"
#include "gen/random.h"

namespace tidemark {

struct ProgramPlace {
  Block* block = nullptr;
  std::vector<ControlId> loops;  // the `for` loops around it, from the outside
};

// Every block, the body first; valid until a block or a table of the program is changed.
std::vector<ProgramPlace> places_of(Program& program);

// A small form over what is in scope: params, counters, variables of `loops`.
Affine draw_form(const Program& program, const std::vector<ControlId>& loops, Random& random);

// A place in a buffer: always inside it, but for the few that are not reduced.
Access draw_access(const Program& program, BufferId buffer, const std::vector<ControlId>& loops,
                   Random& random);

}  // namespace tidemark
