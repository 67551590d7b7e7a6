// Static facts about each control statement, gathered once, bottom up.
#pragma once

#include <cstdint>
#include <vector>

#include "core/sync/operands.h"
#include "core/sync/state.h"

namespace tidemark::sync {

struct ControlFacts {
  Touched touched;                  // by one execution, all iterations
  std::vector<CounterId> counters;  // assigned inside, sorted
  std::size_t sites = 0;            // inside, counted once
  std::size_t loop_height = 0;      // loops nested inside, this one included
  std::int64_t most_slots = 1;      // of a ring touched inside
  // Of a `for`: after so many trips the remainders of its variable that branches inside
  // ask for come round again; 1 where none does, or they take too long.
  std::int64_t period = 1;
  // Of each touched ring: what the form of its first access here adds for each step of
  // this loop's variable.
  std::vector<std::int64_t> ring_coefficients;
};

using Structure = Table<ControlId, ControlFacts>;

Structure structure_of(const Program& program, const Operands& operands);

}  // namespace tidemark::sync
