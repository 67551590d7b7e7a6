#include "core/sync/snapshots.h"

#include "core/sync/hoisting.h"
#include "core/sync/register_sharing.h"

namespace tidemark::sync {

Snapshots::Snapshots(const Program& program, const Operands& operands, const Placement& placement,
                     const Table<RegionId, std::vector<SiteId>>& sites_of_region,
                     const Counting& counting, const BarrierPoints* barriers,
                     const SnapshotDemand& demand)
    : points_(program, operands) {
  if (demand.uses.empty()) return;
  groups_ = make_snapshot_groups(program, operands, placement, sites_of_region, demand.uses);
  points_ = place_snapshots(program, operands, placement, barriers, demand, groups_);
  share_registers(operands, placement, demand.uses, groups_, points_);
  // A barrier in the loop would reset the counts.
  if (!barriers) hoist_snapshots(program, operands, counting, demand, groups_, points_);
}

const std::vector<GroupId>& Snapshots::cleared_at(ControlId control, BarrierPlace place) const {
  static const std::vector<GroupId> none;
  const auto found = points_.cleared.find(std::pair(control, place));
  return found == points_.cleared.end() ? none : found->second;
}

}  // namespace tidemark::sync
