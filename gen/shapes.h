// Shapes that synchronizers are known to get wrong, as parts of random programs: each is
// what one class of files in corpus/regressions shows, with drawn engines, buffers and
// bounds, at a drawn place among other statements.
#pragma once

#include "core/ir/program.h"

namespace tidemark {

class ProgramGenerator;

inline constexpr int kMostShapeStatements = 6;

// Adds one to the block: at most so many statements.
void add_shape(ProgramGenerator& generator, Block& block);

}  // namespace tidemark
