// Which counters the course of control depends on, and which control moves them: what a
// walk has to follow even where its stream leaves it out.
#pragma once

#include "core/ir/program.h"

namespace tidemark {

struct FollowedControl {
  // Counters in a bound, step or condition, and those that such a counter is set from.
  Table<CounterId, bool> counters;
  // Control in which such a counter is assigned, or a value loaded that may decide so.
  Table<ControlId, bool> controls;
};

// Linear.
FollowedControl followed_control(const Program& program);

}  // namespace tidemark
