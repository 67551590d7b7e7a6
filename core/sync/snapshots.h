// The registers in which one stream keeps keys that no immediate on a count gives: what
// they hold (snapshot_groups.h), when they are set (snapshot_points.h, hoisting.h), and which
// of them are one (register_sharing.h).
#pragma once

#include <span>
#include <vector>

#include "core/sync/snapshot_points.h"

namespace tidemark::sync {

class Snapshots {
 public:
  // Fills in the groups of the stream's waits.
  Snapshots(const Plan& plan, EngineId stream, PlannedWaits& waits);

  const Table<GroupId, SnapshotGroup>& groups() const { return groups_.groups; }

  std::span<const SnapshotPoint> after(SiteId site) const { return points_.after_site[site]; }
  const std::vector<SnapshotPoint>& after(ControlId control) const {
    return points_.after_control[control];
  }
  // The groups to clear at a barrier.
  const std::vector<GroupId>& cleared_at(ControlId control, BarrierPlace place) const;

 private:
  SnapshotGroups groups_;
  SnapshotPoints points_;
};

}  // namespace tidemark::sync
