// Why a run or a walk ended before its end, and the limits that end one.
#pragma once

#include <cstdint>
#include <string>

namespace tidemark {

struct RunLimits {
  std::uint64_t instances = 20'000'000;
  std::uint64_t steps = 100'000'000;  // of control, so that empty loops end too
};

struct RunError {
  enum class Kind {
    bad_inputs,  // index out of range, step not positive, 64 bits passed: no verdict
    malformed,   // the same in a stream's own registers, indices and amounts
    limit,       // too many instances or steps: unknown
  };
  Kind kind = Kind::bad_inputs;
  // Names the instance: "load.2, instance 14 of dma (i=3, j=0): index 4 is outside k[4]".
  std::string message;
};

}  // namespace tidemark
