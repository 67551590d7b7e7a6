#include "core/sync/snapshots.h"

#include "core/sync/hoisting.h"
#include "core/sync/register_sharing.h"

namespace tidemark::sync {

const std::vector<GroupId>& Snapshots::cleared_at(ControlId control, BarrierPlace place) const {
  static const std::vector<GroupId> none;
  const auto found = points_.cleared.find(std::pair(control, place));
  return found == points_.cleared.end() ? none : found->second;
}

AllSnapshots plan_snapshots(const Plan& plan, PlannedWaits& waits) {
  SnapshotGroups made = make_snapshot_groups(plan, waits);
  AllSnapshots all{{}, place_snapshots(plan, waits, made)};
  all.groups = std::move(made.groups);
  share_registers(plan, waits, all.groups, all.points);
  // A barrier in the loop would reset the counts.
  if (!plan.barriers) hoist_snapshots(plan, waits, all.groups, all.points);
  return all;
}

}  // namespace tidemark::sync
