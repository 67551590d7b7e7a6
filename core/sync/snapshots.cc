#include "core/sync/snapshots.h"

#include "core/sync/hoisting.h"
#include "core/sync/register_sharing.h"

namespace tidemark::sync {
namespace {

template <class Map>
const typename Map::mapped_type& find_or_empty(const Map& map, const typename Map::key_type& key) {
  static const typename Map::mapped_type empty;
  const auto found = map.find(key);
  return found == map.end() ? empty : found->second;
}

}  // namespace

Snapshots::Snapshots(const Program& program, const Operands& operands, const Placement& placement,
                     const Table<RegionId, std::vector<SiteId>>& sites_of_region,
                     const Counting& counting, const BarrierPoints* barriers,
                     const SnapshotDemand& demand) {
  if (demand.uses.empty()) return;
  groups_ = make_snapshot_groups(program, operands, placement, sites_of_region, demand.uses);
  points_ = place_snapshots(program, operands, placement, barriers, demand, groups_);
  share_registers(operands, placement, demand.uses, groups_, points_);
  // A barrier in the loop would reset the counts.
  if (!barriers) hoist_snapshots(program, operands, counting, demand, groups_, points_);
}

const std::vector<SnapshotPoint>& Snapshots::after(SiteId site) const {
  return find_or_empty(points_.after_site, site.value);
}

const std::vector<SnapshotPoint>& Snapshots::after(ControlId control) const {
  return find_or_empty(points_.after_control, control.value);
}

const std::vector<GroupId>& Snapshots::cleared_at(ControlId control, BarrierPlace place) const {
  return find_or_empty(points_.cleared, std::pair(control, place));
}

}  // namespace tidemark::sync
