// One step of a machine that executes streams. A schedule is a list of them: with the
// inputs it fixes an execution.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ir/ids.h"

namespace tidemark {

struct Step {
  enum class Kind : std::uint8_t {
    issue,     // the engine issues its next instance
    complete,  // one part of its next instance to complete does (part 0 without stripes)
    silent,    // its stream does a take, reset or signal, passes a barrier together with the
               // other engines of it, or passes a wait that might cease to hold
  };

  Kind kind = Kind::issue;
  EngineId engine;
  std::uint32_t part = 0;

  friend bool operator==(const Step&, const Step&) = default;
};

using Schedule = std::vector<Step>;

}  // namespace tidemark
