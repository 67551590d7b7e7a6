// Static facts about each control statement, gathered once, bottom up.
#pragma once

#include <cstdint>
#include <vector>

#include "core/sync/operands.h"
#include "core/sync/outline.h"
#include "core/sync/state.h"

namespace tidemark::sync {

// What the form of the first access to a ring in a loop adds for each step of its variable.
struct RingStep {
  RegionId ring;
  std::int64_t coefficient = 0;  // not 0
};

struct ControlFacts {
  Touched touched;                  // by one execution, all iterations
  std::vector<CounterId> counters;  // assigned inside, sorted
  std::size_t sites = 0;            // inside, counted once
  std::size_t loop_height = 0;      // loops nested inside, this one included
  std::int64_t most_slots = 1;      // of a ring touched inside
  // Of a `for`: after so many trips the remainders of its variable that branches inside
  // ask for come round again; 1 where none does, or they take too long.
  std::int64_t period = 1;
  std::vector<RingStep> ring_steps;  // of a `for`
};

using Structure = Table<ControlId, ControlFacts>;

Structure structure_of(const Program& program, const Outline& outline, const Operands& operands);

}  // namespace tidemark::sync
