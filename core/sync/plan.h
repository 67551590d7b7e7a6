// What is known of a program once it is analysed: all that its streams share.
#pragma once

#include <vector>

#include "core/sync/analysis.h"
#include "core/sync/counting.h"
#include "core/sync/placement.h"
#include "core/sync/repeats.h"
#include "core/sync/structure.h"

namespace tidemark::sync {

struct Plan {
  const Program& program;
  const Outline& outline;
  const Operands& operands;
  const Structure& structure;
  const Counting& counting;
  const Placement& placement;
  const Table<RegionId, std::vector<SiteId>>& sites_of_region;
  const Table<CounterId, std::vector<AssignmentId>>& assignments_of_counter;
  const Repeats& repeats;
  const Analysis& analysis;
  const BarrierPoints* barriers;  // may be null
  const BarrierPoints* drains;    // may be null

  bool has_barrier(ControlId control, BarrierPlace place) const {
    return barriers && barriers->at(control, place);
  }
};

}  // namespace tidemark::sync
