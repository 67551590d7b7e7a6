// Small structured programs from a seed: the first generator.
//
// Valid by construction: names are distinct, variables are in scope, a slot is reduced by
// `% n` or lies inside its ring whatever the inputs, steps are positive. Which forms a
// program may use is drawn first (swarm testing), so that each is common in some programs
// and absent from others: several in flight, rings with affine and counter positions,
// overlapping byte ranges, triangular nests, steps, branches, `while`, control reads.
// With params and loads drawn from 0 to about 3 the runs are small (none, to hundreds of
// instances), trips are often 0, and 64 bits are never passed.
#pragma once

#include <cstdint>

#include "core/ir/program.h"

namespace tidemark {

struct RandomProgramOptions {  // at most these; at least one of each but nesting
  std::int64_t engines = 4;
  std::int64_t buffers = 5;
  std::int64_t slots = 4;        // of a ring
  std::int64_t inflight = 3;     // of an engine
  std::int64_t statements = 12;  // of the whole program, about
  std::int64_t nesting = 3;
};

// A finished program; the same for the same seed and options.
Program random_program(std::uint64_t seed, const RandomProgramOptions& options = {});

}  // namespace tidemark
