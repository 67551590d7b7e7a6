#include "core/sync/snapshots.h"

#include "core/sync/hoisting.h"
#include "core/sync/register_sharing.h"

namespace tidemark::sync {

Snapshots::Snapshots(const Plan& plan, EngineId stream, PlannedWaits& waits)
    : points_(plan.program, plan.operands) {
  groups_ = make_snapshot_groups(plan, waits);
  if (groups_.groups.empty()) return;
  points_ = place_snapshots(plan, stream, waits, groups_);
  share_registers(plan, waits, groups_, points_);
  // A barrier in the loop would reset the counts.
  if (!plan.barriers) hoist_snapshots(plan, waits, groups_, points_);
}

const std::vector<GroupId>& Snapshots::cleared_at(ControlId control, BarrierPlace place) const {
  static const std::vector<GroupId> none;
  const auto found = points_.cleared.find(std::pair(control, place));
  return found == points_.cleared.end() ? none : found->second;
}

}  // namespace tidemark::sync
