// Programs of rings and little else, for faults that only a ring of three slots or more shows:
// several engines at several positions of the same rings, in loops that are entered again, with
// positions that follow the loop or a counter, by steps of 1 or 2.
#pragma once

#include <cstdint>

#include "core/ir/program.h"

namespace tidemark {

Program ring_program(std::uint64_t seed);

}  // namespace tidemark
