// What `dynamic` makes of a kernel, in figures: waits beside the least possible, register
// operations, registers.
#pragma once

#include <cstdint>
#include <string>

#include "core/ir/program.h"
#include "core/run/inputs.h"

namespace tidemark {

// Every param at `trips`; loaded bounds too; a `while` goes on for as many trips each time
// it is reached, and a loaded branch is taken every other time.
Inputs steady_inputs(const Program& program, std::int64_t trips);

struct KernelFigures {
  std::uint64_t instances = 0;
  std::uint64_t waits = 0;          // executed, threshold above 0
  std::uint64_t trivial_waits = 0;  // executed, at or below 0
  std::uint64_t necessary_waits = 0;
  std::uint64_t register_operations = 0;  // of all streams
  std::uint64_t iterations = 0;           // trips of the innermost loops with run-time bounds
  std::int64_t registers = 0;             // of the fullest stream
  bool is_exact = false;
};

KernelFigures figures_of(const Program& program, const Inputs& inputs);

// The waits of the streams that were executed most often with a threshold above 0, one a
// line with how often that was.
std::string busiest_waits(const Program& program, const Inputs& inputs);

}  // namespace tidemark
