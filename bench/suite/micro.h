// The micro-benchmark that synchronization alone decides: a chain of engines, each with short
// instructions that depend on those of the engine before, over rings between neighbours.
#pragma once

#include "core/ir/program.h"
#include "core/run/inputs.h"

namespace tidemark {

struct MicroShape {
  int engines = 5;  // 2 to 5
  int body = 1;     // instructions of each engine for each iteration
  int ring = 4;     // slots between neighbours
};

// corpus/kernels/sync_bound.tm where the shape is the default.
Program micro_program(const MicroShape& shape);

Inputs micro_inputs(const Program& program, std::int64_t iterations);

}  // namespace tidemark
